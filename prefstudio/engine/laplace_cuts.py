"""Gradient of Laplace's evidence in the cuts of the response scale (sections 11 and 12)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.differences import differences_of, gathered
from prefstudio.engine.likelihood import higher_derivatives, log_likelihood
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import TiltedMoments


def gradient_by_cuts(posterior: Posterior) -> dict[str, float]:
    """∂log q/∂c for every cut, by the names ``cuts[k]``.

    Parameters
    ----------
    posterior : Posterior
        A result of `laplace.infer`.
    """
    sites, scale = posterior.sites, posterior.scale
    assert sites is not None and posterior.inference == "laplace"
    rows = sites.comparisons
    if not len(rows) or not scale.cuts:
        return {f"cuts[{k}]": 0.0 for k in range(len(scale.cuts))}
    difference = posterior.mean[rows.first] - posterior.mean[rows.second]
    answer = log_likelihood(rows, scale, difference)
    variance, pull = _surroundings(posterior, difference)
    by_edge = np.zeros(len(scale.edges))
    for edge, slope in ((rows.lower, answer.by_lower), (rows.upper, answer.by_upper)):
        by_edge += np.bincount(
            edge,
            rows.count * _by_bound(scale, answer, difference, edge, slope, (variance, pull)),
            len(scale.edges),
        )
    inner, n_cuts = by_edge[1:-1], len(scale.cuts)
    by_cuts = inner[n_cuts:] - inner[:n_cuts][::-1]  # edges are −c_K … −c₁, c₁ … c_K
    return {f"cuts[{k}]": float(by) for k, by in enumerate(by_cuts)}


def _surroundings(posterior: Posterior, difference: Array) -> tuple[Array, Array]:
    """σ²_t, and AΣAᵀy of section 12: how the evidence follows when the mode is pulled."""
    sites = posterior.sites
    assert sites is not None
    rows: Comparisons = sites.comparisons
    differences = differences_of(posterior.prior, rows)
    precision, shift = rows.count * sites.precision, rows.count * sites.shift
    covariance, _ = differences.moments(precision, shift)
    _, variance = differences.marginals(precision, shift)
    bend = higher_derivatives(rows, posterior.scale, difference).curvature_by_difference
    moved = covariance @ gathered(differences, -0.5 * variance * rows.count * bend)
    return variance, moved[differences.first] - moved[differences.second]


def _by_bound(
    scale: ResponseScale,
    answer: TiltedMoments,
    difference: Array,
    edge: Array,
    slope: Array,
    around: tuple[Array, Array],
) -> Array:
    """∂log q by one bound of every answer, h = ∂log p/∂bound given as `slope`.

    ∂g/∂bound = ∂h/∂d = h u and ∂D/∂bound = −∂²h/∂d² = −h (u² − 1/s² + D), with
    u = (bound − d)/s² − g, since h is a normal density over Z.
    """
    variance, pull = around
    bound = scale.edges[edge]
    away = np.where(np.isfinite(bound), bound - difference, 0.0) / scale.noise**2 - answer.gain
    bend = -(away**2 - 1.0 / scale.noise**2 + answer.curvature)
    return slope * (1.0 - 0.5 * variance * bend + pull * away)
