"""Up to which event a moment lasts, so that the pair is there which was asked in it."""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.study.events import Event, Redone, TrialShown, Undone
from prefstudio.study.sittings import (
    Revealed,
    SessionEnded,
    SessionStarted,
    StudyOpened,
    Unknown,
)

ASIDE = (StudyOpened, SessionStarted, SessionEnded, Revealed, Unknown)
"""What neither says nor changes nor asks anything."""


def end_of_moment(events: Sequence[Event], revision: int) -> int:
    """The revision after `revision` that asks the last pair before more is said or changed.

    People sit down in between, and what was taken back meanwhile is back by then. Where nothing
    was asked it is `revision` itself.
    """
    end, taken_back = revision, set[str]()
    for place in range(revision, len(events)):
        body = events[place].body
        if isinstance(body, Undone):
            taken_back.add(body.event_id)
        elif isinstance(body, Redone):
            taken_back.discard(body.event_id)
        elif not isinstance(body, (TrialShown, *ASIDE)):
            break
        if isinstance(body, TrialShown | Redone) and not taken_back:
            end = place + 1
    return end
