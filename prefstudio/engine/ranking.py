"""Who is best, and how sure that is: rank intervals, P(best) and top k from draws (section 7).

With `groups`, one code an item, everything is within the item's group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import group_ranks

N_DRAWS = 4000
TAIL = 0.025  # left out on either side of a rank interval
DRAWS_AT_ONCE = 500
VALUES_AT_ONCE = 500_000  # drawn between two looks at whether to stop
ITEMS_AT_ONCE = 128


@dataclass(frozen=True, slots=True, eq=False)
class RankingSummary:
    """Ranks of all items and how certain they are; arrays of shape (n_items,), read-only.

    Attributes
    ----------
    rank : 1-based by mean; ties share the smallest rank.
    rank_low, rank_high : 95 % interval of the rank.
    p_best : chance that the item is the best of its group.
    n_draws : draws behind the interval and the chance.
    """

    rank: Array
    rank_low: Array
    rank_high: Array
    p_best: Array
    n_draws: int

    def __post_init__(self) -> None:
        for name in ("rank", "rank_low", "rank_high", "p_best"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def shown_interval(self) -> tuple[Array, Array]:
        """The interval as it is shown beside the rank, which it then always holds."""
        return holding(self.rank, self.rank_low, self.rank_high)


def summarise(
    posterior: Posterior,
    rng: np.random.Generator,
    groups: Array | None = None,
    n_draws: int = N_DRAWS,
    control: Control | None = None,
) -> RankingSummary:
    """Ranks by mean with their intervals and P(best), from draws of the posterior."""
    drawn = np.empty((n_draws, posterior.n_items), np.min_scalar_type(posterior.n_items))
    done = 0
    for _, chunk in drawn_ranks(posterior, rng, groups, n_draws, control):
        drawn[done : done + len(chunk)] = chunk
        done += len(chunk)
    low, high = rank_intervals(drawn, control)
    best = np.count_nonzero(drawn == 1, axis=0) / n_draws
    return RankingSummary(ranks(posterior, groups), low, high, best, n_draws)


def ranks(posterior: Posterior, groups: Array | None = None) -> Array:
    """1-based ranks by mean, ties sharing the smallest, shape (n_items,)."""
    codes = None if groups is None else np.asarray(groups)
    return group_ranks(posterior.mean, posterior.sd, codes)


def order(posterior: Posterior, groups: Array | None = None) -> Array:
    """Item numbers, best first and tied ones as numbered; group after group, by code."""
    by_rank = ranks(posterior, groups)
    if groups is None:
        return np.argsort(by_rank, kind="stable")
    return np.lexsort((by_rank, np.asarray(groups)))


def p_top_k(
    posterior: Posterior,
    k: int,
    rng: np.random.Generator,
    groups: Array | None = None,
    n_draws: int = N_DRAWS,
    control: Control | None = None,
) -> Array:
    """Chance of every item to be among the best `k`, shape (n_items,)."""
    inside = np.zeros(posterior.n_items, dtype=np.intp)
    for _, chunk in drawn_ranks(posterior, rng, groups, n_draws, control):
        inside += np.count_nonzero(chunk <= k, axis=0)
    return inside / n_draws


def p_top_k_is(
    posterior: Posterior,
    k: int,
    rng: np.random.Generator,
    groups: Array | None = None,
    n_draws: int = N_DRAWS,
    control: Control | None = None,
) -> Array:
    """Chance that the `k` items shown first are the best `k`, in whatever order.

    Returns
    -------
    ndarray, shape (n_groups,)
        One chance a group, by rising code; a single one without groups.
    """
    shown = shown_first(posterior, k, groups)
    right = np.zeros(len(shown), dtype=np.intp)
    for _, chunk in drawn_ranks(posterior, rng, groups, n_draws, control):
        for number, leaders in enumerate(shown):
            right[number] += np.count_nonzero(np.all(chunk[:, leaders] <= k, axis=1))
    return right / n_draws


def centred_sd(
    posterior: Posterior, groups: Array | None = None, control: Control | None = None
) -> Array:
    """Sd of every utility minus its group's mean utility, shape (n_items,)."""
    variances = np.empty(posterior.n_items)
    for members in _members(posterior, groups):
        to_mean = np.empty(len(members))  # Cov(ξ_i, group mean)
        for start in range(0, len(members), ITEMS_AT_ONCE):
            _check(control)
            block = slice(start, start + ITEMS_AT_ONCE)
            to_mean[block] = posterior.covariance_columns(members[block])[:, members].mean(axis=1)
        variances[members] = posterior.variances[members] - 2.0 * to_mean + to_mean.mean()
    return np.sqrt(np.maximum(variances, 0.0))


