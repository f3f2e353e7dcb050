"""The criteria as section 7 writes them, for one pair at a time and from dense matrices.

They share no code with the engine: moments come from quadrature, ranks from counting.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
from scipy.integrate import quad
from scipy.special import ndtr

from tests.engine.reference_ep import tilted

Array = np.ndarray
Levels = list[tuple[float, float]]  # the interval of every possible answer


def density(x: float) -> float:
    """Of the standard normal."""
    return float(np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi))


def pair_moments(mean: Array, cov: Array, i: int, j: int) -> tuple[float, float]:
    """Mean and variance of ξ_i − ξ_j."""
    return float(mean[i] - mean[j]), max(float(cov[i, i] + cov[j, j] - 2.0 * cov[i, j]), 0.0)


def tied_ranks(mean: Array, sd: Array) -> Array:
    """One more than the number of items above the tie that an item stands in."""
    order = sorted(range(len(mean)), key=lambda i: -mean[i])
    ranks = np.ones(len(mean), dtype=int)
    for place in range(1, len(mean)):
        item, above = order[place], order[place - 1]
        is_tied = mean[above] - mean[item] <= 1e-9 * max(sd)
        ranks[item] = ranks[above] if is_tied else place + 1
    return ranks


def expected_loss(mean: Array, cov: Array, horizon: float, groups: Array | None = None) -> Array:
    """e^{−γ/h} [ν² Φ(δ/ν) − δ ν N(δ/ν)] for every pair, not a number where there is none."""
    n = len(mean)
    ranks = np.empty(n, dtype=int)
    sd = np.sqrt(np.maximum(np.diagonal(cov), 0.0))
    for group in {0} if groups is None else set(groups.tolist()):
        members = np.arange(n) if groups is None else np.flatnonzero(groups == group)
        ranks[members] = tied_ranks(mean[members], sd[members])
    loss = np.full((n, n), np.nan)
    for i, j in combinations(range(n), 2):
        if groups is not None and groups[i] != groups[j]:
            continue
        difference, variance = pair_moments(mean, cov, i, j)
        delta, nu = -abs(difference), np.sqrt(variance)
        weight = np.exp(-min(ranks[i], ranks[j]) / horizon)
        value = 0.0
        if nu > 0.0:
            value = variance * ndtr(delta / nu) - delta * nu * density(delta / nu)
        loss[i, j] = loss[j, i] = weight * value
    return loss


def fast_expected_loss(mean: Array, cov: Array, horizon: float) -> Array:
    """The same without groups, for the tests that look at many thousand states."""
    own = np.diagonal(cov)
    variance = np.maximum(np.add.outer(own, own) - 2.0 * cov, 0.0)
    delta = -np.abs(np.subtract.outer(mean, mean))
    nu = np.sqrt(variance)
    ranks = tied_ranks(mean, np.sqrt(np.maximum(own, 0.0)))
    x = np.divide(delta, nu, out=np.full_like(delta, -np.inf), where=nu > 0.0)
    loss = variance * ndtr(x) - delta * nu * np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)
    loss *= np.exp(-np.minimum.outer(ranks, ranks) / horizon)
    np.fill_diagonal(loss, np.nan)
    return loss


def entropy_gain(mean: float, variance: float, levels: Levels, noise: float) -> float:
    """Σ_y P(y) ½ log(v/v̂_y)."""
    gain = 0.0
    for lower, upper in levels:
        log_z, _, after = tilted(lower, upper, mean, variance, noise)
        gain += float(np.exp(log_z) * 0.5 * np.log(variance / after))
    return gain


def entropy_gain_by_determinants(
    mean: Array, cov: Array, i: int, j: int, levels: Levels, noise: float
) -> float:
    """Σ_y P(y) ½ log(|Σ|/|Σ_y|) of the pair's own 2×2 covariance (Chu & Ghahramani eq. 9)."""
    block = cov[np.ix_([i, j], [i, j])]
    k = block @ np.array([1.0, -1.0])
    difference, variance = pair_moments(mean, cov, i, j)
    gain = 0.0
    for lower, upper in levels:
        log_z, _, after = tilted(lower, upper, difference, variance, noise)
        new = block - np.outer(k, k) * (variance - after) / variance**2
        gain += float(np.exp(log_z)) * 0.5 * np.log(np.linalg.det(block) / np.linalg.det(new))
    return gain


def bald(mean: float, variance: float, levels: Levels, noise: float) -> float:
    """H of the answer less its expected H at a known difference, by adaptive quadrature."""

    def entropy(d: float, spread: float) -> float:
        total = 0.0
        for lower, upper in levels:
            a, b = (lower - d) / spread, (upper - d) / spread
            p = ndtr(b) - ndtr(a) if a + b < 0.0 else ndtr(-a) - ndtr(-b)
            total -= p * np.log(p) if p > 0.0 else 0.0
        return total

    sd = np.sqrt(variance)
    edges = [edge for edge in {end for level in levels for end in level} if np.isfinite(edge)]
    reach = (mean - 12.0 * sd, mean + 12.0 * sd)
    corners = sorted(
        x
        for edge in edges
        for x in (edge - 4.0 * noise, edge, edge + 4.0 * noise)
        if reach[0] < x < reach[1]
    )
    expected = 0.0
    bounds = [reach[0], *corners, reach[1]]
    for low, high in pairwise(bounds):
        expected += quad(
            lambda d: entropy(d, noise) * density((d - mean) / sd) / sd,
            low,
            high,
            epsabs=1e-13,
            epsrel=1e-11,
            limit=200,
        )[0]
    return entropy(mean, float(np.sqrt(noise**2 + variance))) - expected


def best_item_value(
    mean: Array, cov: Array, i: int, j: int, levels: Levels, noise: float, peers: Array
) -> float:
    """Σ_y P(y) max_l m_l^y − max_l m_l, the means after every answer written out."""
    difference, variance = pair_moments(mean, cov, i, j)
    if variance <= 0.0:
        return 0.0
    value = -float(mean[peers].max())
    for lower, upper in levels:
        log_z, after, _ = tilted(lower, upper, difference, variance, noise)
        new = mean + (cov[:, i] - cov[:, j]) * (after - difference) / variance
        value += float(np.exp(log_z) * new[peers].max())
    return value
