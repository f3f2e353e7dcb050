"""Posteriors that are still at hand, by the study and the answers that made them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TypeAlias

from prefstudio.engine.covariance import DenseCovariance
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import Study
from prefstudio.study.state import StudyState

KEPT = 24
MATRIX_BYTES_KEPT = 16_000_000  # of matrices that none but earlier beliefs need

_Said: TypeAlias = tuple[str, Outcome, int | None]
_Key: TypeAlias = tuple[Study, int, frozenset[str], tuple[_Said, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What is believed after some answers.

    Attributes
    ----------
    posterior
        The incremental posterior: one pass over the answers in the order of their recording. Of
        a model that is tried it may be one near the exact posterior instead.
    exact
        The posterior at the fixed point of the study's inference, once it is known.
    before
        The incremental posterior before the last answer; None when there is no answer.
    briefing
        What it was inferred from; None where nobody will ask.
    """

    posterior: Posterior
    exact: Posterior | None = None
    before: Posterior | None = None
    briefing: Briefing | None = None

    @property
    def best(self) -> Posterior:
        """The exact posterior, or the incremental one while that is all there is."""
        return self.posterior if self.exact is None else self.exact


class BeliefShelf:
    """The latest beliefs, so that undo is a step back and an answer a step forward.

    From some dozens of answers on every exact posterior has a matrix of its own, and incremental
    ones share one. So the exact ones go first when matrices grow too many: undo then shows the
    incremental one at once, and it is polished anew.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, Belief] = OrderedDict()

    def keep(self, state: StudyState, belief: Belief) -> None:
        """Remember a belief, and forget the one that was not used for longest."""
        key = _key(state)
        self._kept[key] = belief
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._make_room()

    @property
    def matrix_bytes(self) -> int:
        """Bytes of the matrices that are here for earlier beliefs alone."""
        if not self._kept:
            return 0
        *earlier, latest = (_matrices(belief) for belief in self._kept.values())
        sizes = {place: size for each in earlier for place, size in each.items()}
        return sum(size for place, size in sizes.items() if place not in latest)

    def at_hand(self, state: StudyState) -> Belief | None:
        """The belief of these very answers, if it is remembered."""
        key = _key(state)
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def before_last(self, state: StudyState) -> Belief | None:
        """The belief of these answers but for the last, if it is remembered."""
        study, sat_down, excluded, said = _key(state)
        return self._kept.get((study, sat_down, excluded, said[:-1])) if said else None

    def _make_room(self) -> None:
        """Let go of exact posteriors, then of whole beliefs, the oldest first."""
        if self.matrix_bytes <= MATRIX_BYTES_KEPT:
            return
        for key, belief in list(self._kept.items())[:-1]:
            if belief.exact is not None:
                self._kept[key] = replace(belief, exact=None)
                if self.matrix_bytes <= MATRIX_BYTES_KEPT:
                    return
        while self.matrix_bytes > MATRIX_BYTES_KEPT:
            self._kept.popitem(last=False)


def _matrices(belief: Belief) -> dict[int, int]:
    """Bytes of the matrices a belief keeps alive, its prior's among them, by identity."""
    posteriors = (belief.posterior, belief.best)
    held = (each for made in posteriors for each in (made.base, made.prior.covariance))
    return {id(each): each.matrix.nbytes for each in held if isinstance(each, DenseCovariance)}


def _key(state: StudyState) -> _Key:
    """What a belief follows from: the facts, one object until they change, and what was said.

    In another sitting other pairs may be asked, since it forgets what was skipped before, and
    none of excluded items.
    """
    said = (
        (answer.event_id, answer.comparison.outcome, answer.comparison.strength)
        for answer in state.answers
    )
    return state.study, state.sat_down, frozenset(state.excluded_items), tuple(said)
