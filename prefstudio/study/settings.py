"""The settings of a study as values; each default stands in the table of settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Self, TypeAlias

from prefstudio.study.errors import DataError
from prefstudio.study.links import Relation
from prefstudio.study.setting_table import default_of
from prefstudio.study.toml_document import line_of

SETTINGS_FILE = "study.toml"

_links = "model.component.links"
_features = "model.component.features"


@dataclass(frozen=True, slots=True)
class LinksComponent:
    """A component of the prior made from the links of one relation; None is the only one."""

    relation: str | None = default_of(f"{_links}.relation")
    role: str = default_of(f"{_links}.role")
    kernel: str = default_of(f"{_links}.kernel")
    beta: float = default_of(f"{_links}.beta")
    iota: float = default_of(f"{_links}.iota")
    weight: float = default_of(f"{_links}.weight")


@dataclass(frozen=True, slots=True)
class FeaturesComponent:
    """A component of the prior made from features; no columns means all of them.

    A tuple of length scales has one for each column after indicators.
    """

    columns: tuple[str, ...] = default_of(f"{_features}.columns")
    kernel: str = default_of(f"{_features}.kernel")
    amplitude: float = default_of(f"{_features}.amplitude")
    length_scale: float | tuple[float, ...] = default_of(f"{_features}.length_scale")
    standardize: bool = default_of(f"{_features}.standardize")
    weight: float = default_of(f"{_features}.weight")


@dataclass(frozen=True, slots=True)
class IndividualComponent:
    """What is an item's own and no feature or link explains."""

    weight: float = default_of("model.component.individual.weight")


Component: TypeAlias = LinksComponent | FeaturesComponent | IndividualComponent


