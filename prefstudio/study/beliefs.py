"""Posteriors that are still at hand, by the answers that made them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias

from prefstudio.engine.posterior import Posterior
from prefstudio.study.state import StudyState

KEPT = 24

_Key: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What is believed after some answers.

    Attributes
    ----------
    posterior
        The incremental posterior: one pass over the answers in the order of their recording.
    exact
        The posterior at the fixed point of the study's inference, once it is known.
    """

    posterior: Posterior
    exact: Posterior | None = None

    @property
    def best(self) -> Posterior:
        """The exact posterior, or the incremental one while that is all there is."""
        return self.posterior if self.exact is None else self.exact


class BeliefShelf:
    """The latest beliefs, so that undo is a step back and an answer a step forward."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, Belief] = OrderedDict()

    def keep(self, state: StudyState, belief: Belief) -> None:
        """Remember a belief, and forget the one that was not used for longest."""
        key = _key(state)
        self._kept[key] = belief
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def at_hand(self, state: StudyState) -> Belief | None:
        """The belief of these very answers, if it is remembered."""
        key = _key(state)
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def before_last(self, state: StudyState) -> Belief | None:
        """The belief of these answers but for the last, if it is remembered."""
        key = _key(state)
        return self._kept.get(key[:-1]) if key else None


def _key(state: StudyState) -> _Key:
    return tuple(answer.event_id for answer in state.answers)
