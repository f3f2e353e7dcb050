"""Half the variance of differences: a pair's largest possible loss but for its weight."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior

PARTNERS = np.array([[1], [0], [2]])  # terms that the rows of `_terms` are multiplied by


class HalfDifferences:
    """½ Var(ξ_i − ξ_j) for chosen i and all j, of one posterior.

    Σ is base − UUᵀ − llᵀ, so it is ½σ_i² + ½σ_j² + l_i l_j + (UUᵀ)_ij − base_ij: two matrix
    products and one difference, which are fewer passes than one a term.
    """

    __slots__ = ("_posterior", "_terms")

    def __init__(self, posterior: Posterior) -> None:
        self._posterior = posterior
        self._terms = np.empty((3, posterior.n_items))
        np.multiply(posterior.variances, 0.5, out=self._terms[0])
        self._terms[1] = 1.0
        self._terms[2] = 0.0 if posterior.last is None else posterior.last

    def of(self, items: Array) -> Array:
        """A new array of shape (n_chosen, n_items); nothing is done about rounding."""
        rows = self._posterior.columns.rows
        block = self._terms[PARTNERS, items].T @ self._terms
        if len(rows):
            block += rows.take(items, axis=1).T @ rows
        block -= self._posterior.base.columns(items)
        return block
