"""Factorisations, solves and log-determinants: the only file that factorises a matrix.

Everything that may last longer than a few milliseconds goes through ``numpy.linalg`` or ``@``,
which release the interpreter lock; the LAPACK wrappers of scipy hold it and are used on small
blocks only.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
from scipy.linalg import lapack  # blocks of at most LEAF rows: far below a millisecond

from prefstudio.engine.errors import NotPositiveDefinite

Array = np.ndarray

LEAF = 96
JITTERS = (0.0, 1e-12, 1e-10, 1e-8, 1e-6)


def read_only(array: Array) -> Array:
    """Return a view of `array` that nobody can write to."""
    view = array.view()
    view.flags.writeable = False
    return view


def owned(values: Array) -> Array:
    """Floats that nobody else can change: a copy, unless `values` cannot be written to."""
    array = np.asarray(values, dtype=float)
    return array.copy() if array.flags.writeable else array


def cholesky(matrix: Array) -> Array:
    """Lower Cholesky factor of a positive semi-definite matrix.

    A ladder of jitters, relative to the mean of the diagonal, carries singular matrices; the
    first rung is no jitter at all.

    Parameters
    ----------
    matrix : ndarray, shape (n, n)

    Raises
    ------
    NotPositiveDefinite
        When the largest jitter does not help, or an entry is not finite.
    """
    if not np.all(np.isfinite(matrix)):
        raise NotPositiveDefinite("the covariance holds a value that is not a finite number")
    mean_variance = float(np.mean(np.diagonal(matrix))) if len(matrix) else 1.0
    for jitter in JITTERS:
        shifted = matrix
        if jitter:
            shifted = matrix.copy()
            shifted[np.diag_indices_from(shifted)] += jitter * max(mean_variance, 1e-300)
        try:
            return np.linalg.cholesky(shifted)
        except np.linalg.LinAlgError:
            continue
    raise NotPositiveDefinite(
        "the covariance is not positive semi-definite; check the weights and kernels of the prior"
    )


def inverse_lower(factor: Array) -> Array:
    """Inverse of a lower-triangular matrix, by halves, so that the work is matrix products.

    Parameters
    ----------
    factor : ndarray, shape (n, n)
        Lower triangular with a nonzero diagonal.
    """
    inverse = np.zeros_like(factor)
    _invert_into(factor, inverse)
    return inverse


def _invert_into(factor: Array, inverse: Array) -> None:
    n = len(factor)
    if n <= LEAF:
        inverse[:] = np.tril(lapack.dtrtri(factor, lower=1)[0]) if n else factor
        return
    half = n // 2
    _invert_into(factor[:half, :half], inverse[:half, :half])
    _invert_into(factor[half:, half:], inverse[half:, half:])
    below = factor[half:, :half] @ inverse[:half, :half]
    inverse[half:, :half] = -(inverse[half:, half:] @ below)


def log_determinant(factor: Array) -> float:
    """Log determinant of the matrix whose lower Cholesky factor is given."""
    return 2.0 * float(np.sum(np.log(np.diagonal(factor))))


def sparse_inverse(matrix: scipy.sparse.csc_matrix, block: int = 256) -> Array:
    """Dense inverse of a sparse symmetric positive definite matrix, block by block.

    Only the result and one block of columns are ever held.
    """
    n = matrix.shape[0]
    if matrix.nnz > n * n // 8:
        return np.linalg.inv(matrix.toarray())
    solver = scipy.sparse.linalg.splu(
        matrix.tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    inverse = np.empty((n, n))
    for start in range(0, n, block):
        stop = min(start + block, n)
        unit = np.zeros((n, stop - start))
        unit[np.arange(start, stop), np.arange(stop - start)] = 1.0
        inverse[start:stop] = solver.solve(unit).T
    return inverse


def symmetrise(matrix: Array) -> Array:
    """Average a nearly symmetric matrix with its transpose, in place."""
    matrix += matrix.T.copy()
    matrix *= 0.5
    return matrix
