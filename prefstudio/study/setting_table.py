"""Every setting of study.toml, in one table that the file, the forms and the tests read."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.inference import INFERENCES
from prefstudio.study.setting import ALL, Kind, Setting

FORMAT = 1
"""The form of study.toml that this version writes and reads."""

LEAST_TIE_WIDTH = 1e-3
"""Below this share of the noise a tie is too narrow to be computed with."""

SMALLEST_SCALE, LARGEST_SCALE = 1e-6, 1e6
"""Noise, amplitudes, length scales and the like lie between these, or squares overflow."""

REPEATED_TABLES = ("model.component", "feature", "relation", "attribute", "questionnaire")
"""Tables that may be there many times, written in double brackets.

``[[question]]`` is read as ``[[questionnaire]]``, but cannot stand beside ``question = "…"``.
"""

RESERVED_TABLES = ("model.people", "model.pseudo_inputs")
"""Tables that a later version gives a meaning."""

COMPONENT_KINDS = ("links", "features", "individual")

_LARGEST_WHOLE = 2**63 - 1


def _text(name: str, help: str, default: str | None = "", required: bool = False) -> Setting:
    return Setting(name=name, kind=Kind.TEXT, help=help, default=default, required=required)


def _choice(name: str, default: str | None, choices: tuple[str, ...], help: str) -> Setting:
    return Setting(name=name, kind=Kind.CHOICE, help=help, default=default, choices=choices)


def _yes_no(name: str, default: bool | None, help: str) -> Setting:
    return Setting(name=name, kind=Kind.YES_NO, help=help, default=default)


def _whole(name: str, default: int | None, lowest: int, help: str, **more: Any) -> Setting:
    return Setting(name=name, kind=Kind.WHOLE, help=help, default=default, lowest=lowest, **more)


def _number(name: str, default: float | None, help: str, **more: Any) -> Setting:
    return Setting(name=name, kind=Kind.NUMBER, help=help, default=default, **more)


def _positive(name: str, default: float | None, help: str, **more: Any) -> Setting:
    return _number(name, default, help, lowest=0.0, above=True, **more)


def _scale(name: str, default: float, help: str) -> Setting:
    """A number that sizes the model, within what can be computed with."""
    return _number(name, default, help, lowest=SMALLEST_SCALE, highest=LARGEST_SCALE)


def _share(name: str, default: float | None, help: str) -> Setting:
    return _number(name, default, help, lowest=0.0, highest=1.0)


def _weight(kind: str) -> Setting:
    help = "How much the component counts; its covariance is scaled by the square."
    return _number(f"model.component.{kind}.weight", 1.0, help, lowest=0.0, highest=LARGEST_SCALE)


_COMPONENT = (
    Setting(
        name="model.component.kind", kind=Kind.CHOICE, choices=COMPONENT_KINDS, required=True,
        help="What the component of the prior is made from.",
    ),
    _text("model.component.links.relation", "The relation; the only one when left out.", None),
    _choice(
        "model.component.links.role", "both", ("both", "linked", "linking"),
        "Of a directed relation: which side of the links makes items alike.",
    ),
    _choice(
        "model.component.links.kernel", "regularized_laplacian",
        ("regularized_laplacian", "common_cause"), "How links become covariance.",
    ),
    _scale("model.component.links.beta", 1.0, "Precision of the regularised Laplacian."),
    _scale(
        "model.component.links.iota", 1.0,
        "How far a link reaches; with it grows what links explain.",
    ),
    _weight("links"),
    Setting(
        name="model.component.features.columns", kind=Kind.TEXTS, default=(),
        help="The feature columns; all when empty.",
    ),
    _choice(
        "model.component.features.kernel", "squared_exponential",
        ("squared_exponential", "linear"), "How features become covariance.",
    ),
    _scale("model.component.features.amplitude", 1.0, "Sd of the utilities it explains."),
    Setting(
        name="model.component.features.length_scale", kind=Kind.NUMBER_OR_NUMBERS, default=1.0,
        lowest=SMALLEST_SCALE, highest=LARGEST_SCALE,
        help="How far apart items are that still tell of each other; a list has one a column.",
    ),
    _yes_no(
        "model.component.features.standardize", True,
        "Take each column less its mean and in units of its sd.",
    ),
    _weight("features"),
    _weight("individual"),
)  # fmt: skip

_MODEL = (
    _scale("model.noise", 1.0, "How uncertain an answer between two items is."),
    _number(
        "model.tie_width", 0.25, "Half-width of a tie, as a share of the noise.", lowest=0.0,
        unit="noise",
    ),
    Setting(
        name="model.strength_cuts", kind=Kind.NUMBERS, default=(0.25, 0.75, 1.5), lowest=0.0,
        above=True, unit="noise", help="Where the seven levels of strength part, rising.",
    ),
    _choice(
        "model.inference", "ep", tuple(INFERENCES),
        "How the posterior is computed.",
    ),
    _choice(
        "model.criterion", "expected_loss",
        tuple(CRITERIA),
        "What makes a pair worth asking.",
    ),
    Setting(
        name="model.horizon", kind=Kind.NUMBER_OR_ALL, default=ALL, lowest=0.1,
        unit="places", help="How many leading places matter.",
    ),
    _yes_no("model.ask_again", False, "Whether an answered pair may be asked again."),
    _yes_no(
        "model.learn_while_asking", None,
        "Learn the model anew after 10, 20, 40, … answers; left out: where nobody is tested.",
    ),
    _number(
        "model.scale_spread", 0.0,
        "What learning left open of how large utilities are: sd of its logarithm.",
        lowest=0.0, highest=LARGEST_SCALE,
    ),
    *_COMPONENT,
    _whole("model.semi_supervised.neighbours", 3, 1, "How many nearest items are linked."),
    _number("model.semi_supervised.strength", 1.0, "How hard those links pull.", lowest=0.0,
            highest=LARGEST_SCALE),
)  # fmt: skip

_FEATURE = (
    _text("feature.name", "A feature to which items were added later.", required=True),
    Setting(
        name="feature.categories", kind=Kind.TEXTS, default=(),
        help="The words of the first items; none of a feature of numbers.",
    ),
    Setting(
        name="feature.mean", kind=Kind.NUMBERS, required=True,
        help="Its mean among the first items; one for each word, if it has words.",
    ),
    Setting(
        name="feature.sd", kind=Kind.NUMBERS, required=True, lowest=0.0,
        help="Its sd among the first items; one for each word, if it has words.",
    ),
)  # fmt: skip

_PEOPLE = (
    _text("attribute.name", "What the attribute is called.", required=True),
    _text("attribute.question", "What is asked; the study's question when left out."),
    _text("questionnaire.name", "What the question is called.", required=True),
    _choice(
        "questionnaire.type", "text", ("integer", "number", "text", "choice"), "What its answer is."
    ),
    Setting(
        name="questionnaire.options", kind=Kind.TEXTS, default=(),
        help="What a choice is made from.",
    ),
)  # fmt: skip

_SITTING = (
    _choice("response.scale", "binary", ("binary", "strength7"), "How finely one answers."),
    _yes_no("response.tie", False, "Whether one may say that neither is better."),
    _text("response.tie_label", "What the answer without a preference says.", "No preference"),
    _choice(
        "response.must_play", "off", ("off", "started", "end"),
        "How much of a sound must be heard before an answer.",
    ),
    _choice("presentation.sides", "balanced", ("balanced", "fixed"), "Which item stands left."),
    _choice(
        "presentation.layout", "side_by_side", ("side_by_side", "sequential"),
        "Whether both are shown together.",
    ),
    _whole(
        "presentation.min_item_gap", 0, 0, "Trials between two showings of an item.",
        unit="trials",
    ),
    _number("audio.fade_ms", 5.0, "Length of a fade.", lowest=0.0, unit="ms"),
    _choice("audio.switch", "fade", ("fade",), "What happens between A and B."),
    _yes_no("audio.loop", True, "Whether a sound begins again at its end."),
    _number("audio.min_loop_ms", 500.0, "Shortest part that loops.", lowest=0.0, unit="ms"),
    _choice("audio.loudness", "match", ("match", "off"), "Whether sounds are made equally loud."),
    _number(
        "audio.loudness_lufs", -23.0, "Loudness that sounds are brought to.", lowest=-70.0,
        highest=0.0, unit="LUFS",
    ),
    _whole("schedule.training", 0, 0, "Practice trials, never learned from.", unit="trials"),
    _share("schedule.repeats", 0.0, "Share of trials that repeat an earlier one."),
    _share("schedule.catch", 0.0, "Share of trials whose answer is known."),
    _share("schedule.holdout", 0.0, "Share of random trials, predicted before learned from."),
    _number(
        "schedule.break_every_min", 20.0, "Time between breaks; 0 for none.", lowest=0.0,
        unit="minutes",
    ),
    _whole("stop.trials", None, 1, "Stop after so many trials.", unit="trials"),
    _positive("stop.minutes", None, "Stop after so long.", unit="minutes"),
    _positive(
        "stop.expected_loss", None,
        "Stop when the mean expected loss a pair has come down to this: the sum over all pairs by "
        "the sum of their weights e^(−rank/horizon), which are 1 for the whole ranking.",
    ),
    _whole("stop.top_k", None, 1, "Stop when so many leading places are settled.", unit="places"),
    _share("stop.top_k_probability", 0.95, "How sure the leading places must be."),
)  # fmt: skip

SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        _whole("format", FORMAT, 1, "Form of this file."),
        _text("study_id", "Name of the study that its copies keep, a UUID."),
        _text("title", "What the study is called."),
        _text("question", "What is asked of each pair.", "Which is better?"),
        _whole(
            "seed", None, 0, "Where chance begins; made from the item ids when left out.",
            highest=_LARGEST_WHOLE,
        ),
        Setting(
            name="categorical", kind=Kind.TEXTS, default=(),
            help="Feature columns that are read as categories.",
        ),
        *_MODEL,
        *_FEATURE,
        _text("relation.name", "What the relation is called in links.csv.", required=True),
        _yes_no("relation.directed", None, "Whether its links point one way."),
        _yes_no("relation.bipartite", False, "Whether its targets are other things than items."),
        _yes_no("relation.hub_weight", False, "Count a shared neighbour 1/(degree − 1)."),
        *_SITTING,
        *_PEOPLE,
    )
}  # fmt: skip
"""All settings by dotted name."""

SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(setting.section for setting in SETTINGS.values()))
"""Every section that holds a setting, ``""`` first."""


@functools.cache
def settings_in(section: str) -> Mapping[str, Setting]:
    """Return the settings of one section by key."""
    here = (setting for setting in SETTINGS.values() if setting.section == section)
    return MappingProxyType({setting.key: setting for setting in here})


def default_of(name: str) -> Any:
    """Return the value of a setting that is left out."""
    setting = SETTINGS[name]
    return None if setting.default is None else setting.read(setting.default)
