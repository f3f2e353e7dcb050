"""Ranks of the items by mean, with the one rule that says which means are tied (section 7)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array

TIE_WIDTH = 1e-9  # of the largest sd: below it a difference of means is rounding


def tied_ranks(mean: Array, sd: Array) -> Array:
    """1-based ranks by falling mean; tied items share the smallest rank of their tie.

    Neighbours in the sorted order are tied when their means differ by at most 1e-9 of the
    largest sd, and ties chain along the order, so that no tie is broken by rounding.

    Parameters
    ----------
    mean, sd : ndarray, shape (n_items,)

    Returns
    -------
    ndarray of int, shape (n_items,)
    """
    n = len(mean)
    ranks = np.empty(n, dtype=np.intp)
    if n == 0:
        return ranks
    order = np.argsort(-mean)
    ordered = mean[order]
    starts = np.ones(n, dtype=np.intp)
    starts[1:] = np.arange(2, n + 1) * (ordered[:-1] - ordered[1:] > TIE_WIDTH * sd.max())
    ranks[order] = np.maximum.accumulate(starts)
    return ranks
