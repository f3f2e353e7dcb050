"""Expected loss of leaving a pair in its present order (AXPGP's LELpair, section 7)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import matrix_by, pair_blocks, upper_variances
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.criteria.variance_ratio import VARIANCE_RATIO
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior, clear_rounding
from prefstudio.engine.ranks import group_ranks, rank_order

SQRT_2PI = math.sqrt(2.0 * math.pi)
SLACK = 1.0 + 1e-12  # rounding of a bound must never exclude the pair it bounds
TINY = 1e-300  # a pair of no variance has no loss and is never asked
FIRST_BATCH, LARGEST_BATCH = 16, 64  # owners visited at once
LEAD = 0.95  # pairs promising nearly the most are scored together
PREVIEWED = 8  # items whose pairs are looked at before all others


def bracket(distance: Array, variance: Array) -> Array:
    """ν² b(|δ|/ν), b(c) = Φ(−c) + c N(c); half the variance where the means are equal."""
    return variance * _shape(np.abs(distance) / np.sqrt(np.maximum(variance, TINY)))


def _shape(c: Array) -> Array:
    c = np.minimum(c, 40.0)  # beyond, b is zero in doubles
    return ndtr(-c) + c * np.exp(-0.5 * c * c) / SQRT_2PI


def total(
    posterior: Posterior,
    horizon: float,
    groups: Array | None = None,
    control: Control | None = None,
) -> tuple[float, float]:
    """Expected loss summed over all pairs, and its mean a pair (T and T/Σ e^{−γ/h})."""
    ranks = group_ranks(posterior.mean, posterior.sd, groups)
    control = control or Control()
    loss = weights = 0.0
    for rows, mean, variance in pair_blocks(posterior):
        control.check()
        weight = _pair_weights(ranks, rows, horizon) * np.triu(np.ones_like(mean), 1)
        if groups is not None:
            weight *= groups[rows, None] == groups[None, rows.start :]
        loss += float(np.sum(weight * bracket(mean, variance)))
        weights += float(np.sum(weight))
    return loss, loss / weights if weights else 0.0


def _pair_weights(ranks: Array, rows: slice, horizon: float) -> Array:
    """e^{−γ/h}, γ the smaller rank of the two."""
    smaller = np.minimum(ranks[rows, None], ranks[None, rows.start :])
    return np.exp(-smaller / horizon)


def _matrix(posterior: Posterior, groups: Array | None, horizon: float, control: Control) -> Array:
    ranks = group_ranks(posterior.mean, posterior.sd, groups)

    def score(rows: slice, mean: Array, variance: Array) -> Array:
        return _pair_weights(ranks, rows, horizon) * bracket(mean, variance)

    return matrix_by(score, posterior, groups, control)


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    method = _search_everywhere if math.isinf(search.horizon) else _search_by_owner
    return _found(method, search) or _where_losses_vanish(search)


def _where_losses_vanish(search: PairSearch) -> tuple[ScoredPair, ...]:
    """What to ask when no loss is above 0 in doubles: all far beyond the horizon, or settled.

    The largest loss at any place comes first, then the least settled difference.
    """
    found = _found(_search_everywhere, search) or VARIANCE_RATIO.find(search)
    return tuple(replace(pair, value=0.0) for pair in found)


def _found(
    method: Callable[[PairSearch, Shortlist], None], search: PairSearch
) -> tuple[ScoredPair, ...]:
    shortlist = Shortlist(search.top)
    method(search, shortlist)
    return shortlist.chosen(search.rng)


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """Items in an order in which the earlier item of a pair owns it; arrays follow the order."""

    posterior: Posterior
    order: Array
    place: Array
    mean: Array
    variance: Array
    weight: Array

    @classmethod
    def of(cls, posterior: Posterior, order: Array, weight: Array) -> _Line:
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        mean, variance = posterior.mean[order], posterior.variances[order]
        return cls(posterior, order, place, mean, variance, weight)


def _search_by_owner(search: PairSearch, shortlist: Shortlist) -> None:
    """Visit owners by falling bound, stop at the first bound below the best so far.

    Items stand in rank order, so that a pair's weight is its owner's.
    """
    order, ranks = _rank_order(search.posterior, search.allowed.groups)
    line = _Line.of(search.posterior, order, np.exp(-ranks / search.horizon))
    bound = _owner_bounds(line)
    size = min(2 + int(search.horizon), FIRST_BATCH)
    while True:
        search.control.check()
        batch = _highest(bound, max(shortlist.threshold, 0.0), size)
        if not len(batch):
            return
        _visit(line, batch, search.allowed, shortlist)
        bound[batch] = -np.inf
        size = min(2 * size, LARGEST_BATCH)


def _highest(bound: Array, least: float, size: int) -> Array:
    """Places of the `size` largest bounds, or of all that reach `least` if these are fewer."""
    places = np.flatnonzero(bound >= least)
    if len(places) <= size:
        return places
    return places[np.argpartition(bound[places], -size)[-size:]]


def _rank_order(posterior: Posterior, groups: Array | None) -> tuple[Array, Array]:
    """Items so that no later one has a smaller rank, and their ranks in that order."""
    if groups is None:
        return rank_order(posterior.mean, posterior.sd)
    ranks = group_ranks(posterior.mean, posterior.sd, groups)
    order = np.argsort(ranks, kind="stable")
    return order, ranks[order]


def _owner_bounds(line: _Line) -> Array:
    """u_i ≥ every pair that the item at place i owns; −∞ for the last, which owns none."""
    sd = np.sqrt(line.variance)
    largest = _largest_behind(sd)
    product = sd * largest
    prior = line.posterior.prior
    if prior.is_nonnegative:  # Σ_ij ≥ −c_i c_j where the prior has no negative entry
        taken = prior.covariance.diagonal()[line.order] - line.variance
        c = np.sqrt(np.maximum(taken, 0.0) + line.posterior.rounding()[line.order])
        product = np.minimum(product, c * _largest_behind(c))
    bound = line.weight * (0.5 * SLACK) * (line.variance + largest * largest + 2.0 * product)
    bound[-1:] = -np.inf
    return bound


def _largest_behind(values: Array) -> Array:
    """Largest of the later values, 0 for the last."""
    behind = np.zeros_like(values)
    behind[:-1] = np.maximum.accumulate(values[:0:-1])[::-1]
    return behind


def _visit(line: _Line, batch: Array, allowed: AllowedPairs, shortlist: Shortlist) -> None:
    """Score the promising pairs of some owners, given by their places in the line."""
    start = int(batch.min()) + 1
    owners, later = line.order[batch], line.order[start:]
    variance = line.posterior.covariance_columns(owners).take(later, axis=1)
    variance *= -2.0
    variance += line.variance[start:]
    variance += line.variance[batch, None]
    floor = line.posterior.rounding()
    clear_rounding(variance, floor[owners], floor[later])
    np.maximum(variance, TINY, out=variance)
    distance = np.abs(line.mean[batch, None] - line.mean[start:])
    promise = _upper_bound(distance, variance)
    promise *= line.weight[batch, None]
    _close(promise, line, batch, start, allowed)
    for row, place in enumerate(batch.tolist()):
        promise[row, : place + 1 - start] = 0.0  # pairs that an earlier item owns

    def pairs_at(flat: Array) -> tuple[Array, Array, Array]:
        row, column = np.divmod(flat, len(later))
        value = bracket(distance[row, column], variance[row, column]) * line.weight[batch[row]]
        return value, owners[row], later[column]

    _offer_promising(promise.ravel(), pairs_at, shortlist)


def _close(promise: Array, line: _Line, batch: Array, start: int, allowed: AllowedPairs) -> None:
    """Take the promise from pairs that may not be asked."""
    owners = line.order[batch]
    if allowed.closes_pairs_only:
        row, partner = allowed.closed_partners(owners)
        column = line.place[partner] - start
        behind = column >= 0
        promise[row[behind], column[behind]] = 0.0
    else:
        promise *= allowed.mask(owners).take(line.order[start:], axis=1)


def _offer_promising(
    promise: Array,
    pairs_at: Callable[[Array], tuple[Array, Array, Array]],
    shortlist: Shortlist,
) -> None:
    """Score pairs by falling promise until no promise reaches the best score so far.

    Parameters
    ----------
    promise : ndarray
        Upper bounds, 0 where there is no pair; overwritten.
    pairs_at : callable
        Value, first and second item of the pairs at some places of `promise`; a value that is
        not a number stands for a pair that may not be asked.
    """
    while len(promise):
        cut = max(shortlist.threshold, LEAD * promise.max(), TINY)
        places = np.flatnonzero(promise >= cut)
        if not len(places):
            return
        shortlist.offer(*pairs_at(places))
        promise[places] = 0.0


def _upper_bound(distance: Array, variance: Array) -> Array:
    """A value never below the bracket, and within 4 % of it, without Φ.

    Φ(−c) ≤ 2 N(c)/(c + √(c² + 8/π)) (Pollak), with equality at 0; the variance is positive.
    """
    c2 = distance * distance
    c2 /= variance
    c = np.sqrt(c2)
    tail = c2 + 8.0 / math.pi
    np.sqrt(tail, out=tail)
    tail += c
    np.divide(2.0, tail, out=tail)
    tail += c
    c2 *= -0.5
    np.exp(c2, out=c2)
    c2 *= tail
    c2 *= variance
    c2 *= SLACK / SQRT_2PI
    return c2


def _search_everywhere(search: PairSearch, shortlist: Shortlist) -> None:
    """All weights are 1: go through all pairs, scoring only what two bounds let through."""
    shortlist.threshold = _preview(search.posterior, search.allowed, shortlist.top)
    for rows, variance in upper_variances(search.posterior):
        search.control.check()
        flat = np.flatnonzero(variance >= 2.0 / SLACK * max(shortlist.threshold, TINY))
        first, second = np.divmod(flat, variance.shape[1])
        first += rows.start
        second += rows.start
        _offer_block(first, second, variance.ravel()[flat], search, shortlist)


def _offer_block(
    first: Array, second: Array, variance: Array, search: PairSearch, shortlist: Shortlist
) -> None:
    mean = search.posterior.mean
    distance = np.abs(mean[first] - mean[second])

    def pairs_at(places: Array) -> tuple[Array, Array, Array]:
        value = bracket(distance[places], variance[places])
        value[~search.allowed.permits(first[places], second[places])] = np.nan
        return value, first[places], second[places]

    _offer_promising(_upper_bound(distance, variance), pairs_at, shortlist)


def _preview(posterior: Posterior, allowed: AllowedPairs, top: int) -> float:
    """A value that the `top` best pairs reach, from those of the least certain items."""
    seen = Shortlist(top)
    if posterior.n_items > PREVIEWED:
        order = np.argsort(-posterior.variances)
        line = _Line.of(posterior, order, np.ones(len(order)))
        _visit(line, np.arange(PREVIEWED), allowed, seen)
    return seen.threshold


EXPECTED_LOSS = Criterion(
    "expected_loss",
    "Expected loss",
    "Asks the pair whose present order would cost most if it were wrong; the horizon says how "
    "many leading places matter.",
    True,
    _find,
    _matrix,
)
