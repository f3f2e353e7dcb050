"""Marginals of the compared differences under Gaussian sites, in the smaller of two spaces.

With t distinct answers on m compared items, everything EP and Laplace need is a Gaussian over t
differences: t×t matrices while t is not much larger than m (`BySites`), else m×m (`ByItems`).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.covariance import Covariance, DenseCovariance
from prefstudio.engine.linalg import (
    Array,
    cholesky,
    inverse_lower,
    log_determinant,
    symmetrise,
)
from prefstudio.engine.link_graph import laplacian
from prefstudio.engine.prior import Prior

BLOCK = 256
SITES_AN_ITEM = 1.4  # t³ against 2⅔ m³: where the two views cost the same
FAINT = 1e-3  # below this τG a variance is taken from the prior's side, not from B's inverse


class Differences(Protocol):
    """A Gaussian prior over the compared differences, ready to meet Gaussian sites."""

    def marginals(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Mean and variance of every difference given site precisions and shifts, counts in."""

    def moments(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Covariance and mean of the compared items' utilities."""

    def log_determinant(self, precision: Array) -> float:
        """log|B|, B = I + T^½ G T^½."""

    def coefficients(self, precision: Array, shift: Array) -> Array:
        """α on the compared items: the posterior mean is K[:, items] α."""

    def information(self, precision: Array) -> Array:
        """AᵀT^½B⁻¹T^½A on the compared items: Σ = K − K[:, items] · this · K[items, :]."""

    def conditioned(self, covariance: Covariance, precision: Array) -> tuple[Covariance, Columns]:
        """Σ as a base and the columns to take from it."""

    @property
    def items(self) -> Array:
        """Numbers of the compared items."""

    @property
    def first(self) -> Array:
        """Position in `items` of each answer's first item."""

    @property
    def second(self) -> Array:
        """Position in `items` of each answer's second item."""

    @property
    def kernel(self) -> Array:
        """Prior covariance of the compared items among themselves."""

    @property
    def variances(self) -> Array:
        """Prior variance of every difference: G's diagonal."""


def differences_of(prior: Prior, merged: Comparisons) -> Differences:
    """The cheaper of the two views on the compared differences."""
    items, where = np.unique(np.concatenate([merged.first, merged.second]), return_inverse=True)
    first, second = where[: len(merged)], where[len(merged) :]
    kernel = among(prior.covariance, items)
    view = BySites if len(merged) <= SITES_AN_ITEM * len(items) else ByItems
    return view(items, first, second, kernel)


def among(covariance: Covariance, items: Array) -> Array:
    """Covariance of `items` among themselves, gathered by blocks of columns."""
    found = np.empty((len(items), len(items)))
    for start in range(0, len(items), BLOCK):
        found[start : start + BLOCK] = covariance.columns(items[start : start + BLOCK])[:, items]
    return found


def gathered(differences: Differences, values: Array) -> Array:
    """Aᵀ times one value for each distinct answer, on the compared items."""
    m = len(differences.items)
    plus = np.bincount(differences.first, values, m)
    minus = np.bincount(differences.second, values, m)
    return np.subtract(plus, minus)


class BySites:
    """The t×t view: G = A K Aᵀ."""

    def __init__(self, items: Array, first: Array, second: Array, kernel: Array) -> None:
        self.items = items
        self.first, self.second = first, second
        self.kernel = kernel
        rows = kernel[first] - kernel[second]
        self._gram = rows[:, first] - rows[:, second]
        self.variances = np.maximum(self._gram.diagonal(), 0.0)
        self._latest: tuple[Array, tuple[Array, Array, Array]] | None = None

    def _inverse_factor(self, precision: Array) -> tuple[Array, Array, Array]:
        """T^½, L and L⁻¹ with LLᵀ = B; the latest is kept, since a round asks more than once."""
        if self._latest is None or not np.array_equal(self._latest[0], precision):
            self._latest = precision.copy(), self._factorised(precision)
        return self._latest[1]

    def _factorised(self, precision: Array) -> tuple[Array, Array, Array]:
        root = np.sqrt(precision)
        system = root[:, None] * self._gram
        system *= root[None, :]
        system[np.diag_indices_from(system)] += 1.0
        lower = cholesky(system)
        return root, lower, inverse_lower(lower)

    def marginals(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Mean and variance of every difference, both from B's factor."""
        if not precision.any():
            return self._gram @ shift, self.variances.copy()
        root, _, inverse = self._inverse_factor(precision)
        inverse_diagonal = np.einsum("kt,kt->t", inverse, inverse)
        faint = precision * self.variances < FAINT
        variance = (1.0 - inverse_diagonal) / np.where(faint, 1.0, precision)
        if np.any(faint):  # T^½ΣT^½ = I − B⁻¹ says nothing where T vanishes
            taken = inverse @ (root[:, None] * self._gram[:, faint])
            variance[faint] = self.variances[faint] - np.einsum("kt,kt->t", taken, taken)
        return self._gram @ self._pull(precision, shift), np.maximum(variance, 0.0)

    def _pull(self, precision: Array, shift: Array) -> Array:
        """ν − T^½ B⁻¹ T^½ G ν, so that the differences' mean is G times it.

        Where τ is not faint this is T^½ B⁻¹ (ν/√τ): nothing of G's size cancels, which is what
        keeps a mean's digits when the noise is small against the prior.
        """
        root, _, inverse = self._inverse_factor(precision)
        faint = precision * self.variances < FAINT
        outside = np.where(faint, shift, 0.0)
        inside = np.where(faint, 0.0, shift) / np.where(faint, 1.0, root)
        inside -= root * (self._gram @ outside)
        return outside + root * (inverse.T @ (inverse @ inside))

    def moments(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Covariance and mean of the compared items' utilities."""
        taken = self._factor(precision) @ self.kernel
        return self.kernel - taken.T @ taken, self.kernel @ self.coefficients(precision, shift)

    def log_determinant(self, precision: Array) -> float:
        """log|B| from its factor."""
        return log_determinant(self._inverse_factor(precision)[1])

    def coefficients(self, precision: Array, shift: Array) -> Array:
        """α = Aᵀ(ν − T^½ B⁻¹ T^½ G ν)."""
        return gathered(self, self._pull(precision, shift))

    def information(self, precision: Array) -> Array:
        """FᵀF with F = L⁻¹ T^½ A."""
        factor = self._factor(precision)
        return factor.T @ factor

    def conditioned(self, covariance: Covariance, precision: Array) -> tuple[Covariance, Columns]:
        """The prior's own covariance, and Uᵀ = L⁻¹ T^½ A K."""
        factor = self._factor(precision)
        return covariance, Columns.of_rows(factor @ covariance.columns(self.items))

    def _factor(self, precision: Array) -> Array:
        root, _, inverse = self._inverse_factor(precision)
        return np.asarray((inverse * root[None, :]) @ self._design())

    def _design(self) -> sparse.csr_matrix:
        n = len(self.first)
        rows = np.arange(n)
        data = np.concatenate([np.ones(n), -np.ones(n)])
        columns = np.concatenate([self.first, self.second])
        return sparse.csr_matrix((data, (np.tile(rows, 2), columns)), (n, len(self.items)))


class ByItems:
    """The m×m view, for more distinct answers than compared items: Σ = (I + K P)⁻¹ K."""

    def __init__(self, items: Array, first: Array, second: Array, kernel: Array) -> None:
        self.items = items
        self.first, self.second = first, second
        self.kernel = kernel
        own = kernel.diagonal()
        variances = own[first] + own[second] - 2.0 * kernel[first, second]
        self.variances = np.maximum(variances, 0.0)

    def _weights(self, precision: Array) -> sparse.csr_matrix:
        """P = AᵀTA."""
        m = len(self.items)
        ends = np.concatenate([self.first, self.second])
        others = np.concatenate([self.second, self.first])
        links = sparse.csr_matrix((np.tile(precision, 2), (ends, others)), (m, m))
        return laplacian(links)

    def _system(self, precision: Array) -> Array:
        system = np.ascontiguousarray((self._weights(precision) @ self.kernel).T)  # K P
        system[np.diag_indices_from(system)] += 1.0
        return system

    def _covariance(self, precision: Array) -> Array:
        return symmetrise(np.linalg.solve(self._system(precision), self.kernel))

    def marginals(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Mean and variance of every difference."""
        covariance, mean = self.moments(precision, shift)
        own = covariance.diagonal()
        first, second = self.first, self.second
        variance = own[first] + own[second] - 2.0 * covariance[first, second]
        return mean[first] - mean[second], np.maximum(variance, 0.0)

    def moments(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """Covariance and mean of the compared items' utilities."""
        right = np.column_stack([self.kernel, self.kernel @ gathered(self, shift)])
        solved = np.linalg.solve(self._system(precision), right)
        # Σ Aᵀν would lose the digits that Σ's largest direction takes; the solve keeps them
        return symmetrise(np.ascontiguousarray(solved[:, :-1])), solved[:, -1].copy()

    def log_determinant(self, precision: Array) -> float:
        """log|I + K P|, the same number as log|B|."""
        return float(np.linalg.slogdet(self._system(precision))[1])

    def coefficients(self, precision: Array, shift: Array) -> Array:
        """α = (I + P K)⁻¹ Aᵀν."""
        return np.linalg.solve(self._system(precision).T, gathered(self, shift))

    def information(self, precision: Array) -> Array:
        """P (I + K P)⁻¹."""
        weights = self._weights(precision)
        return symmetrise(np.linalg.solve(self._system(precision).T, weights.toarray()))

    def conditioned(self, covariance: Covariance, precision: Array) -> tuple[Covariance, Columns]:
        """A dense base: with more answers than items there is nothing smaller."""
        n_items = covariance.n_items
        if len(self.items) == n_items:
            matrix = self._covariance(precision)
        else:
            columns = covariance.columns(self.items)
            matrix = columns.T @ (self.information(precision) @ columns)
            for start in range(0, n_items, BLOCK):
                rows = slice(start, min(start + BLOCK, n_items))
                np.subtract(
                    covariance.columns(np.arange(n_items)[rows]), matrix[rows], matrix[rows]
                )
            symmetrise(matrix)
        return DenseCovariance(matrix), Columns.empty(n_items)
