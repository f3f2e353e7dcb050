"""Expected loss of leaving a pair in its present order (AXPGP's LELpair, section 7)."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import matrix_by, pair_blocks, upper_variances
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import rank_order, tied_ranks

SQRT_2PI = math.sqrt(2.0 * math.pi)
SLACK = 1.0 + 1e-12  # rounding of a bound must never exclude the pair it bounds
TINY = 1e-300  # a pair of no variance has no loss and is never asked
FIRST_BATCH, LARGEST_BATCH = 16, 64  # owners visited at once
FEW_OWNERS = 4
LEAD = 0.95  # pairs promising nearly the most are scored together
PREVIEWED = 8  # items whose pairs are looked at before all others


def bracket(distance: Array, variance: Array) -> Array:
    """ν² b(|δ|/ν), b(c) = Φ(−c) + c N(c); half the variance where the means are equal."""
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.abs(distance) / np.sqrt(variance)
    c[variance <= 0.0] = np.inf
    return variance * _shape(c)


def _shape(c: Array) -> Array:
    c = np.minimum(c, 40.0)  # beyond, b is zero in doubles
    return ndtr(-c) + c * np.exp(-0.5 * c * c) / SQRT_2PI


def group_ranks(posterior: Posterior, groups: Array | None) -> Array:
    """1-based ranks by mean within each group, tied means sharing the smallest."""
    if groups is None:
        return tied_ranks(posterior.mean, posterior.sd)
    ranks = np.empty(posterior.n_items, dtype=np.int64)
    sd = posterior.sd
    for group in np.unique(groups):
        members = groups == group
        ranks[members] = tied_ranks(posterior.mean[members], sd[members])
    return ranks


def total(posterior: Posterior, horizon: float, groups: Array | None = None) -> tuple[float, float]:
    """Expected loss summed over all pairs, and its mean a pair (T and T/Σ e^{−γ/h})."""
    ranks = group_ranks(posterior, groups)
    loss = weights = 0.0
    for rows, mean, variance in pair_blocks(posterior):
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
    ranks = group_ranks(posterior, groups)

    def score(rows: slice, mean: Array, variance: Array) -> Array:
        return _pair_weights(ranks, rows, horizon) * bracket(mean, variance)

    return matrix_by(score, posterior, groups, control)


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    shortlist = Shortlist(search.top)
    if math.isinf(search.horizon):
        _search_everywhere(search, shortlist)
    else:
        _search_by_owner(search, shortlist)
    return shortlist.chosen(search.rng)


def _search_by_owner(search: PairSearch, shortlist: Shortlist) -> None:
    """Visit owners by falling bound, stop at the first bound below the best so far.

    Items stand in rank order and the earlier item of a pair owns it, so that a pair's weight is
    its owner's.
    """
    posterior, allowed = search.posterior, search.allowed
    order, ranks = _rank_order(posterior, allowed.groups)
    weight = np.exp(-ranks / search.horizon)
    bound = _owner_bounds(posterior, order, weight)
    size = min(2 + int(search.horizon), FIRST_BATCH)
    while True:
        search.control.check()
        batch = np.flatnonzero(bound >= max(shortlist.threshold, 0.0))
        if not len(batch):
            return
        if len(batch) > size:
            batch = batch[np.argpartition(-bound[batch], size)[:size]]
        _visit(posterior, allowed, order, batch, weight, shortlist)
        bound[batch] = -np.inf
        size = min(2 * size, LARGEST_BATCH)


def _rank_order(posterior: Posterior, groups: Array | None) -> tuple[Array, Array]:
    """Items so that no later one has a smaller rank, and their ranks in that order."""
    if groups is None:
        return rank_order(posterior.mean, posterior.sd)
    ranks = group_ranks(posterior, groups)
    order = np.argsort(ranks, kind="stable")
    return order, ranks[order]


def _owner_bounds(posterior: Posterior, order: Array, weight: Array) -> Array:
    """u_i ≥ every pair that the item at place i owns; −∞ for the last, which owns none."""
    sd = posterior.sd[order]
    largest = _largest_behind(sd)
    product = sd * largest
    if posterior.prior.is_nonnegative:  # Σ_ij ≥ −c_i c_j where the prior has no negative entry
        taken = posterior.prior.covariance.diagonal()[order] - posterior.variances[order]
        c = np.sqrt(np.maximum(taken, 0.0))
        product = np.minimum(product, c * _largest_behind(c))
    bound = weight * (0.5 * SLACK) * (sd * sd + largest * largest + 2.0 * product)
    bound[-1:] = -np.inf
    return bound


def _largest_behind(values: Array) -> Array:
    """Largest of the later values, 0 for the last."""
    behind = np.zeros_like(values)
    behind[:-1] = np.maximum.accumulate(values[:0:-1])[::-1]
    return behind


def _visit(
    posterior: Posterior,
    allowed: AllowedPairs,
    order: Array,
    batch: Array,
    weight: Array,
    shortlist: Shortlist,
) -> None:
    """Score the pairs of some owners, given by their places in the order."""
    start = int(batch.min()) + 1
    later = order[start:]
    owners = order[batch]
    variance = posterior.covariance_columns(owners)[:, later]
    variance *= -2.0
    variance += posterior.variances[later]
    variance += posterior.variances[owners, None]
    least = max(shortlist.threshold, TINY) / (0.5 * SLACK * weight[batch])
    wanted = variance >= least[:, None]
    wanted &= np.arange(start, len(order)) > batch[:, None]
    few = len(batch) <= FEW_OWNERS
    if few:  # their partners as a mask; for many owners, each promising pair is looked up instead
        wanted &= allowed.mask(owners)[:, later]
    row, column = np.divmod(np.flatnonzero(wanted), len(later))
    _score(
        posterior,
        None if few else allowed,
        (owners[row], later[column]),
        variance[row, column],
        weight[batch[row]],
        shortlist,
    )


def _score(
    posterior: Posterior,
    allowed: AllowedPairs | None,
    pairs: tuple[Array, Array],
    variance: Array,
    weight: Array | float,
    shortlist: Shortlist,
) -> None:
    """Offer those pairs whose promise reaches the threshold, the most promising first.

    With `allowed` None, the caller has seen to it that all of them may be asked.
    """
    if not len(variance):
        return
    distance = np.abs(posterior.mean[pairs[0]] - posterior.mean[pairs[1]])
    promise = weight * _upper_bound(distance, variance)
    left = np.flatnonzero(promise >= shortlist.threshold)
    if allowed is not None:
        left = left[allowed.permits(pairs[0][left], pairs[1][left])]
    while len(left):
        lead = left[promise[left] >= LEAD * promise[left].max()]
        values = bracket(distance[lead], variance[lead])
        values *= weight if isinstance(weight, float) else weight[lead]
        shortlist.offer(values, pairs[0][lead], pairs[1][lead])
        promise[lead] = -np.inf
        left = left[promise[left] >= shortlist.threshold]


def _upper_bound(distance: Array, variance: Array) -> Array:
    """A value never below the bracket, and within 4 % of it, without Φ.

    Φ(−c) ≤ 2 N(c)/(c + √(c² + 8/π)) (Pollak), with equality at 0; the variance is positive.
    """
    c2 = distance * distance / variance
    c = np.sqrt(c2)
    tail = c + 2.0 / (c + np.sqrt(c2 + 8.0 / math.pi))
    return (SLACK / SQRT_2PI) * variance * np.exp(-0.5 * c2) * tail


def _search_everywhere(search: PairSearch, shortlist: Shortlist) -> None:
    """All weights are 1: go through all pairs, scoring only what two bounds let through."""
    posterior, allowed = search.posterior, search.allowed
    shortlist.threshold = _preview(posterior, allowed, shortlist.top)
    for rows, variance in upper_variances(posterior):
        search.control.check()
        flat = np.flatnonzero(variance >= 2.0 / SLACK * max(shortlist.threshold, TINY))
        first, second = np.divmod(flat, variance.shape[1])
        first += rows.start
        second += rows.start
        _score(posterior, allowed, (first, second), variance.ravel()[flat], 1.0, shortlist)


def _preview(posterior: Posterior, allowed: AllowedPairs, top: int) -> float:
    """A value that the `top` best pairs reach, from those of the least certain items."""
    seen = Shortlist(top)
    if posterior.n_items > PREVIEWED:
        order = np.argsort(-posterior.variances)
        weight = np.ones(len(order))
        _visit(posterior, allowed, order, np.arange(PREVIEWED), weight, seen)
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