def _members(posterior: Posterior, groups: Array | None) -> list[Array]:
    """Item numbers of every group, by rising code."""
    if groups is None:
        return [np.arange(posterior.n_items)]
    groups = np.asarray(groups)
    return [np.flatnonzero(groups == code) for code in np.unique(groups)]


def shown_first(posterior: Posterior, k: int, groups: Array | None) -> list[Array]:
    """Item numbers of the `k` best by mean of every group, by rising code."""
    shown = order(posterior)
    place = np.empty_like(shown)
    place[shown] = np.arange(len(shown))
    return [members[np.argsort(place[members])[:k]] for members in _members(posterior, groups)]


def drawn_ranks(
    posterior: Posterior,
    rng: np.random.Generator,
    groups: Array | None = None,
    n_draws: int = N_DRAWS,
    control: Control | None = None,
) -> Iterator[tuple[Array, Array]]:
    """Draws of all utilities and the ranks in each, some draws at a time.

    Yields
    ------
    utilities, ranks : ndarray, shape (n_chunk, n_items)
    """
    members = _members(posterior, groups)
    _check(control)
    factor = posterior.sampling_factor()
    size = max(1, min(DRAWS_AT_ONCE, VALUES_AT_ONCE // max(posterior.n_items, 1)))
    for start in range(0, n_draws, size):
        _check(control)
        noise = rng.standard_normal((min(size, n_draws - start), posterior.n_items))
        drawn = noise @ factor.T
        drawn += posterior.mean
        yield drawn, _ranks_of(drawn, members)


def _ranks_of(drawn: Array, members: list[Array]) -> Array:
    found = np.empty(drawn.shape, dtype=np.int32)
    for group in members:
        by_worth = np.argsort(-drawn[:, group], axis=1)
        within = np.empty(by_worth.shape, dtype=np.int32)
        np.put_along_axis(within, by_worth, np.arange(1, len(group) + 1, dtype=np.int32), axis=1)
        found[:, group] = within
    return found


def rank_intervals(drawn: Array, control: Control | None = None) -> tuple[Array, Array]:
    """Ranks that leave out the same number of draws on either side, of shape (n_items,) each.

    Parameters
    ----------
    drawn : ndarray, shape (n_draws, n_items)
        Ranks in every draw.
    control : Control, optional
    """
    n_draws, n_items = drawn.shape
    left_out = int(TAIL * n_draws)
    edges = [left_out, n_draws - 1 - left_out]
    bounds = np.empty((2, n_items), dtype=np.int32)
    for start in range(0, n_items, ITEMS_AT_ONCE):
        _check(control)
        block = slice(start, start + ITEMS_AT_ONCE)
        bounds[:, block] = np.partition(drawn[:, block], edges, axis=0)[edges]
    return bounds[0], bounds[1]


def holding(rank: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Intervals that reach to the rank they stand beside.

    Items that are tied share the smallest rank of their tie, at which each of them is hardly ever
    drawn: before any answer all are first, and the interval of draws may begin at the second.
    """
    return np.minimum(low, rank), np.maximum(high, rank)


def _check(control: Control | None) -> None:
    if control is not None:
        control.check()
