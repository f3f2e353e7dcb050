"""Pairs that a person queued: asked next, in their order, until they are answered or skipped."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from prefstudio.study.changes import PairQueued
from prefstudio.study.records import Recorded, RecordedAnswer
from prefstudio.study.state import StudyState


@dataclass(frozen=True, slots=True)
class QueuedPair:
    """A pair of ids that waits to be asked."""

    a: str
    b: str


def queued_pairs(state: StudyState) -> tuple[QueuedPair, ...]:
    """The pairs that wait, the next one first; each is there once.

    An answer to the pair or its skipping ends its waiting, whatever made the pair be asked; when
    that is undone, it waits again. An item that is gone or is not asked any more has no pairs
    here.
    """
    changes = [each for each in state.changes if isinstance(each.body, PairQueued)]
    if not changes:
        return ()
    records: list[Recorded] = [each for each in changes if each.event_id not in state.undone]
    waiting: dict[frozenset[str], QueuedPair] = {}
    for record in sorted([*records, *state.answers], key=attrgetter("seq")):
        if isinstance(record, RecordedAnswer):
            waiting.pop(frozenset((record.comparison.a, record.comparison.b)), None)
        elif isinstance(record.body, PairQueued):
            _take(waiting, record.body)
    return tuple(pair for pair in waiting.values() if _may_be_asked(pair, state))


def _take(waiting: dict[frozenset[str], QueuedPair], change: PairQueued) -> None:
    pair = frozenset((change.a, change.b))
    if not change.queued:
        waiting.pop(pair, None)
    elif len(pair) == 2:
        waiting.setdefault(pair, QueuedPair(change.a, change.b))


def _may_be_asked(pair: QueuedPair, state: StudyState) -> bool:
    items = state.study.items
    return all(each in items and each not in state.excluded_items for each in (pair.a, pair.b))
