"""An order in which alike items lie side by side."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.covariance import Covariance
from prefstudio.engine.linalg import Array

MOST_CLUSTERED = 1200  # items whose distances are all compared; of more, so many stand for all


def cluster_order(covariance: Covariance, shown: Array) -> Array:
    """Positions in the leaf order of a tree of their correlations, alike ones side by side.

    Average linkage of 1 − correlation; every branch is turned so that its ends meet where they
    are most alike, and the whole so that the end which comes first in the file comes first.
    The same covariance and positions always give the same order.

    Parameters
    ----------
    covariance : Covariance
        Of the prior: it stays while answers come in, and so does the order.
    shown : ndarray of int, shape (n_shown,)
        Positions to be ordered.
    """
    shown = np.asarray(shown, dtype=np.intp)
    if len(shown) < 3:
        return shown.copy()
    if len(shown) <= MOST_CLUSTERED:
        return shown[_leaves(_correlations(covariance, shown, shown))]
    return _order_by_landmarks(covariance, shown)


def _correlations(covariance: Covariance, rows: Array, columns: Array) -> Array:
    """Correlations of shape (n_rows, n_columns); 0 where a variance is."""
    sd = np.sqrt(np.maximum(covariance.diagonal(), 0.0))
    scale = np.divide(1.0, sd, out=np.zeros_like(sd), where=sd > 0.0)
    found = covariance.columns(rows)[:, columns] * scale[columns]
    found *= scale[rows, None]
    return np.asarray(found)


def _leaves(correlations: Array) -> Array:
    from scipy.cluster.hierarchy import linkage  # here, since no start should wait for it

    n_items = len(correlations)
    above = np.triu_indices(n_items, 1)
    distances = np.maximum(1.0 - correlations[above], 0.0)
    merges = linkage(distances, "average")[:, :2].astype(np.intp)
    branches: dict[int, list[int]] = {item: [item] for item in range(n_items)}
    for step, (left, right) in enumerate(merges.tolist()):
        branches[n_items + step] = _joined(branches.pop(left), branches.pop(right), correlations)
    (leaves,) = branches.values()
    return np.array(leaves if leaves[0] < leaves[-1] else leaves[::-1])


def _joined(left: list[int], right: list[int], correlations: Array) -> list[int]:
    """Two branches in a row, turned so that the most alike of their ends meet."""
    if right[0] < left[0]:
        left, right = right, left
    turns = [(left, right), (left, right[::-1]), (left[::-1], right), (left[::-1], right[::-1])]
    likeness = [correlations[first[-1], second[0]] for first, second in turns]
    first, second = turns[int(np.argmax(likeness))]
    return first + second


def _order_by_landmarks(covariance: Covariance, shown: Array) -> Array:
    """Evenly spread items are put in order; each other one goes to the most alike of them."""
    places = np.arange(MOST_CLUSTERED) * len(shown) // MOST_CLUSTERED
    landmarks = shown[places]
    landmarks = landmarks[_leaves(_correlations(covariance, landmarks, landmarks))]
    nearest = np.empty(len(shown), dtype=np.intp)
    for start in range(0, len(shown), MOST_CLUSTERED):
        chunk = shown[start : start + MOST_CLUSTERED]
        likeness = _correlations(covariance, chunk, landmarks)
        nearest[start : start + len(chunk)] = likeness.argmax(axis=1)
    return shown[np.argsort(nearest, kind="stable")]
