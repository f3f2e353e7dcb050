"""Which of the recorded answers count, and how they read after changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from prefstudio.study.changes import AnswerChanged
from prefstudio.study.comparisons import Comparison, Outcome, is_across_groups
from prefstudio.study.events import Answered
from prefstudio.study.folder import Study
from prefstudio.study.records import RecordedAnswer, RecordedChange, Skipped

_REFUSED_TIE = "it is a tie, and the study allows none"
_CONTRADICTED = "its strength contradicts its outcome"


class AnswersAfter(NamedTuple):
    """The answers that count, ties that are refused, and what does not count and why."""

    answers: tuple[RecordedAnswer, ...]
    refused: tuple[Comparison, ...]
    skipped: tuple[Skipped, ...]


def answers_after(
    recorded: Sequence[RecordedAnswer], changes: Sequence[RecordedChange], study: Study
) -> AnswersAfter:
    """Return the answers as they read now, those apart that the model cannot take.

    Parameters
    ----------
    recorded, changes
        The answers and changes that were not undone.
    study
        The study, for its items and for whether it allows ties.
    """
    by_answer = changes_by_answer(changes)
    answers, refused, skipped = [], [], []
    for answer in recorded:
        of_it = [(each.seq, each.body) for each in by_answer.get(answer.event_id, ())]
        changed, unmade = _changed_answer(answer, of_it)
        skipped += unmade
        if changed is None:
            continue
        reason = _unfit(changed.comparison, study)
        if not reason:
            answers.append(changed)
            continue
        skipped.append(Skipped(answer.seq, Answered.kind, reason))
        if reason is _REFUSED_TIE:
            refused.append(changed.comparison)
    return AnswersAfter(tuple(answers), tuple(refused), tuple(skipped))


class ChangeOfAnswer(NamedTuple):
    """One change of an answer: the number of its event, the id of it, and what it says."""

    seq: int
    event_id: str
    body: AnswerChanged


def changes_by_answer(changes: Sequence[RecordedChange]) -> dict[str, list[ChangeOfAnswer]]:
    """The changes of answers, by the ids of the answers' events."""
    by_answer: dict[str, list[ChangeOfAnswer]] = {}
    for change in changes:
        if isinstance(change.body, AnswerChanged):
            found = ChangeOfAnswer(change.seq, change.event_id, change.body)
            by_answer.setdefault(change.body.event_id, []).append(found)
    return by_answer


def readings_of(
    answer: RecordedAnswer, changes: Sequence[ChangeOfAnswer], undone: Mapping[str, int]
) -> Iterator[tuple[int, Comparison]]:
    """How an answer read, and from which event on: at first as it was given.

    One that is removed reads on as it did.

    Parameters
    ----------
    changes
        All changes of it there ever were.
    undone
        The events that were taken back, by their ids, and the number of the one that did it.
    """
    turns = {answer.seq, *(each.seq for each in changes)}
    turns |= {undone[each.event_id] for each in changes if each.event_id in undone}
    read = answer.comparison
    for turn in sorted(turns):
        counting = [
            (each.seq, each.body)
            for each in changes
            if each.seq <= turn < undone.get(each.event_id, turn + 1)
        ]
        changed, _ = _changed_answer(answer, counting)
        read = read if changed is None else changed.comparison
        yield turn, read


def _changed_answer(
    answer: RecordedAnswer, changes: Sequence[tuple[int, AnswerChanged]]
) -> tuple[RecordedAnswer | None, list[Skipped]]:
    """Return an answer after its changes, None when it is removed, and those without effect."""
    comparison, is_removed, unmade = answer.comparison, False, []
    for seq, change in changes:
        if seq < answer.seq:  # reported as it came in
            continue
        reason = ""
        if change.removed:
            is_removed = True
        elif change.outcome is None and (change.strength is None or is_removed):
            reason = "it says neither an outcome nor a strength for an answer that counts"
        else:
            changed = _changed(comparison, change)
            if changed.strength is None or _agrees(changed):
                comparison, is_removed = changed, False
            else:
                reason = _CONTRADICTED
        if reason:
            unmade.append(Skipped(seq, AnswerChanged.kind, reason))
    if is_removed:
        return None, unmade
    is_same = comparison is answer.comparison
    return answer if is_same else replace(answer, comparison=comparison), unmade


def _changed(before: Comparison, change: AnswerChanged) -> Comparison:
    outcome = before.outcome if change.outcome is None else change.outcome
    strength = change.strength
    if strength is None and before.strength:
        if outcome is before.outcome:
            strength = before.strength
        elif outcome is _opposite(before.outcome):
            strength = -before.strength
    return replace(before, outcome=outcome, strength=strength)


def _opposite(outcome: Outcome) -> Outcome | None:
    return {Outcome.A: Outcome.B, Outcome.B: Outcome.A}.get(outcome)


def _unfit(comparison: Comparison, study: Study) -> str:
    """Say why the model cannot take a comparison; empty when it can."""
    if comparison.a not in study.items or comparison.b not in study.items:
        return "it compares an item that is not there"
    if comparison.a == comparison.b:
        return "it compares an item with itself"
    if is_across_groups(*(study.items.by_id(name) for name in (comparison.a, comparison.b))):
        return "it compares items of different groups"
    if comparison.outcome is Outcome.TIE and not study.settings.response.ties_allowed:
        return _REFUSED_TIE
    if comparison.strength is not None and not _agrees(comparison):
        return _CONTRADICTED
    return ""


def _agrees(comparison: Comparison) -> bool:
    strength = cast(int, comparison.strength)
    said = Outcome.A if strength > 0 else Outcome.B if strength < 0 else Outcome.TIE
    return abs(strength) <= 3 and said is comparison.outcome
