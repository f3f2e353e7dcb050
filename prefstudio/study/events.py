"""What happened in a study, as frozen values; the names are those of the study file."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import ClassVar, TypeAlias

from prefstudio.study.changes import CHANGES, Change
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.sittings import (
    Revealed,
    SessionEnded,
    SessionStarted,
    StudyOpened,
    Unknown,
)


class Policy(StrEnum):
    """What made a pair the one to be asked."""

    CRITERION = "criterion"
    BY_HAND = "by_hand"
    QUEUED = "queued"
    HOLDOUT = "holdout"
    BATCH = "batch"


@dataclass(frozen=True, slots=True)
class TrialShown:
    """A pair came on screen, and this is what was expected of it.

    Attributes
    ----------
    a, b
        Ids of the items; A stands left.
    criterion, value
        What chose the pair and what it was worth; None when it was worth nothing sayable.
    p_a, p_b, mean_a, sd_a, mean_b, sd_b
        The prediction before the answer; where ties are allowed, `p_a` and `p_b` leave room
        for one.
    posterior
        Name of the inference whose posterior chose and predicted.
    attribute
        What the pair is judged on; empty when the study has no attributes.
    swapped
        Whether the item that comes first in the study stands right.
    is_repeat_of
        Id of the trial that is shown once more; empty when it is none.
    batch
        An id that pairs share which are asked at the same time, one a seat; empty for the one on
        screen.
    """

    kind: ClassVar[str] = "trial_shown"

    trial_id: str
    a: str
    b: str
    phase: Phase = Phase.MAIN
    policy: Policy = Policy.CRITERION
    criterion: str = ""
    value: float | None = None
    p_a: float | None = None
    mean_a: float | None = None
    sd_a: float | None = None
    mean_b: float | None = None
    sd_b: float | None = None
    posterior: str = ""
    seed: int | None = None
    attribute: str = ""
    swapped: bool = False
    is_repeat_of: str = ""
    p_b: float | None = None
    batch: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A person said which of two items is better, or that she will not say.

    Attributes
    ----------
    rt_ms
        Time from the showing to the answer.
    plays_a, plays_b, switches, level_db, underruns
        How the sounds were heard; None when there were none.
    """

    kind: ClassVar[str] = "answered"

    trial_id: str
    a: str
    b: str
    outcome: Outcome
    strength: int | None = None
    rt_ms: float | None = None
    plays_a: int | None = None
    plays_b: int | None = None
    switches: int | None = None
    level_db: float | None = None
    underruns: int | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier event counts no more; it stays on record."""

    kind: ClassVar[str] = "undone"

    event_id: str


@dataclass(frozen=True, slots=True)
class Redone:
    """An undone event counts again."""

    kind: ClassVar[str] = "redone"

    event_id: str


Body: TypeAlias = (
    TrialShown
    | Answered
    | Undone
    | Redone
    | Change
    | StudyOpened
    | SessionStarted
    | SessionEnded
    | Revealed
    | Unknown
)

KINDS: dict[str, type[Body]] = {
    body.kind: body
    for body in (
        StudyOpened,
        SessionStarted,
        SessionEnded,
        TrialShown,
        Answered,
        Undone,
        Redone,
        *CHANGES,
        Revealed,
    )
}
"""Every kind of event that this version reads, by its name in the study file."""


@dataclass(frozen=True, slots=True)
class Event:
    """One fact: what, when, by whom.

    Attributes
    ----------
    event_id
        UUID4; two copies of a study hold the same fact under the same id.
    at
        ISO 8601, UTC, with milliseconds.
    """

    event_id: str
    at: str
    body: Body
    participant: str = ""
    session: str = ""

    @property
    def kind(self) -> str:
        """The name of the kind of event, as the study file has it."""
        return self.body.kind


def new_id() -> str:
    """An id that no other event or trial has."""
    return str(uuid.uuid4())


def now() -> str:
    """The time as events have it: ISO 8601, UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def happened(body: Body, participant: str = "", session: str = "") -> Event:
    """The event that `body` happened just now."""
    return Event(new_id(), now(), body, participant, session)
