"""Which pairs for the seats are waited for, so that no others are asked for or taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prefstudio.studio.scene import Scene
from prefstudio.study.batch_request import BatchTerms
from prefstudio.study.mailbox import Lane
from prefstudio.study.seats import seats_of


def batch_wanted(scene: Scene) -> BatchTerms | None:
    """The terms of the pairs that are wanted now; None while some are open and none are due.

    What failed waits until a person wants it again: a full disk is not written to over and over.
    """
    wants, belief = scene.wants_seats, scene.belief
    if wants is None or belief is None or belief.briefing is None or Lane.BATCH in scene.failed:
        return None
    if not wants.is_due and any(seat.is_open for seat in seats_of(scene.state)):
        return None
    ids, trial = belief.briefing.model.item_ids, scene.asking.trial
    on_screen = [] if trial is None else _places([(trial.a, trial.b)], ids)
    left_out = frozenset(_places(wants.left_out, ids))
    return BatchTerms(wants.size, left_out, on_screen[0] if on_screen else None)


def _places(pairs: Iterable[tuple[str, str]], ids: Sequence[str]) -> list[tuple[int, int]]:
    """Positions of the pairs whose items the model knows."""
    place = {item_id: number for number, item_id in enumerate(ids)}
    return [(place[a], place[b]) for a, b in pairs if a in place and b in place]
