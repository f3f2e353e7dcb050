"""The semi-supervised step: a kernel of features, warped along a neighbour graph (section 1)."""

from __future__ import annotations

from dataclasses import dataclass

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

    def new_item(self, kernel: Array, to_items: Array, own: Array) -> Array:
        """Covariance of items outside the graph: k(x, x') − k_xᵀ (I + L K)⁻¹ L k_x'.

        Parameters
        ----------
        kernel : ndarray, shape (n_items, n_items)
            K before the warp.
        to_items : ndarray, shape (n_items, n_new)
            Kernel between the items and the new ones.
        own : ndarray, shape (n_new, n_new)
            Kernel among the new ones.
        """
        spread = self.laplacian() @ to_items
        return own - to_items.T @ (self.operator(kernel).T @ spread)
