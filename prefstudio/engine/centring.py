"""Utilities about the average: answers tell differences only, never the common level.

With C = I − 11ᵀ/n within a group, drawn are C m and C Σ Cᵀ. With `groups`, one code an item,
every group has its own average, and covariances between groups are centred on both sides.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array


def centred(values: Array, groups: Array | None = None) -> Array:
    """Values less the mean of their group, shape (n_items,)."""
    return np.asarray(values - _means(values, groups))


def centred_covariance(covariance: Array, groups: Array | None = None) -> Array:
    """C Σ Cᵀ of a covariance that may be overwritten, shape (n_items, n_items)."""
    covariance -= _means(covariance, groups)
    covariance -= _means(covariance.T, groups).T
    return covariance


def _means(values: Array, groups: Array | None) -> Array:
    """Mean over the first axis within its group, in every place of that axis or to be spread."""
    if groups is None:
        return np.asarray(values.mean(axis=0, keepdims=True))
    means = np.empty(values.shape)
    for code in np.unique(groups):
        members = groups == code
        means[members] = values[members].mean(axis=0)
    return means
