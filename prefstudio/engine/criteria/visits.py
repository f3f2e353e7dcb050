"""A visit to some owners: which of their pairs may have the largest expected loss (section 7)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.criteria.bracket import (
    PARABOLA,
    TINY,
    bracket_of_one,
    slope_of_parabola,
)
from prefstudio.engine.criteria.candidate_pairs import CandidatePairs, offer
from prefstudio.engine.criteria.owners import Owners
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs

LIKELY_FALLS, FAR_APART = (0.1, 0.03), 0.03  # the second where losses are far below their bound
NEARLY = 1.0 - 1e-6  # leaves room for rounding and for ties
NO_WEIGHT = 1e-200
CLOSED = -1.0  # stands for the variance of a pair that may not be asked


def visit(
    owners: Owners, batch: Array, bound: Array, allowed: AllowedPairs, shortlist: Shortlist
) -> None:
    """Score the promising pairs of some owners, given by their places, with their bounds."""
    posterior, items, weight = owners.posterior, owners.items[batch], owners.weight[batch]
    half_variance = owners.half_differences.of(items)
    squared = posterior.mean[items, None] - posterior.mean
    squared *= squared
    rounding = posterior.rounding()
    least, to_look_up = float(max(shortlist.threshold, 0.0)), None
    if least:
        to_look_up = allowed  # what few pairs are left then
    else:
        _close(half_variance, items, allowed)
        if shortlist.top == 1:
            floor = 2.0 * float(rounding.max())
            least = NEARLY * _likely_value(weight, bound, squared, half_variance, floor)
    flat = _may_reach(least, weight, bound, squared, half_variance)
    row, second = np.divmod(flat, posterior.n_items)
    owned = np.flatnonzero(owners.place[second] > batch[row])
    if not len(owned):
        return
    row, second, variance = row[owned], second[owned], half_variance.ravel()[flat[owned]]
    first = items[row]
    variance *= 2.0
    variance[variance <= rounding[first] + rounding[second]] = TINY
    distance = np.abs(posterior.mean[first] - posterior.mean[second])
    pairs = CandidatePairs(first, second, distance, variance, weight[row])
    offer(pairs, least, to_look_up, shortlist)


def _close(half_variance: Array, items: Array, allowed: AllowedPairs) -> None:
    """Mark what may not be asked, and every item's pair with itself."""
    if not allowed.closes_pairs_only:
        half_variance[~allowed.mask(items)] = CLOSED
        return
    half_variance.reshape(-1)[allowed.closed_partners(items)] = CLOSED
    half_variance[np.arange(len(items)), items] = CLOSED


def _likely_value(
    weight: Array, bound: Array, squared: Array, half_variance: Array, floor: float
) -> float:
    """What one of these pairs is worth, at its row's weight: one of the best, most likely.

    Half the variance less some δ² puts the pairs into nearly the order of their losses; less of
    it where all means are far apart.
    """
    likely = 0.0
    for fall in LIKELY_FALLS:
        guess = squared * -fall
        guess += half_variance
        guess *= weight[:, None]
        row, place = divmod(int(guess.argmax()), guess.shape[1])
        variance = 2.0 * float(half_variance[row, place])
        if variance > floor:
            value = bracket_of_one(float(squared[row, place]), variance)
            likely = max(likely, float(weight[row]) * value)
        if likely > FAR_APART * bound.max():
            break
    return likely


def _may_reach(
    least: float, weight: Array, bound: Array, squared: Array, half_variance: Array
) -> Array:
    """Flat places of all pairs that may be worth `least`, and of few others; overwrites δ².

    A pair's value w ν² b(|δ|/ν) is at most 2 u b(|δ|/ν), u the bound of its row, so that b has
    to reach least/2u; where it does, the value is at most w (A ν² − B δ²).
    """
    if least <= 0.0:
        return np.flatnonzero(half_variance > 0.0)
    least *= NEARLY
    nothing = NO_WEIGHT * least  # so that no division overflows
    slope = slope_of_parabola(0.5 * least / np.maximum(bound, nothing))
    squared *= (0.5 / PARABOLA * slope)[:, None]
    squared += (0.5 / PARABOLA * least / np.maximum(weight, nothing))[:, None]
    return np.flatnonzero(half_variance >= squared)
