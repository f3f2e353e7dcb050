"""Which of the recorded answers count, and how they read after changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from prefstudio.study.changes import AnswerChanged
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.events import Answered
from prefstudio.study.folder import Study
from prefstudio.study.records import RecordedAnswer, RecordedChange, Skipped

_REFUSED_TIE = "it is a tie, and the study allows none"


class AnswersAfter(NamedTuple):
    """The answers that count, ties that are refused, and why some do not count."""

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
    by_answer: dict[str, list[AnswerChanged]] = {}
    for change in changes:
        if isinstance(change.body, AnswerChanged):
            by_answer.setdefault(change.body.event_id, []).append(change.body)
    answers, refused, skipped = [], [], []
    for answer in recorded:
        changed = _changed_answer(answer, by_answer.get(answer.event_id, ()))
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


def _changed_answer(
    answer: RecordedAnswer, changes: Sequence[AnswerChanged]
) -> RecordedAnswer | None:
    """Return an answer as its last change has it, or None when that removes it."""
    if not changes:
        return answer
    last = changes[-1]
    if last.removed:
        return None
    if last.outcome is None:
        return answer
    before = answer.comparison
    strength = last.strength
    if strength is None and before.strength and _opposite(before.outcome) is last.outcome:
        strength = -before.strength
    return replace(answer, comparison=replace(before, outcome=last.outcome, strength=strength))


def _opposite(outcome: Outcome) -> Outcome | None:
    return {Outcome.A: Outcome.B, Outcome.B: Outcome.A}.get(outcome)


def _unfit(comparison: Comparison, study: Study) -> str:
    """Say why the model cannot take a comparison; empty when it can."""
    if comparison.a not in study.items or comparison.b not in study.items:
        return "it compares an item that is not there"
    if comparison.a == comparison.b:
        return "it compares an item with itself"
    if comparison.outcome is Outcome.TIE and not study.settings.response.ties_allowed:
        return _REFUSED_TIE
    if comparison.strength is not None and not _agrees(comparison):
        return "its strength contradicts its outcome"
    return ""


def _agrees(comparison: Comparison) -> bool:
    strength = cast(int, comparison.strength)
    said = Outcome.A if strength > 0 else Outcome.B if strength < 0 else Outcome.TIE
    return abs(strength) <= 3 and said is comparison.outcome