@dataclass(frozen=True, slots=True)
class SemiSupervisedSettings:
    """How the nearest neighbours among the features warp their component.

    Attributes
    ----------
    chosen
        The strength that was there before answers moved it; no setting of its own, but what the
        events tell. None while the strength is what somebody chose.
    """

    neighbours: int = default_of("model.semi_supervised.neighbours")
    strength: float = default_of("model.semi_supervised.strength")
    chosen: float | None = field(default=None, compare=False)

    @property
    def usual_strength(self) -> float:
        """What learning takes for usual: the strength that was chosen, whatever was learned."""
        return self.strength if self.chosen is None else self.chosen

    def following(self, before: SemiSupervisedSettings | None, is_learned: bool) -> Self:
        """The step as it comes after another, knowing which strength was chosen."""
        if before is None or (self.strength != before.strength and not is_learned):
            return self
        chosen = before.chosen if self.strength == before.strength else before.usual_strength
        return replace(self, chosen=chosen)


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Noise, prior, inference and what makes a pair worth asking.

    Attributes
    ----------
    horizon
        How many leading places matter; ``math.inf`` is the file's ``"all"``.
    learn_while_asking
        None learns where nobody is tested; see `why_off`.
    scale_spread
        Widens the intervals of utilities about their average; see `interval_sd`.
    components
        The components as they were written out; none means the defaults that the data give.
    """

    noise: float = default_of("model.noise")
    tie_width: float = default_of("model.tie_width")
    strength_cuts: tuple[float, ...] = default_of("model.strength_cuts")
    inference: str = default_of("model.inference")
    criterion: str = default_of("model.criterion")
    horizon: float = default_of("model.horizon")
    ask_again: bool = default_of("model.ask_again")
    learn_while_asking: bool | None = default_of("model.learn_while_asking")
    scale_spread: float = default_of("model.scale_spread")
    components: tuple[Component, ...] = ()
    semi_supervised: SemiSupervisedSettings | None = None


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """What a feature is standardised by for good, where the items do not tell it any more.

    Attributes
    ----------
    name
        The feature, with ``x_`` or without.
    mean, sd
        Mean and population sd over the founding items, one for each word if it has words.
    categories
        The words of a categorical feature; none for a numeric one.
    """

    name: str
    mean: tuple[float, ...]
    sd: tuple[float, ...]
    categories: tuple[str, ...] = default_of("feature.categories")


@dataclass(frozen=True, slots=True)
class ResponseSettings:
    """What a person may answer."""

    scale: str = default_of("response.scale")
    tie: bool = default_of("response.tie")
    tie_label: str = default_of("response.tie_label")
    must_play: str = default_of("response.must_play")

    @property
    def ties_allowed(self) -> bool:
        """Whether a tie may be answered; the middle of the seven levels is one."""
        return self.tie or self.scale == "strength7"


@dataclass(frozen=True, slots=True)
class PresentationSettings:
    """How a pair is shown."""

    sides: str = default_of("presentation.sides")
    layout: str = default_of("presentation.layout")
    min_item_gap: int = default_of("presentation.min_item_gap")


@dataclass(frozen=True, slots=True)
class AudioSettings:
    """How sounds are played."""

    fade_ms: float = default_of("audio.fade_ms")
    switch: str = default_of("audio.switch")
    loop: bool = default_of("audio.loop")
    min_loop_ms: float = default_of("audio.min_loop_ms")
    loudness: str = default_of("audio.loudness")
    loudness_lufs: float = default_of("audio.loudness_lufs")


@dataclass(frozen=True, slots=True)
class ScheduleSettings:
    """Which trials a sitting has besides those the criterion chooses."""

    training: int = default_of("schedule.training")
    repeats: float = default_of("schedule.repeats")
    catch: float = default_of("schedule.catch")
    holdout: float = default_of("schedule.holdout")
    break_every_min: float = default_of("schedule.break_every_min")


@dataclass(frozen=True, slots=True)
class StopSettings:
    """When a sitting may stop: at the first rule that holds; None is no rule."""

    trials: int | None = default_of("stop.trials")
    minutes: float | None = default_of("stop.minutes")
    expected_loss: float | None = default_of("stop.expected_loss")
    top_k: int | None = default_of("stop.top_k")
    top_k_probability: float = default_of("stop.top_k_probability")

    @property
    def has_rules(self) -> bool:
        """Whether there is any rule; what has a value by default only says more of one."""
        rules = (each.name for each in fields(self) if each.default is None)
        return any(getattr(self, rule) is not None for rule in rules)


@dataclass(frozen=True, slots=True)
class AttributeSettings:
    """One attribute that pairs are judged on."""

    name: str
    question: str = default_of("attribute.question")


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """One question to each person."""

    name: str
    type: str = default_of("questionnaire.type")
    options: tuple[str, ...] = default_of("questionnaire.options")


@dataclass(frozen=True, slots=True)
class StudySettings:
    """All settings of a study.

    Attributes
    ----------
    seed
        None when the file gives none; `read_study` then makes one from the ids of the items.
    lines
        The line of study.toml on which a setting stands, by its path in the file, such as
        ``model.component[0].relation``; for messages.
    notes
        What was read but has no meaning yet.
    """

    format: int = default_of("format")
    study_id: str = default_of("study_id")
    title: str = default_of("title")
    question: str = default_of("question")
    seed: int | None = default_of("seed")
    categorical: tuple[str, ...] = default_of("categorical")
    model: ModelSettings = field(default_factory=ModelSettings)
    features: tuple[FeatureSettings, ...] = ()
    relations: tuple[Relation, ...] = ()
    response: ResponseSettings = field(default_factory=ResponseSettings)
    presentation: PresentationSettings = field(default_factory=PresentationSettings)
    audio: AudioSettings = field(default_factory=AudioSettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    stop: StopSettings = field(default_factory=StopSettings)
    attributes: tuple[AttributeSettings, ...] = ()
    questions: tuple[QuestionSettings, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def error(self, path: str, message: str, remedy: str) -> DataError:
        """Return the error about the setting at a path of study.toml, with its line."""
        return DataError(SETTINGS_FILE, message, line=line_of(self.lines, path), remedy=remedy)
