"""Ranks of the items by mean, with the one rule that says which means are tied (section 7)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array

TIE_WIDTH = 1e-9  # of the largest sd: below it a difference of means is rounding


def rank_order(mean: Array, sd: Array) -> tuple[Array, Array]:
    """Items by falling mean, and the tied rank of each place in that order.

    Neighbours in the order are tied when their means differ by at most 1e-9 of the largest sd,
    and ties chain along it, so that no tie is broken by rounding.

    Parameters
    ----------
    mean, sd : ndarray, shape (n_items,)

    Returns
    -------
    order, ranks : ndarray of int, shape (n_items,)
        ``ranks[k]`` is the 1-based rank of item ``order[k]``.
    """
    order = np.argsort(-mean)
    falling = mean[order]
    ranks = np.arange(1, len(mean) + 1)
    tied = falling[:-1] - falling[1:] <= TIE_WIDTH * sd.max(initial=0.0)
    if tied.any():
        ranks[1:][tied] = 1
        np.maximum.accumulate(ranks, out=ranks)
    return order, ranks


def tied_ranks(mean: Array, sd: Array) -> Array:
    """1-based ranks by falling mean; tied items share the smallest rank of their tie."""
    order, ordered = rank_order(mean, sd)
    ranks = np.empty_like(ordered)
    ranks[order] = ordered
    return ranks


def group_ranks(mean: Array, sd: Array, groups: Array | None) -> Array:
    """Tied ranks within each group, judged by the group's own sd; one group when None."""
    if groups is None:
        return tied_ranks(mean, sd)
    ranks = np.empty(len(mean), dtype=np.intp)
    for group in np.unique(groups):
        members = groups == group
        ranks[members] = tied_ranks(mean[members], sd[members])
    return ranks
