"""Answers and changes in words, for a list that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ChangedBy,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.links import UNNAMED_RELATION
from prefstudio.study.words import counted, in_figures, listed

Names: TypeAlias = Mapping[str, str]
"""What items are called, by their ids; one that is not there is called by its id."""

_LONGEST_VALUE = 24
_SETTING_NAMES = {
    "model.semi_supervised": "nearest neighbours",
    "model.semi_supervised.strength": "strength of nearest neighbours",
    "model.scale_spread": "what is open of how large utilities are",
    "relation": "reading of links",
}
_PART_NAMES = {"iota": "link reach", "length_scale": "length scale"}  # of numbers with a slider
_OUTCOMES = {
    Outcome.A: "{a} ≻ {b}",
    Outcome.B: "{b} ≻ {a}",
    Outcome.TIE: "{a} ~ {b}",
    Outcome.SKIP: "{a} – {b} skipped",
    Outcome.TIMEOUT: "{a} – {b}: out of time",
}


def comparison_in_words(comparison: Comparison, names: Names) -> str:
    """What was said of a pair, the preferred item first: "Matrix ≻ Stereo"."""
    words = outcome_in_words(comparison.a, comparison.b, comparison.outcome, names)
    return words if comparison.count == 1 else f"{words}, {comparison.count:,} times"


def outcome_in_words(a: str, b: str, outcome: Outcome, names: Names) -> str:
    """What an outcome says of two items, called by their ids."""
    return _OUTCOMES[outcome].format(a=names.get(a, a), b=names.get(b, b))


def change_in_words(change: Change, names: Names, answers: Mapping[str, Comparison]) -> str:
    """What a change did, such as "Noise 1.00 → 0.80" or "Link removed: a – b".

    Parameters
    ----------
    change
        The change.
    names
        What the items of the study are called.
    answers
        The answers on record as they were first said, by the ids of their events.
    """
    match change:
        case AnswerChanged():
            return _answer_changed(change, names, answers.get(change.event_id))
        case SettingsChanged():
            return _setting_changed(change)
        case LinkAdded() | LinkRemoved():
            return _link_changed(change, names)
        case ItemAdded() | ItemChanged() | ItemExcluded():
            return _item_changed(change, names)
        case ParticipantAdded() | ParticipantChanged() | ParticipantExcluded():
            return _participant_changed(change)
        case PairQueued():
            pair = f"{_name(change.a, names)}–{_name(change.b, names)}"
            return f"Pair {pair} {'queued' if change.queued else 'no longer queued'}"
        case Note():
            return f"Note: {' '.join(change.text.split())}"


def items_in_change(change: Change, answers: Mapping[str, Comparison]) -> tuple[str, ...]:
    """Ids of the items that the words of a change name."""
    match change:
        case AnswerChanged():
            said = answers.get(change.event_id)
            return () if said is None else (said.a, said.b)
        case LinkAdded() | LinkRemoved():
            return (change.source, change.target)
        case PairQueued():
            return (change.a, change.b)
        case ItemAdded():
            return (change.item.item_id,)
        case ItemChanged() | ItemExcluded():
            return (change.item_id,)
        case _:
            return ()


def _answer_changed(change: AnswerChanged, names: Names, said: Comparison | None) -> str:
    if said is None:
        return "Answer removed" if change.removed else "Answer changed"
    if change.removed:
        return f"Removed: {comparison_in_words(said, names)}"
    outcome = said.outcome if change.outcome is None else change.outcome
    return f"Changed to {outcome_in_words(said.a, said.b, outcome, names)}"


def _setting_changed(change: SettingsChanged) -> str:
    name = _SETTING_NAMES.get(change.what, change.what.rpartition(".")[2].replace("_", " "))
    is_of_parts = change.what == "model.component"
    part = _part_changed(change.before, change.after) if is_of_parts else None
    name, old, new = part or (name, change.before, change.after)
    name = f"{name[:1].upper()}{name[1:]}"
    learned = " (learned)" if change.by is ChangedBy.LEARNED else ""
    before, after = _value(old), _value(new)
    if before == after or max(len(before), len(after)) > _LONGEST_VALUE:
        return f"{name} changed{learned}"
    return f"{name} {before} → {after}{learned}"


def _part_changed(before: Any, after: Any) -> tuple[str, Any, Any] | None:
    """What changed in the same parts of a prior: one number with its values, or their shares."""
    if not isinstance(before, list) or not isinstance(after, list) or len(before) != len(after):
        return None
    differ = [
        (key, old.get(key), new.get(key))
        for old, new in zip(before, after, strict=True)
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    ]
    if differ and all(key == "weight" for key, _, _ in differ):
        return "shares", before, after
    if len(differ) == 1 and differ[0][0] in _PART_NAMES:
        ((key, old, new),) = differ
        return _PART_NAMES[key], old, new
    return None


def _link_changed(change: LinkAdded | LinkRemoved, names: Names) -> str:
    ends = f"{_name(change.source, names)} – {_name(change.target, names)}"
    relation = change.relation.replace("_", " ")
    of = "" if change.relation == UNNAMED_RELATION else f" ({relation})"
    return f"Link {'drawn' if isinstance(change, LinkAdded) else 'removed'}: {ends}{of}"


def _item_changed(change: ItemAdded | ItemChanged | ItemExcluded, names: Names) -> str:
    if isinstance(change, ItemAdded):
        links = f" with {counted(len(change.links), 'link')}" if change.links else ""
        return f"{change.item.name} added{links}"
    name = _name(change.item_id, names)
    if isinstance(change, ItemChanged):
        return f"{name}: {listed(change.values)} changed"
    return f"{name} {_set_aside('asked', change)}"


def _participant_changed(
    change: ParticipantAdded | ParticipantChanged | ParticipantExcluded,
) -> str:
    name = f"Participant {change.participant_id}"
    if isinstance(change, ParticipantExcluded):
        return f"{name} {_set_aside('counted', change)}"
    return f"{name} {'added' if isinstance(change, ParticipantAdded) else 'changed'}"


def _set_aside(verb: str, change: ItemExcluded | ParticipantExcluded) -> str:
    if not change.excluded:
        return f"{verb} again"
    return f"no longer {verb}" + (f": {change.reason}" if change.reason else "")


def _value(value: object) -> str:
    match value:
        case None:
            return "not set"
        case bool():
            return "yes" if value else "no"
        case float():
            return in_figures(value)
        case list() | tuple() | dict():
            return "…" * (_LONGEST_VALUE + 1)  # too long for a line, whatever is in it
        case _:
            return str(value).replace("_", " ")


def _name(item_id: str, names: Names) -> str:
    return names.get(item_id, item_id)
