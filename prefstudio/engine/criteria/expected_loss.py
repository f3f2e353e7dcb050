"""Expected loss of leaving a pair in its present order (AXPGP's LELpair, section 7)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import matrix_by, pair_blocks, upper_variances
from prefstudio.engine.criteria.bracket import TINY, bracket
from prefstudio.engine.criteria.candidate_pairs import CandidatePairs, offer
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.owners import SLACK, Owners, highest, leading, owner_bounds
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.criteria.variance_ratio import VARIANCE_RATIO
from prefstudio.engine.criteria.visits import visit
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import group_ranks

FEWEST_LEADING, LEADING_A_PLACE = 32, 10.0  # items ranked at first: 32 + 10 h
FIRST_BATCH, LARGEST_BATCH = 16, 64  # owners visited at once
PREVIEWED = 8  # items whose pairs are looked at before all others
CARRIED = 64.0  # roundings that a value may differ by when it is computed a second time


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


def _value(
    posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
) -> float:
    smaller = group_ranks(posterior.mean, posterior.sd, groups)[list(pair)].min()
    mean, variance = posterior.pair_moments(*pair)
    return float(np.exp(-smaller / horizon) * bracket(np.asarray(mean), np.asarray(variance)))


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
    return shortlist.chosen(search.rng, search.favoured)


def _search_by_owner(search: PairSearch, shortlist: Shortlist) -> None:
    """Visit owners by falling bound, stop at the first bound below the best so far.

    Only the leading items are ranked at first: behind them weights are next to nothing. If that
    is not enough, all are.
    """
    posterior, groups, horizon = search.posterior, search.allowed.groups, search.horizon
    n_leading = FEWEST_LEADING + int(LEADING_A_PLACE * min(horizon, 1e6))
    owners = leading(posterior, groups, horizon, n_leading)
    _visit_by_bound(owners, search, shortlist)
    variance = posterior.variances.max(initial=0.0)
    if owners.beyond * 2.0 * SLACK * variance >= max(shortlist.threshold, TINY):
        shortlist.start_over(_carried(shortlist.threshold, posterior))
        owners = leading(posterior, groups, horizon, posterior.n_items)
        _visit_by_bound(owners, search, shortlist)


def _carried(threshold: float, posterior: Posterior) -> float:
    """A threshold that the pairs behind it reach again when their values are computed anew.

    Where answers have narrowed a wide prior by many orders of magnitude, a variance is a small
    difference of large numbers, and the same pair's value changes by more than a tie allows.
    """
    return threshold - CARRIED * float(posterior.rounding().max(initial=0.0))


def _visit_by_bound(owners: Owners, search: PairSearch, shortlist: Shortlist) -> None:
    bound = owner_bounds(owners)
    size = _first_size(search.posterior, search.horizon)
    while True:
        search.control.check()
        batch = highest(bound, max(shortlist.threshold, 0.0), size)
        if not len(batch):
            return
        visit(owners, batch, bound[batch], search.allowed, shortlist)
        bound[batch] = -np.inf
        size = min(2 * size, LARGEST_BATCH)


def _first_size(posterior: Posterior, horizon: float) -> int:
    """Owners visited at first: the more is known, the less is the best pair ahead of others."""
    answers_an_item = posterior.n_answers / posterior.n_items
    return int(min(3.0 + horizon + 2.0 * answers_an_item, FIRST_BATCH))


def _search_everywhere(search: PairSearch, shortlist: Shortlist) -> None:
    """All weights are 1: go through all pairs, scoring only what two bounds let through."""
    shortlist.threshold = _preview(search.posterior, search.allowed, shortlist.top)
    mean = search.posterior.mean
    for rows, variance in upper_variances(search.posterior):
        search.control.check()
        least = max(shortlist.threshold, TINY)
        flat = np.flatnonzero(variance >= 2.0 / SLACK * least)
        first, second = np.divmod(flat, variance.shape[1])
        first += rows.start
        second += rows.start
        distance = np.abs(mean[first] - mean[second])
        weight = np.ones(len(flat))
        pairs = CandidatePairs(first, second, distance, variance.ravel()[flat], weight)
        offer(pairs, least, search.allowed, shortlist)


def _preview(posterior: Posterior, allowed: AllowedPairs, top: int) -> float:
    """A value that the `top` best pairs reach, from those of the least certain items."""
    seen = Shortlist(top)
    if posterior.n_items > PREVIEWED:
        widest = np.argpartition(posterior.variances, -PREVIEWED)[-PREVIEWED:]
        owners = Owners(posterior, widest, np.ones(PREVIEWED), 1.0)
        visit(owners, np.arange(PREVIEWED), owner_bounds(owners), allowed, seen)
    return _carried(seen.threshold, posterior)


EXPECTED_LOSS = Criterion(
    "expected_loss",
    "Expected loss",
    "Asks the pair whose present order would cost most if it were wrong; the horizon says how "
    "many leading places matter.",
    True,
    _find,
    _matrix,
    _value,
)
