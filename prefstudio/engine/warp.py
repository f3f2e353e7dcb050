"""The semi-supervised step: a kernel of features, warped along a neighbour graph (section 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.linalg import Array, symmetrise
from prefstudio.engine.link_graph import laplacian


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """The semi-supervised step K̃ = (K⁻¹ + L)⁻¹ without inverting K or L."""

    neighbour_weights: sparse.csr_matrix
    strength: float = 1.0

    def laplacian(self) -> sparse.csr_matrix:
        """L = strength × the Laplacian of the neighbour graph."""
        return self.strength * laplacian(self.neighbour_weights)

    def operator(self, kernel: Array) -> Array:
        """P = (I + K L)⁻¹, so that K̃ = P K."""
        system = np.asarray((self.laplacian() @ kernel).T)  # K L, both being symmetric
        system[np.diag_indices_from(system)] += 1.0
        return np.linalg.inv(system)

    def applied(self, kernel: Array) -> Array:
        """K̃, exactly symmetric."""
        return symmetrise(self.operator(kernel) @ kernel)


class Warping:
    """One kernel on its way through a warp; P and K̃ are made once for all derivatives.

    Parameters
    ----------
    warp : Warp
        The step.
    kernel : callable
        Makes K, shape (n_items, n_items), when the first derivative is asked for.
    """

    def __init__(self, warp: Warp, kernel: Callable[[], Array]) -> None:
        self._warp, self._make = warp, kernel

    @cached_property
    def kernel(self) -> Array:
        """K before the warp."""
        return self._make()

    @cached_property
    def operator(self) -> Array:
        """P = (I + K L)⁻¹."""
        return self._warp.operator(self.kernel)

    @cached_property
    def warped(self) -> Array:
        """K̃ = P K."""
        return symmetrise(self.operator @ self.kernel)

    def by_kernel(self, change: Array, items: Array) -> Array:
        """∂K̃ = P (∂K) Pᵀ among `items`."""
        rows = self.operator[items]
        return rows @ change @ rows.T

    def by_strength(self, items: Array) -> Array:
        """∂K̃/∂log strength = −K̃ L K̃ among `items`."""
        columns = self.warped[:, items]
        return -columns.T @ np.asarray(self._warp.laplacian() @ columns)
