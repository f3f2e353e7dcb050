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
FEWEST_LEADING, LEADING_A_PLACE = 32, 10.0  # items ranked at first: 32 + 10 h
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
class _Owners:
    """Items that own their pairs: with all items behind them in this order, and all others.

    Attributes
    ----------
    items : item numbers, in an order in which a pair's weight is its earlier item's.
    weight : e^{−γ/h} of each.
    beyond : weight that no pair of two other items exceeds; 0 when there are no others.
    """

    posterior: Posterior
    items: Array
    weight: Array
    beyond: float


def _search_by_owner(search: PairSearch, shortlist: Shortlist) -> None:
    """Visit owners by falling bound, stop at the first bound below the best so far.

    Only the leading items are ranked at first: behind them weights are next to nothing. If that
    is not enough, all are.
    """
    n_leading = FEWEST_LEADING + int(LEADING_A_PLACE * min(search.horizon, 1e6))
    owners = _leading(search, n_leading)
    _visit_by_bound(owners, search, shortlist)
    variance = search.posterior.variances.max(initial=0.0)
    if owners.beyond * 2.0 * SLACK * variance >= max(shortlist.threshold, TINY):
        shortlist.clear()
        _visit_by_bound(_leading(search, search.posterior.n_items), search, shortlist)


def _leading(search: PairSearch, n_leading: int) -> _Owners:
    """The leading items in rank order; all items where there are groups."""
    posterior, groups = search.posterior, search.allowed.groups
    n_items = posterior.n_items
    if groups is not None:
        ranks = group_ranks(posterior.mean, posterior.sd, groups)
        order = np.argsort(ranks, kind="stable")
        return _Owners(posterior, order, np.exp(-ranks[order] / search.horizon), 0.0)
    if n_items <= 2 * n_leading:
        order, ranks = rank_order(posterior.mean, posterior.sd)
        return _Owners(posterior, order, np.exp(-ranks / search.horizon), 0.0)
    split = np.argpartition(posterior.mean, n_items - n_leading - 1)
    leading, next_one = split[n_items - n_leading :], split[n_items - n_leading - 1]
    sd = np.sqrt(posterior.variances.max(keepdims=True))
    order, ranks = rank_order(posterior.mean[np.append(leading, next_one)], sd)
    weight = np.exp(-ranks / search.horizon)
    return _Owners(posterior, leading[order[:-1]], weight[:-1], float(weight[-1]))


def _visit_by_bound(owners: _Owners, search: PairSearch, shortlist: Shortlist) -> None:
    bound = _owner_bounds(owners)
    size = min(2 + int(search.horizon), FIRST_BATCH)
    while True:
        search.control.check()
        batch = _highest(bound, max(shortlist.threshold, 0.0), size)
        if not len(batch):
            return
        _visit(owners, batch, search.allowed, shortlist)
        bound[batch] = -np.inf
        size = min(2 * size, LARGEST_BATCH)


def _highest(bound: Array, least: float, size: int) -> Array:
    """Places of the `size` largest bounds, or of all that reach `least` if these are fewer."""
    places = np.flatnonzero(bound >= least)
    if len(places) <= size:
        return places
    return places[np.argpartition(bound[places], -size)[-size:]]


def _owner_bounds(owners: _Owners) -> Array:
    """u_i ≥ every pair that the item at place i owns; −∞ where it owns none."""
    posterior = owners.posterior
    variance = posterior.variances[owners.items]
    product, largest = _with_widest(np.sqrt(variance), np.sqrt(posterior.variances.max()), owners)
    prior = posterior.prior
    if prior.is_nonnegative:  # Σ_ij ≥ −c_i c_j where the prior has no negative entry
        taken = prior.covariance.diagonal() - posterior.variances
        c = np.sqrt(np.maximum(taken, 0.0) + posterior.rounding())
        product = np.minimum(product, _with_widest(c[owners.items], c.max(), owners)[0])
    bound = owners.weight * (0.5 * SLACK) * (variance + largest * largest + 2.0 * product)
    if not owners.beyond:
        bound[-1:] = -np.inf
    return bound


def _with_widest(values: Array, widest: float, owners: _Owners) -> tuple[Array, Array]:
    """Each value times the largest of the partners', and that largest."""
    if owners.beyond:
        largest = np.full(len(values), widest)  # those not ranked may be anybody's partner
    else:
        largest = np.zeros_like(values)
        largest[:-1] = np.maximum.accumulate(values[:0:-1])[::-1]
    return values * largest, largest


def _visit(owners: _Owners, batch: Array, allowed: AllowedPairs, shortlist: Shortlist) -> None:
    """Score the promising pairs of some owners, given by their places."""
    posterior, items = owners.posterior, owners.items[batch]
    variance = posterior.covariance_columns(items)
    variance *= -2.0
    variance += posterior.variances
    variance += posterior.variances[items, None]
    floor = posterior.rounding()
    clear_rounding(variance, floor[items], floor)
    np.maximum(variance, TINY, out=variance)
    distance = np.abs(posterior.mean[items, None] - posterior.mean)
    promise = _upper_bound(distance, variance)
    promise *= owners.weight[batch, None]
    _close(promise, items, allowed)
    for row, place in enumerate(batch.tolist()):
        promise[row, owners.items[: place + 1]] = 0.0  # pairs that an earlier item owns

    def pairs_at(flat: Array) -> tuple[Array, Array, Array]:
        row, second = np.divmod(flat, posterior.n_items)
        value = bracket(distance[row, second], variance[row, second]) * owners.weight[batch[row]]
        return value, items[row], second

    _offer_promising(promise.ravel(), pairs_at, shortlist)


def _close(promise: Array, items: Array, allowed: AllowedPairs) -> None:
    """Take the promise from pairs that may not be asked."""
    if allowed.closes_pairs_only:
        promise[allowed.closed_partners(items)] = 0.0
    else:
        promise *= allowed.mask(items)


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
        widest = np.argpartition(posterior.variances, -PREVIEWED)[-PREVIEWED:]
        owners = _Owners(posterior, widest, np.ones(PREVIEWED), 1.0)
        _visit(owners, np.arange(PREVIEWED), allowed, seen)
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
