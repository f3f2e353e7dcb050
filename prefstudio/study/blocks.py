"""A large matrix seen from afar: one dot a block of cells."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array, read_only

MAP_SIDE = 84  # dots along each side of the map beside a large matrix


def block_edges(n_items: int, side: int = MAP_SIDE) -> Array:
    """Where the blocks begin when `n_items` places are shared out evenly, shape (n_blocks,).

    There are never more blocks than places.
    """
    n_blocks = max(1, min(side, n_items))
    return np.arange(n_blocks) * n_items // n_blocks


def block_maxima(values: Array, order: Array, side: int = MAP_SIDE) -> Array:
    """The largest value of every block of a matrix whose rows and columns are put in order.

    Parameters
    ----------
    values : ndarray, shape (n_items, n_items)
        Not a number where there is no pair; such cells do not count.
    order : ndarray of int, shape (n_shown,)
        Positions in the order in which they are shown.
    side : int
        Most blocks along a side.

    Returns
    -------
    ndarray, shape (n_blocks, n_blocks)
        Read-only; not a number where a block has no value.
    """
    starts = block_edges(len(order), side)
    # Rows are reduced before columns are put in order, so that no second matrix is made.
    rows = [np.fmax.reduce(values[chosen], axis=0)[order] for chosen in _blocks(order, starts)]
    return read_only(np.fmax.reduceat(np.array(rows), starts, axis=1))


def block_means(values: Array, order: Array, side: int = MAP_SIDE) -> Array:
    """The mean of every block, as `block_maxima` gives the largest."""
    starts = block_edges(len(order), side)
    blocks = _blocks(order, starts)
    rows = [_sum_and_count(values[chosen], order) for chosen in blocks]
    sums = np.add.reduceat(np.array([total for total, _ in rows]), starts, axis=1)
    counts = np.add.reduceat(np.array([count for _, count in rows]), starts, axis=1)
    empty = np.full(sums.shape, np.nan)
    return read_only(np.divide(sums, counts, out=empty, where=counts > 0))


def _blocks(order: Array, starts: Array) -> list[Array]:
    return np.split(order, starts[1:])


def _sum_and_count(rows: Array, order: Array) -> tuple[Array, Array]:
    """Of every column in order: the sum of its numbers and how many there are."""
    is_number = ~np.isnan(rows)
    total = np.sum(rows, axis=0, where=is_number)[order]
    return total, np.count_nonzero(is_number, axis=0)[order]
