"""What a study remembers of its events: answers, changes, and what was taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from prefstudio.study.changes import Change
from prefstudio.study.comparisons import Comparison
from prefstudio.study.events import Answered, TrialShown


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """An answer on record.

    Attributes
    ----------
    seq
        Number of its event; answers count in the order of their recording.
    trial
        The showing it answers, which comes back when the answer is undone.
    body
        What was said at first, with times and plays.
    at, shown_at
        When it was answered and shown; empty when that is not known.
    """

    seq: int
    event_id: str
    trial: TrialShown
    comparison: Comparison
    body: Answered
    at: str = ""
    shown_at: str = ""


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A change on record, with the number of its event."""

    seq: int
    event_id: str
    body: Change
    at: str = ""


Recorded: TypeAlias = RecordedAnswer | RecordedChange


def are_one_step(one: Recorded, other: Recorded) -> bool:
    """Whether two records are the same, or changes that were made in one go."""
    if one.event_id == other.event_id:
        return True
    steps = (getattr(each.body, "step", "") for each in (one, other))
    first, second = steps
    return bool(first) and first == second


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Something undone, and what was asked on screen and at the seats when it was undone."""

    answer: Recorded
    asked: TrialShown | None
    asked_at: str = ""
    batch: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """A pair that was asked at one of several seats, and when."""

    trial: TrialShown
    shown_at: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An event that has no effect, and why."""

    seq: int
    kind: str
    reason: str
