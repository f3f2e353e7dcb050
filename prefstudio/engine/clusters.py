"""A few points that stand for many: k-means, the same every time."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array

SEED = 20110918  # fixed: the same rows have the same centres, in whatever order they come
RESTARTS = 5
MAX_ROUNDS = 100


def centres(values: Array, n_centres: int, control: Control | None = None) -> Array:
    """Centres of clusters of rows: the tightest of five starts.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_columns)
        On a scale on which distances mean something.
    n_centres : int
        At least 1.
    control : Control, optional
        Checked every round.

    Returns
    -------
    ndarray, shape (min(n_centres, n_distinct_rows), n_columns)
        All different; the distinct rows themselves when they are no more than `n_centres`.
    """
    rows, counts = _distinct(values)
    if len(rows) <= n_centres:
        return rows
    middle = rows.mean(axis=0)
    rows = rows - middle  # squared distances lose digits far from 0
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(RESTARTS):
        start = _start(rows, counts, n_centres, rng)
        found.append(_settled(rows, counts, start, control or Control()))
    return np.unique(min(found, key=lambda result: result[1])[0] + middle, axis=0)


def _distinct(values: Array) -> tuple[Array, Array]:
    """Distinct rows in a canonical order, and how often each occurs."""
    if not values.size:
        n_rows = min(len(values), 1)  # rows without columns are all the same
        return values[:n_rows].copy(), np.full(n_rows, len(values))
    return np.unique(values + 0.0, axis=0, return_counts=True)  # −0 and 0 are one value


def _start(rows: Array, counts: Array, n_centres: int, rng: np.random.Generator) -> Array:
    """Rows drawn one by one, far ones rather than near ones (k-means++)."""
    chosen = [int(rng.choice(len(rows), p=counts / counts.sum()))]
    nearest = np.full(len(rows), np.inf)
    while len(chosen) < n_centres:
        np.minimum(nearest, np.square(rows - rows[chosen[-1]]).sum(axis=1), out=nearest)
        if not nearest.any():  # distinct rows too close for their distance to be a number
            break
        chance = counts * (nearest / nearest.max())
        chosen.append(int(rng.choice(len(rows), p=chance / chance.sum())))
    return rows[chosen]


def _settled(rows: Array, counts: Array, points: Array, control: Control) -> tuple[Array, float]:
    """Centres after Lloyd's rounds, and the squared distances that are left."""
    owner = np.full(len(rows), -1)
    for _ in range(MAX_ROUNDS):
        control.check()
        squared = _squared_distances(rows, points)
        before, owner = owner, squared.argmin(axis=1)
        if np.array_equal(owner, before):
            break
        points = _means(rows, counts, owner, points)
    left = np.take_along_axis(squared, owner[:, None], axis=1)[:, 0]
    return points, float(counts @ left)


def _means(rows: Array, counts: Array, owner: Array, points: Array) -> Array:
    """Mean of every cluster; one that lost all its rows stays where it was."""
    size = np.bincount(owner, counts, len(points))
    total = np.stack(
        [np.bincount(owner, counts * column, len(points)) for column in rows.T], axis=1
    )
    return np.where(size[:, None] > 0, total / np.maximum(size, 1.0)[:, None], points)


def _squared_distances(rows: Array, points: Array) -> Array:
    squared = -2.0 * (rows @ points.T)
    squared += np.einsum("id,id->i", rows, rows)[:, None]
    squared += np.einsum("pd,pd->p", points, points)[None, :]
    return np.maximum(squared, 0.0, out=squared)
