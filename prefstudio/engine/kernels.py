"""Covariances between items from their features (section 1) and their derivatives (section 12)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prefstudio.engine.errors import BadPrior
from prefstudio.engine.linalg import Array


def inverse_length_scales(length_scale: float | Array, n_columns: int) -> Array:
    """ρ = 1/length_scale for every column; one number serves all of them.

    Raises
    ------
    BadPrior
        When a length scale is not positive or their number fits no column count.
    """
    scales = np.atleast_1d(np.asarray(length_scale, dtype=float))
    if not (np.all(np.isfinite(scales)) and np.all(scales > 0.0)):
        raise BadPrior("every length scale must be a positive number")
    if len(scales) not in (1, n_columns):
        raise BadPrior(
            f"{len(scales)} length scales for {n_columns} columns; give one, or one a column"
        )
    return np.broadcast_to(1.0 / scales, (n_columns,))


def squared_exponential(left: Array, right: Array, rho: Array) -> Array:
    """exp(−½ Σ_d ρ_d² (x_d − x'_d)²) for every pair of rows, shape (n_left, n_right)."""
    scaled_left, scaled_right = left * rho, right * rho
    gram = scaled_left @ scaled_right.T
    gram -= 0.5 * np.einsum("id,id->i", scaled_left, scaled_left)[:, None]
    gram -= 0.5 * np.einsum("id,id->i", scaled_right, scaled_right)[None, :]
    np.minimum(gram, 0.0, out=gram)
    return np.exp(gram, out=gram)


def linear(left: Array, right: Array, rho: Array) -> Array:
    """Σ_d ρ_d² x_d x'_d for every pair of rows, shape (n_left, n_right)."""
    return (left * rho) @ (right * rho).T


def _squared_exponential_by_scale(values: Array, rho: Array, columns: Array) -> Array:
    kernel = squared_exponential(values, values, rho)
    total = np.zeros_like(kernel)
    for d in columns:
        total += rho[d] ** 2 * np.square(np.subtract.outer(values[:, d], values[:, d]))
    return kernel * total


def _linear_by_scale(values: Array, rho: Array, columns: Array) -> Array:
    chosen = values[:, columns] * rho[columns]
    return -2.0 * (chosen @ chosen.T)


KERNELS: dict[str, Callable[[Array, Array, Array], Array]] = {
    "squared_exponential": squared_exponential,
    "linear": linear,
}

# ∂K/∂log(length scale), summed over the given columns
BY_LENGTH_SCALE: dict[str, Callable[[Array, Array, Array], Array]] = {
    "squared_exponential": _squared_exponential_by_scale,
    "linear": _linear_by_scale,
}
