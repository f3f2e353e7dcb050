"""Changes that a person made in one go, and takes back in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from prefstudio.study.change_words import Names, change_in_words
from prefstudio.study.changes import ChangedBy, ItemAdded, SettingsChanged
from prefstudio.study.comparisons import Comparison
from prefstudio.study.events import Body, new_id
from prefstudio.study.purpose import purpose_words
from prefstudio.study.records import RecordedChange
from prefstudio.study.setting_table import SETTINGS, default_of
from prefstudio.study.words import counted, listed

MODEL_LEARNED = "Model learned from the answers"
PURPOSE = {"model.horizon", "model.criterion"}


def in_one_step(bodies: Sequence[Body]) -> tuple[Body, ...]:
    """The same, but settings that change together and items that join together know it."""
    if len(bodies) < 2:
        return tuple(bodies)
    step = new_id()
    return tuple(
        replace(body, step=step) if isinstance(body, SettingsChanged | ItemAdded) else body
        for body in bodies
    )


def step_in_words(
    step: Sequence[RecordedChange], names: Names, answers: Mapping[str, Comparison]
) -> str:
    """What one step changed, such as "Purpose: the best one → the whole ranking"."""
    changes = [each.body for each in step]
    settings = {each.what: each for each in changes if isinstance(each, SettingsChanged)}
    if set(settings) == PURPOSE and len(changes) == len(PURPOSE):
        horizon, criterion = settings["model.horizon"], settings["model.criterion"]
        before = _purpose(horizon.before, criterion.before)
        return f"Purpose: {before} → {_purpose(horizon.after, criterion.after)}"
    if settings and all(each.by is ChangedBy.LEARNED for each in settings.values()):
        return MODEL_LEARNED
    if len(changes) > 1 and all(isinstance(each, ItemAdded) for each in changes):
        return f"{counted(len(changes), 'item').capitalize()} added"
    return listed(change_in_words(each, names, answers) for each in changes)


def _purpose(horizon: object, criterion: object) -> str:
    places = default_of("model.horizon")
    if horizon is not None:
        places = SETTINGS["model.horizon"].read(horizon)
    return purpose_words(places, str(criterion or default_of("model.criterion")))
