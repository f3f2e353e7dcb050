"""The belief after some answers: a value that is never changed, only followed by another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.covariance import Covariance, DenseCovariance
from prefstudio.engine.linalg import Array, cholesky, read_only, symmetrise
from prefstudio.engine.prior import Prior
from prefstudio.engine.probit import log_probability

FOLD_AT = 64  # columns of U before they are folded into a new dense base
ROW_BLOCK = 64
ROUNDING = 16.0 * float(np.finfo(float).eps)  # of the prior variance


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """Gaussian stand-ins of the answers, one for each distinct comparison (section 3).

    Attributes
    ----------
    comparisons : merged comparisons, with counts.
    precision, shift : (τ, ν) of one copy of each.
    """

    comparisons: Comparisons
    precision: Array
    shift: Array


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Mean and covariance of every item's utility, Σ = base − U Uᵀ − last lastᵀ.

    Attributes
    ----------
    mean, variances : ndarray, shape (n_items,)
    prior : the belief it started from.
    scale : how differences become answers.
    base : covariance the columns are taken from: the prior's, or a dense one made on the way.
    columns : U, shared with the posteriors before and after.
    last : the newest column, kept apart so that branches share all others.
    inference : name of the method that made it.
    log_evidence : log marginal likelihood, or its stepwise stand-in when `inference` is
        incremental.
    n_answers : answers that entered.
    sites : the method's Gaussian sites, to start from next time.
    least_covariance : no entry of `base` is below it; −∞ where that is not known.
    """

    mean: Array
    variances: Array
    prior: Prior
    scale: ResponseScale
    base: Covariance
    columns: Columns
    last: Array | None = None
    inference: str = "incremental"
    log_evidence: float = 0.0
    n_answers: int = 0
    sites: Sites | None = None
    least_covariance: float = -math.inf

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", read_only(self.mean))
        object.__setattr__(self, "variances", read_only(self.variances))

    @classmethod
    def of_prior(cls, prior: Prior, scale: ResponseScale) -> Posterior:
        """The belief before the first answer."""
        n = prior.n_items
        variances = prior.covariance.diagonal().copy()
        posterior = cls(np.zeros(n), variances, prior, scale, prior.covariance, Columns.empty(n))
        return replace(posterior, least_covariance=0.0) if prior.is_nonnegative else posterior

    @property
    def n_items(self) -> int:
        """Number of items."""
        return len(self.mean)

    @property
    def sd(self) -> Array:
        """Standard deviation of every utility, shape (n_items,)."""
        return np.sqrt(np.maximum(self.variances, 0.0))

    @property
    def n_columns(self) -> int:
        """Columns taken from the base."""
        return self.columns.count + (self.last is not None)

    def covariance_columns(self, items: Array) -> Array:
        """Σ's columns of `items`, as rows of a new array of shape (n_chosen, n_items)."""
        rows = self.columns.rows
        taken = rows[:, items].T @ rows
        np.subtract(self.base.columns(items), taken, out=taken)
        if self.last is not None:
            taken -= np.multiply.outer(self.last[items], self.last)
        return taken

    def difference(self, first: int, second: int) -> Array:
        """Σ (e_first − e_second), shape (n_items,)."""
        column = self.base.difference(first, second)
        if self.columns.count:
            rows = self.columns.rows
            column -= (rows[:, first] - rows[:, second]) @ rows
        if self.last is not None:
            column -= (self.last[first] - self.last[second]) * self.last
        return column

    def pair_moments(self, first: int, second: int) -> tuple[float, float]:
        """Mean and variance of ξ_first − ξ_second."""
        column = self.difference(first, second)
        variance = float(column[first] - column[second])
        floor = self.rounding()
        if variance <= floor[first] + floor[second]:
            variance = 0.0
        return float(self.mean[first] - self.mean[second]), variance

    def rounding(self) -> Array:
        """How much of a variance may be rounding, shape (n_items,); a pair's is the sum of two.

        Items that cannot differ have a difference of no variance, which arithmetic leaves at a
        few units of the last digit.
        """
        return ROUNDING * self.prior.covariance.diagonal()

    def _all_columns(self) -> Array:
        """Uᵀ with the newest column, shape (n_columns, n_items)."""
        rows = self.columns.rows
        return rows if self.last is None else np.vstack([rows, self.last])

    def covariance_blocks(self, height: int = ROW_BLOCK) -> Iterator[tuple[slice, Array]]:
        """Blocks of rows of Σ from the diagonal on: ``(rows, Σ[rows, rows.start:])``."""
        columns = self._all_columns()
        for rows in _row_slices(self.n_items, height):
            block = columns[:, rows].T @ columns[:, rows.start :]
            np.subtract(self.base.columns(rows)[:, rows.start :], block, out=block)
            yield rows, block

    def difference_variance_blocks(self, height: int = ROW_BLOCK) -> Iterator[tuple[slice, Array]]:
        """Blocks of Var(ξ_row − ξ_column), shaped like `covariance_blocks`; 0 up to rounding.

        Both variances ride along in the matrix product, which saves passes over the block.
        """
        columns, floor = self._all_columns(), self.rounding()
        ones = np.ones(self.n_items)
        left = np.vstack([2.0 * columns, self.variances, ones])
        right = np.vstack([columns, ones, self.variances])
        for rows in _row_slices(self.n_items, height):
            block = left[:, rows].T @ right[:, rows.start :]
            block -= 2.0 * self.base.columns(rows)[:, rows.start :]
            clear_rounding(block, floor[rows], floor[rows.start :])
            yield rows, block

    def covariance(self) -> Array:
        """Σ as one new matrix, exactly symmetric, shape (n_items, n_items)."""
        matrix = np.empty((self.n_items, self.n_items))
        for rows, block in self.covariance_blocks():
            symmetrise(block[:, : len(block)])
            matrix[rows, rows.start :] = block
            matrix[rows.start :, rows] = block.T
        return matrix

    def folded(self) -> Posterior:
        """The same belief with its columns folded into a dense base."""
        if not self.n_columns:
            return self
        base = DenseCovariance(self._folded_matrix())
        return replace(
            self,
            base=base,
            columns=Columns.empty(self.n_items),
            last=None,
            variances=np.maximum(base.diagonal(), 0.0),
            least_covariance=float(base.matrix.min()),
        )

    def _folded_matrix(self) -> Array:
        """Σ, by one product of a matrix with its own transpose where the base allows it.

        Such a product is exactly symmetric, and so is every dense base made on the way; of a
        prior's matrix that is known up to rounding only.
        """
        if self.base is self.prior.covariance or not isinstance(self.base, DenseCovariance):
            return self.covariance()
        columns = self._all_columns()
        matrix = columns.T @ columns
        np.subtract(self.base.matrix, matrix, out=matrix)
        return matrix

    def folded_when_due(self) -> Posterior:
        """Folded once `FOLD_AT` columns have gathered on a base that is dense already."""
        if self.n_columns < FOLD_AT or not isinstance(self.base, DenseCovariance):
            return self
        return self.folded()

    def probability(self, first: int, second: int, level: int) -> float:
        """Chance of the answer `level` when `first` and `second` are compared."""
        mean, variance = self.pair_moments(first, second)
        spread = np.sqrt(self.scale.noise**2 + variance)
        lower, upper = self.scale.interval(level)
        bounds = np.array([(lower - mean) / spread]), np.array([(upper - mean) / spread])
        return float(np.exp(log_probability(*bounds)[0]))

    def probability_preferred(self, first: int, second: int) -> float:
        """Chance that `first` wins, however clearly."""
        mean, variance = self.pair_moments(first, second)
        lower = float(self.scale.edges[self.scale.win[0]])
        return float(ndtr((mean - lower) / np.sqrt(self.scale.noise**2 + variance)))

    def sample(self, rng: np.random.Generator, n_draws: int) -> Array:
        """Draws of all utilities, shape (n_draws, n_items)."""
        factor = self.sampling_factor()
        return self.mean + rng.standard_normal((n_draws, self.n_items)) @ factor.T

    def sampling_factor(self) -> Array:
        """Lower factor L with L Lᵀ = Σ, up to a jitter of 1e-10 of the mean variance."""
        matrix = self.covariance()
        matrix[np.diag_indices_from(matrix)] += 1e-10 * float(np.mean(self.variances))
        return cholesky(matrix)


def _row_slices(n_items: int, height: int) -> Iterator[slice]:
    for start in range(0, n_items, height):
        yield slice(start, min(start + height, n_items))


def clear_rounding(variance: Array, row_floor: Array, column_floor: Array) -> None:
    """Set a block's variances of differences to 0 where they are nothing but rounding."""
    if not variance.size or variance.min() > (largest := row_floor.max() + column_floor.max()):
        return
    suspects = np.flatnonzero(variance <= largest)
    row, column = np.divmod(suspects, variance.shape[1])
    cleared = variance.ravel()[suspects] <= row_floor[row] + column_floor[column]
    variance[row[cleared], column[cleared]] = 0.0
