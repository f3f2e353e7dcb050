"""Expected loss of leaving a pair in its present order (AXPGP's LELpair, section 7)."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import matrix_by, pair_blocks
from prefstudio.engine.criteria.criterion import Criterion
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import tied_ranks

SQRT_2PI = math.sqrt(2.0 * math.pi)
SLACK = 1.0 + 1e-12  # rounding of a bound must never exclude the pair it bounds
LARGEST_BATCH = 64


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


def _matrix(
    posterior: Posterior, groups: Array | None, horizon: float, control: Control
) -> Array:
    ranks = group_ranks(posterior, groups)

    def score(rows: slice, mean: Array, variance: Array) -> Array:
        return _pair_weights(ranks, rows, horizon) * bracket(mean, variance)

    return matrix_by(score, posterior, groups, control)


def _find(
    posterior: Posterior,
    allowed: AllowedPairs,
    horizon: float,
    top: int,
    rng: np.random.Generator,
    control: Control,
) -> tuple[ScoredPair, ...]:
    shortlist = Shortlist(top)
    if math.isinf(horizon):
        _search_everywhere(posterior, allowed, shortlist, control)
    else:
        _search_by_owner(posterior, allowed, horizon, shortlist, control)
    return shortlist.chosen(rng)


def _search_by_owner(
    posterior: Posterior,
    allowed: AllowedPairs,
    horizon: float,
    shortlist: Shortlist,
    control: Control,
) -> None:
    """Visit owners by falling bound, stop at the first bound below the best so far.

    Items stand in rank order and the earlier item of a pair owns it, so that a pair's weight is
    its owner's.
    """
    ranks = group_ranks(posterior, allowed.groups)
    order = np.argsort(ranks, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    weight = np.exp(-ranks[order] / horizon)
    bound = _owner_bounds(posterior, order, weight)
    visits = np.argsort(-bound, kind="stable")
    done, size = 0, 1
    while done < len(visits) and bound[visits[done]] >= shortlist.threshold:
        control.check()
        batch = visits[done : done + size]
        batch = batch[bound[batch] >= shortlist.threshold]
        _visit(posterior, allowed, order, place, batch, weight, shortlist)
        done += size
        size = min(2 * size, LARGEST_BATCH)


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
    place: Array,
    batch: Array,
    weight: Array,
    shortlist: Shortlist,
) -> None:
    """Score the pairs of some owners that their own bound does not exclude."""
    owners = order[batch]
    variance = posterior.covariance_columns(owners)
    variance *= -2.0
    variance += posterior.variances
    variance += posterior.variances[owners, None]
    own_weight = weight[batch, None]
    wanted = place[None, :] > batch[:, None]
    wanted &= variance * (0.5 * SLACK * own_weight) >= shortlist.threshold
    if len(owners) == 1:
        wanted[0] &= allowed.partners(int(owners[0]))
    row, second = np.nonzero(wanted)
    if len(owners) > 1:
        permitted = allowed.permits(owners[row], second)
        row, second = row[permitted], second[permitted]
    if not len(row):
        return
    first = owners[row]
    distance = posterior.mean[first] - posterior.mean[second]
    kept = np.maximum(variance[row, second], 0.0)
    shortlist.offer(bracket(distance, kept) * weight[batch[row]], first, second)


def _search_everywhere(
    posterior: Posterior, allowed: AllowedPairs, shortlist: Shortlist, control: Control
) -> None:
    """All weights are 1: go through all pairs, scoring only what two bounds let through."""
    for rows, mean, variance in pair_blocks(posterior):
        control.check()
        wanted = variance >= 2.0 / SLACK * max(shortlist.threshold, 0.0)
        wanted &= variance > 0.0
        flat = np.flatnonzero(wanted)
        if not len(flat):
            continue
        nu2, distance = variance.ravel()[flat], np.abs(mean.ravel()[flat])
        likely = _upper_bound(distance, nu2) >= shortlist.threshold
        flat, nu2, distance = flat[likely], nu2[likely], distance[likely]
        first, second = np.divmod(flat, variance.shape[1])
        first += rows.start
        second += rows.start
        permitted = allowed.permits(first, second)
        values = bracket(distance[permitted], nu2[permitted])
        shortlist.offer(values, first[permitted], second[permitted])


def _upper_bound(distance: Array, variance: Array) -> Array:
    """ν² min(½, (½ + c/√2π) e^{−c²/2}), never below the bracket."""
    c2 = distance * distance / variance
    slope = (0.5 + np.sqrt(c2) / SQRT_2PI) * np.exp(-0.5 * c2)
    return SLACK * variance * np.minimum(0.5, slope)


EXPECTED_LOSS = Criterion(
    "expected_loss",
    "Expected loss",
    "Asks the pair whose present order would cost most if it were wrong; the horizon says how "
    "many leading places matter.",
    True,
    _find,
    _matrix,
)
