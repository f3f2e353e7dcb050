"""Criteria that ask for information: expected entropy gain and BALD (section 7)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import log_ndtr, ndtr

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import PairScore, best_by, matrix_by
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import hazard, log_probability, normal_density, tilt

SMALL_VARIANCE = 0.5  # of the squared noise: up to here Gauss–Hermite is exact to rounding
HERMITE_NODES, HERMITE_WEIGHTS = np.polynomial.hermite_e.hermegauss(32)
HERMITE_WEIGHTS = HERMITE_WEIGHTS / HERMITE_WEIGHTS.sum()
GRID_STEP = 0.25
_Score = Callable[[ResponseScale, Array, Array], Array]
CHUNK = 4096  # pairs at once in quadrature, to stay in cache


def entropy_gain(scale: ResponseScale, mean: Array, variance: Array) -> Array:
    """Σ_y P(y) ½ log1p(v τ_y) over all possible answers y, in nats."""
    if not scale.cuts:
        return _entropy_gain_of_two(scale.noise, mean, variance)
    total = np.zeros_like(mean)
    for level in scale.levels:
        lower, upper = scale.interval(level)
        answer = tilt(np.asarray(lower), np.asarray(upper), mean, variance, scale.noise)
        total += np.exp(answer.log_z) * 0.5 * np.log1p(variance * answer.precision)
    return total


def _entropy_gain_of_two(noise: float, mean: Array, variance: Array) -> Array:
    """The same with no ties, where the two answers share one density."""
    squared_noise = noise * noise
    q2 = squared_noise + variance
    z = np.abs(mean)
    z /= np.sqrt(q2)
    surprise = ndtr(-z)
    density = normal_density(z)
    total = np.zeros_like(z)
    for probability, side in ((1.0 - surprise, z), (surprise, -z)):
        with np.errstate(divide="ignore", invalid="ignore"):
            r = density / probability
        w = r * (side + r)
        far = side < -5.0
        if np.any(far):
            w[far] = hazard(side[far])[2]
        # 1 + vτ with τ = w/(s² + v(1 − w)) is q²/(q² − v w)
        total -= probability * np.log1p(-variance * w / q2)
    return 0.5 * total


def bald(scale: ResponseScale, mean: Array, variance: Array) -> Array:
    """Mutual information between the next answer and the utilities, in nats."""
    flat_mean, flat_variance = np.ravel(mean), np.ravel(variance)
    value = _entropy(scale, flat_mean, np.sqrt(scale.noise**2 + flat_variance))
    small = flat_variance <= SMALL_VARIANCE * scale.noise**2
    for part, expected in ((small, _by_hermite), (~small, _by_trapezoid)):
        places = np.flatnonzero(part)
        for start in range(0, len(places), CHUNK):
            chunk = places[start : start + CHUNK]
            value[chunk] -= expected(scale, flat_mean[chunk], flat_variance[chunk])
    return np.maximum(value, 0.0).reshape(np.shape(mean))


def _entropy(scale: ResponseScale, difference: Array, spread: Array | float) -> Array:
    """Entropy of the answer when y* ~ N(difference, spread²)."""
    total = np.zeros_like(difference)
    if not scale.cuts:
        z = difference / spread
        for side in (z, -z):
            log_p = log_ndtr(side)
            total -= np.exp(log_p) * log_p
        return total
    for level in scale.levels:
        lower, upper = scale.interval(level)
        log_p = log_probability((lower - difference) / spread, (upper - difference) / spread)
        total -= np.exp(log_p) * np.maximum(log_p, -745.0)
    return total


def _by_hermite(scale: ResponseScale, mean: Array, variance: Array) -> Array:
    d = mean[:, None] + np.sqrt(variance)[:, None] * HERMITE_NODES
    return _entropy(scale, d, scale.noise) @ HERMITE_WEIGHTS


def _by_trapezoid(scale: ResponseScale, mean: Array, variance: Array) -> Array:
    grid = _grid(scale.cuts[-1] / scale.noise if scale.cuts else 0.0)
    entropy = _entropy(scale, grid * scale.noise, scale.noise)
    sd = np.sqrt(variance)[:, None]
    density = normal_density((grid * scale.noise - mean[:, None]) / sd) / sd
    return (density @ entropy) * (grid[1] - grid[0]) * scale.noise


def _grid(outermost_cut: float) -> Array:
    """Points in units of the noise, a quarter apart, to nine beyond the outermost cut."""
    half = int(np.ceil((9.0 + outermost_cut) / GRID_STEP))
    return GRID_STEP * np.arange(-half, half + 1)


def _criterion(name: str, title: str, help_text: str, score: _Score) -> Criterion:
    def bound(posterior: Posterior) -> PairScore:
        return lambda rows, mean, variance: score(posterior.scale, mean, variance)

    def find(search: PairSearch) -> tuple[ScoredPair, ...]:
        return best_by(bound(search.posterior), search)

    def matrix(
        posterior: Posterior, groups: Array | None, horizon: float, control: Control
    ) -> Array:
        return matrix_by(bound(posterior), posterior, groups, control)

    def value(
        posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
    ) -> float:
        mean, variance = posterior.pair_moments(*pair)
        return float(score(posterior.scale, np.array([mean]), np.array([variance]))[0])

    return Criterion(name, title, help_text, False, find, matrix, value)


ENTROPY_GAIN = _criterion(
    "entropy_gain",
    "Entropy gain",
    "Asks the pair whose answer is expected to narrow the belief most (Chu and Ghahramani).",
    entropy_gain,
)

BALD = _criterion(
    "bald",
    "BALD",
    "Asks the pair whose answer is open although the utilities would settle it.",
    bald,
)
