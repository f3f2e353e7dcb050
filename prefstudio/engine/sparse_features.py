"""Utilities that answers see only through a few pseudo inputs (section 5).

Everything is held in whitened form: with K̄ = L Lᵀ the pseudo inputs' utilities are f̄ = L w and
w ~ N(0, I), so that nothing later on suffers from pseudo inputs that lie close together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.kernels import KERNELS, inverse_length_scales
from prefstudio.engine.linalg import Array, cholesky, inverse_lower, read_only
from prefstudio.engine.probit import TiltedMoments, tilt

JITTER = 1e-8  # of the pseudo inputs' mean variance, on K̄'s diagonal

# k(x, x) + k(x', x') − 2 k(x, x') by Σ_d ρ_d² (x_d − x'_d)²
DIFFERENCE_VARIANCES: dict[str, Callable[[Array], Array]] = {
    "squared_exponential": lambda squared: -2.0 * np.expm1(-0.5 * squared),
    "linear": lambda squared: squared,
}


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """A features component with the points its answers are seen through.

    Attributes
    ----------
    values : ndarray, shape (n_items, n_columns)
    pseudo_inputs : ndarray, shape (n_pseudo_inputs, n_columns)
    amplitude : κ, any weight of the component included.
    length_scale : float or ndarray
        One for all columns, or one a column.
    kernel : str
    individual : ω₀, the sd of what is an item's own; drawn anew an answer (section 5).
    jitter : on K̄'s diagonal, as a share of its mean.
    """

    values: Array
    pseudo_inputs: Array
    amplitude: float = 1.0
    length_scale: float | Array = 1.0
    kernel: str = "squared_exponential"
    individual: float = 0.0
    jitter: float = JITTER

    def __post_init__(self) -> None:
        points = np.asarray(self.pseudo_inputs, dtype=float)
        n_columns = np.shape(self.values)[1]
        if points.ndim != 2 or points.shape[1] != n_columns or not np.all(np.isfinite(points)):
            raise BadPrior(
                f"pseudo inputs must be rows of {n_columns} finite numbers, one for every column "
                "of the features; leave them out to have them placed"
            )
        object.__setattr__(self, "pseudo_inputs", read_only(points))

    @property
    def rho(self) -> Array:
        """ρ = 1/length_scale for every column."""
        return inverse_length_scales(self.length_scale, self.values.shape[1])

    def kernel_to(self, values: Array) -> Array:
        """κ² k(x̄, x) for rows of `values`, shape (n_pseudo_inputs, n_rows)."""
        found = KERNELS[self.kernel](self.pseudo_inputs, values, self.rho)
        found *= self.amplitude**2
        return found

    def own_kernel(self) -> Array:
        """K̄ with its jitter, shape (n_pseudo_inputs, n_pseudo_inputs)."""
        found = self.kernel_to(self.pseudo_inputs)
        if len(found):
            found[np.diag_indices_from(found)] += self.jitter * np.mean(found.diagonal())
        return found

    def squared_distances(self, first: Array, second: Array) -> Array:
        """Σ_d ρ_d² (x_d − x'_d)² of pairs of items, shape (n_pairs,)."""
        return np.square((self.values[first] - self.values[second]) * self.rho).sum(axis=1)

    def difference_variances(self, first: Array, second: Array) -> Array:
        """Prior variance of pairs' differences by their features alone, shape (n_pairs,)."""
        squared = self.squared_distances(first, second)
        return self.amplitude**2 * DIFFERENCE_VARIANCES[self.kernel](squared)


class SparseDifferences:
    """The compared differences as pseudo inputs tell them, with the names of section 12.

    Attributes
    ----------
    merged : the distinct answers, with counts.
    inverse_factor : L⁻¹, shape (n_pseudo_inputs, n_pseudo_inputs).
    items : L⁻¹ k_x of every item, shape (n_pseudo_inputs, n_items).
    differences : L⁻¹ b_t of every distinct answer, shape (n_pseudo_inputs, n_distinct).
    noise : √e_t, the noise of every distinct answer.
    """

    def __init__(self, sparse: SparseFeatures, merged: Comparisons, scale: ResponseScale) -> None:
        self.merged = merged
        self.inverse_factor = inverse_lower(cholesky(sparse.own_kernel()))
        self.items = self.inverse_factor @ sparse.kernel_to(sparse.values)
        self.differences = self.items[:, merged.first] - self.items[:, merged.second]
        told = np.einsum("pt,pt->t", self.differences, self.differences)
        untold = sparse.difference_variances(merged.first, merged.second) - told
        own = scale.noise**2 + 2.0 * sparse.individual**2
        self.noise = np.sqrt(own + np.maximum(untold, 0.0))
        self.lower, self.upper = scale.edges[merged.lower], scale.edges[merged.upper]

    def answers(self, difference: Array) -> TiltedMoments:
        """Log likelihood and derivatives of one copy of every answer."""
        return tilt(self.lower, self.upper, difference, np.zeros(len(difference)), self.noise)

    def system(self, curvature: Array) -> Array:
        """P = L⁻¹ H L⁻ᵀ = I + Σ_t c_t D_t (L⁻¹b_t)(L⁻¹b_t)ᵀ."""
        found = (self.differences * (self.merged.count * curvature)) @ self.differences.T
        found[np.diag_indices_from(found)] += 1.0
        return found
