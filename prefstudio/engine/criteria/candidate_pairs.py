"""Pairs that may have the largest expected loss: scored where a bound does not rule them out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.criteria.bracket import TINY, bracket, upper_bound
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs

FEW = 256  # pairs that are not worth a bound before they are scored
LEAD = 0.95  # pairs promising nearly the most are scored together


@dataclass(frozen=True, slots=True, eq=False)
class CandidatePairs:
    """Pairs side by side, with what their expected losses are made of.

    Attributes
    ----------
    first, second : item numbers.
    distance : |δ|, by how much their means differ.
    variance : ν² of their difference, positive.
    weight : e^{−γ/h}.
    """

    first: Array
    second: Array
    distance: Array
    variance: Array
    weight: Array

    def __len__(self) -> int:
        return len(self.first)

    def at(self, places: Array) -> CandidatePairs:
        """Some of them."""
        return CandidatePairs(
            self.first[places],
            self.second[places],
            self.distance[places],
            self.variance[places],
            self.weight[places],
        )

    def value(self) -> Array:
        """Expected loss of each."""
        return bracket(self.distance, self.variance) * self.weight

    def promise(self) -> Array:
        """A bound on the expected loss of each."""
        return upper_bound(self.distance, self.variance) * self.weight


def offer(
    pairs: CandidatePairs, least: float, allowed: AllowedPairs | None, shortlist: Shortlist
) -> None:
    """Offer the best pairs, of those that are worth `least` and allowed; None: all of them are."""
    if len(pairs) > FEW:
        pairs = pairs.at(np.flatnonzero(pairs.promise() >= max(least, TINY)))
    if allowed is not None and len(pairs):
        pairs = pairs.at(np.flatnonzero(allowed.permits(pairs.first, pairs.second)))
    if len(pairs) > FEW:
        _offer_by_promise(pairs, shortlist)
    elif len(pairs):
        _offer_scored(pairs, shortlist)


def _offer_scored(pairs: CandidatePairs, shortlist: Shortlist) -> None:
    value = pairs.value()
    value[value < TINY] = np.nan  # which reaches no threshold
    shortlist.offer(value, pairs.first, pairs.second)


def _offer_by_promise(pairs: CandidatePairs, shortlist: Shortlist) -> None:
    """Score pairs by falling promise until no promise reaches the best score so far."""
    promise = pairs.promise()
    while True:
        places = np.flatnonzero(promise >= max(shortlist.threshold, LEAD * promise.max(), TINY))
        if not len(places):
            return
        _offer_scored(pairs.at(places), shortlist)
        promise[places] = 0.0
