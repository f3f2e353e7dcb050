"""Gradient of the pseudo inputs' log evidence in all that shapes it (section 12).

The evidence is a function of three things: the noise variance e_t of every answer, its column
b_t and K̄. Their adjoints come first, for answers of any interval; kernel parameters and pseudo
inputs then follow by the chain rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.likelihood import cumulants
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.probit import TiltedMoments
from prefstudio.engine.pseudo_mode import PseudoMode, find_mode, inverse_system, log_evidence
from prefstudio.engine.sparse_features import SparseDifferences, SparseFeatures


@dataclass(frozen=True, slots=True, eq=False)
class PseudoEvidence:
    """The log evidence and its derivatives by plain values, not by logarithms.

    Attributes
    ----------
    log_evidence : float
    by_noise : by s, the scale's cuts held fixed.
    by_amplitude : by κ, the jitter moving along.
    by_individual : by ω₀.
    by_length_scale : ndarray, shape (n_columns,); their sum when one serves all columns.
    by_pseudo_inputs : ndarray, shape (n_pseudo_inputs, n_columns)
    """

    log_evidence: float
    by_noise: float
    by_amplitude: float
    by_individual: float
    by_length_scale: Array
    by_pseudo_inputs: Array


def evidence_gradient(
    features: SparseFeatures,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control | None = None,
) -> PseudoEvidence:
    """∂log q at the mode, which is found first.

    Parameters
    ----------
    features : SparseFeatures
        For a prior, as ``pseudo_inputs.sparse_features`` makes it.
    comparisons : Comparisons
    scale : ResponseScale
    control : Control, optional
        Checked every Newton step.

    Raises
    ------
    BadPrior
        When the kernel is not the squared exponential, or its amplitude is 0.
    DidNotConverge
        When the mode is not stationary to 1e-8 of a prior sd.
    """
    if features.kernel != "squared_exponential" or features.amplitude == 0.0:
        raise BadPrior(
            "this gradient is known for squared-exponential features of some amplitude only; "
            "use that kernel, or leave the pseudo inputs where they are"
        )
    comparisons.check_items(len(features.values))
    merged = comparisons.merged(len(scale.edges))
    sparse = SparseDifferences(features, merged, scale)
    mode = find_mode(sparse, control or Control())
    adjoints = _adjoints(sparse, mode)
    total = float(adjoints.of_variance.sum())
    by_length_scale, by_pseudo_inputs = _by_position(features, merged, adjoints)
    return PseudoEvidence(
        log_evidence(sparse, mode),
        2.0 * scale.noise * total,
        _by_amplitude(features, merged, adjoints),
        4.0 * features.individual * total,
        read_only(by_length_scale),
        read_only(by_pseudo_inputs),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Adjoints:
    """∂log q by e_t (E), by the kernel between pseudo inputs and items (Q) and by K̄ (K*)."""

    of_variance: Array
    of_kernel_to_items: Array
    of_own_kernel: Array


def _adjoints(sparse: SparseDifferences, mode: PseudoMode) -> _Adjoints:
    """Section 12's E, Q and K*; columns are whitened by L⁻¹ until the end."""
    w, c, count = mode.whitened, sparse.differences, sparse.merged.count
    g, curvature = mode.answer.gain, mode.answer.curvature
    slope, bend = _higher_derivatives(sparse, w @ c)
    covariance = inverse_system(sparse, mode)
    solved = covariance @ c  # H⁻¹b
    half = -0.5 * np.einsum("pt,pt->t", c, solved)  # G
    moved = solved @ (count * half * slope)  # λ: what the mode's own move adds
    along = moved @ c  # ℓ
    of_variance = count * _by_variance(mode.answer, (slope, bend), half, along)
    of_column = np.multiply.outer(w, count * (g + half * slope - curvature * along))
    of_column += np.multiply.outer(moved, count * g)
    of_column -= solved * (count * curvature) + 2.0 * of_variance * c
    crossed = np.multiply.outer(moved, w)
    of_own = (c * of_variance) @ c.T - 0.5 * (np.multiply.outer(w, w) + crossed + crossed.T)
    of_own += 0.5 * (np.identity(len(w)) - covariance)
    back = sparse.inverse_factor.T
    of_kernel = (back @ of_column) @ _design(sparse.merged, sparse.items.shape[1])
    return _Adjoints(of_variance, of_kernel, back @ of_own @ back.T)


def _by_variance(
    answer: TiltedMoments, higher: tuple[Array, Array], half: Array, along: Array
) -> Array:
    """E of one copy of every answer, whatever its interval.

    By the heat equation ∂p/∂e = ½ ∂²p/∂d²: what multiplies 1, G and ℓ is ∂log p/∂e, ∂D/∂e, ∂g/∂e.
    """
    g, curvature = answer.gain, answer.curvature
    slope, bend = higher
    doubled = g**2 - curvature
    doubled += half * (bend + 2.0 * g * slope - 2.0 * curvature**2)
    doubled -= along * (2.0 * g * curvature + slope)
    return 0.5 * doubled


def _higher_derivatives(sparse: SparseDifferences, difference: Array) -> tuple[Array, Array]:
    """∂D/∂d and ∂²D/∂d² of one copy of every answer."""
    noise = sparse.noise
    lower, upper = (sparse.lower - difference) / noise, (sparse.upper - difference) / noise
    third, fourth = cumulants(lower, upper)
    return -third / noise**3, -fourth / noise**4


def _design(merged: Comparisons, n_items: int) -> scipy.sparse.csr_matrix:
    """Rows e_first − e_second."""
    n = len(merged)
    data = np.concatenate([np.ones(n), -np.ones(n)])
    columns = np.concatenate([merged.first, merged.second])
    return scipy.sparse.csr_matrix((data, (np.tile(np.arange(n), 2), columns)), (n, n_items))


def _by_amplitude(features: SparseFeatures, merged: Comparisons, adjoints: _Adjoints) -> float:
    """By κ: every kernel, jitter included, is κ² times something."""
    total = np.sum(adjoints.of_kernel_to_items * features.kernel_to(features.values))
    total += np.sum(adjoints.of_own_kernel * features.own_kernel())
    variances = features.difference_variances(merged.first, merged.second)
    total += adjoints.of_variance @ variances
    return float(2.0 * total / features.amplitude)


def _by_position(
    features: SparseFeatures, merged: Comparisons, adjoints: _Adjoints
) -> tuple[Array, Array]:
    """By the length scales and by the pseudo inputs, column by column."""
    values, points, rho = features.values, features.pseudo_inputs, features.rho
    to_items = adjoints.of_kernel_to_items * features.kernel_to(values)
    to_own = adjoints.of_own_kernel * features.kernel_to(points)
    squared = features.squared_distances(merged.first, merged.second)
    among = adjoints.of_variance * features.amplitude**2 * np.exp(-0.5 * squared)  # E_t k_uv
    by_rho, by_points = np.empty(len(rho)), np.empty(points.shape)
    for d in range(len(rho)):
        apart = np.subtract.outer(points[:, d], values[:, d])
        own_apart = np.subtract.outer(points[:, d], points[:, d])
        pair_apart = values[merged.first, d] - values[merged.second, d]
        spread = np.sum(to_items * apart**2) + np.sum(to_own * own_apart**2)
        by_rho[d] = -rho[d] * (spread - 2.0 * (among @ pair_apart**2))
        pull = np.sum(to_items * apart, axis=1) + 2.0 * np.sum(to_own * own_apart, axis=1)
        by_points[:, d] = -(rho[d] ** 2) * pull
    return -(rho**2) * by_rho, by_points
