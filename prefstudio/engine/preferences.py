"""The chance that one item is preferred to another, for all pairs at once."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior


def preference_matrix(
    posterior: Posterior, groups: Array | None = None, control: Control | None = None
) -> Array:
    """Chance that the item of a row is preferred to that of a column.

    Returns
    -------
    ndarray, shape (n_items, n_items)
        Not a number on the diagonal and between groups; with ties, a row and its mirror image
        add up to less than 1.
    """
    scale = posterior.scale
    least = scale.edges[scale.win[0]]
    matrix = np.empty((posterior.n_items, posterior.n_items))
    for rows, spread in posterior.difference_variance_blocks():
        if control is not None:
            control.check()
        right = slice(rows.start, None)
        deviation = np.sqrt(scale.noise**2 + spread)
        distance = np.subtract.outer(posterior.mean[rows], posterior.mean[right])
        matrix[rows, right] = ndtr((distance - least) / deviation)
        matrix[right, rows] = ndtr((-distance - least) / deviation).T
    matrix[np.diag_indices_from(matrix)] = np.nan
    if groups is not None:
        matrix[groups[:, None] != groups[None, :]] = np.nan
    return matrix
