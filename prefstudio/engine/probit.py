"""Tilted moments of one answer, stable in both tails (maths: sections 2, 11 and 13).

An answer says that y* = d + s ε fell between two bounds, with d ~ N(mean, variance) and ε a
standard normal. Everything here is elementwise over arrays of answers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.special import erfcx, log_ndtr, ndtr

Array = np.ndarray
Number = TypeVar("Number", float, np.ndarray)

SQRT_2 = float(np.sqrt(2.0))
SQRT_2_OVER_PI = float(np.sqrt(2.0 / np.pi))
SQRT_PI_OVER_2 = float(np.sqrt(np.pi / 2.0))
LOG_SQRT_2PI = float(0.5 * np.log(2.0 * np.pi))
TAIL = -5.0
FRACTION_DEPTH = 40
FAR_END_GONE = 20.0
NODES, NODE_WEIGHTS = np.polynomial.legendre.leggauss(32)


@dataclass(frozen=True, slots=True, eq=False)
class TiltedMoments:
    """What one answer says about a difference d ~ N(mean, variance); arrays of one shape.

    Attributes
    ----------
    log_z : log probability of the answer before it was given.
    gain : ∂log Z/∂mean (g in section 11): the mean of all items moves by ``k * gain``.
    curvature : −∂²log Z/∂mean² (ρ in section 11): the covariance loses ``k kᵀ * curvature``.
    precision, shift : natural parameters (τ, ν) of the Gaussian site that stands for the answer.
    by_lower, by_upper, by_noise : ∂log Z by the two bounds and by the noise scale.
    """

    log_z: Array
    gain: Array
    curvature: Array
    precision: Array
    shift: Array
    by_lower: Array
    by_upper: Array
    by_noise: Array


def normal_density(x: Array) -> Array:
    """Density of the standard normal; zero at ±∞."""
    return np.exp(-0.5 * x * x - LOG_SQRT_2PI)


def hazard(z: Array) -> tuple[Array, Array, Array, Array]:
    """r = N(z)/Φ(z), z + r, w = r (z + r) and V = 1 − w, for every z (section 13).

    Returns
    -------
    r, z_plus_r, w, one_minus_w : ndarray
        Relative errors below 1e-13 over at least [−10⁴, 10⁴].
    """
    z = np.asarray(z, dtype=float)
    r = np.empty_like(z)
    middle = z <= 5.0
    r[middle] = SQRT_2_OVER_PI / erfcx(-np.maximum(z[middle], TAIL) / SQRT_2)
    upper = z[~middle]
    r[~middle] = normal_density(upper) / ndtr(upper)
    z_plus_r = z + r
    w = r * z_plus_r
    one_minus_w = 1.0 - w
    tail = z < TAIL
    if np.any(tail):
        r[tail], z_plus_r[tail], w[tail], one_minus_w[tail] = _hazard_far_below(-z[tail])
    return r, z_plus_r, w, one_minus_w


def _hazard_far_below(x: Number) -> tuple[Number, Number, Number, Number]:
    """Laplace's continued fraction for z = −x, x > 5."""
    second = fraction = 1.0 / x
    for depth in range(FRACTION_DEPTH, 0, -1):
        second = fraction
        fraction = 1.0 / (x + (depth + 1) * second)
    r = x + fraction
    return r, fraction, r * fraction, fraction * (2.0 * second - fraction)


def log_probability(lower: Array, upper: Array) -> Array:
    """log(Φ(upper) − Φ(lower)) for standardised bounds, ``lower < upper``."""
    a, b = np.asarray(lower, float), np.asarray(upper, float)
    log_z, _, _, _ = _truncated(a, b, 0.5 * (b - a))
    return log_z


def one_step(
    lower: float, upper: float, mean: float, variance: float, noise: float
) -> tuple[float, float, float]:
    """log Z, gain and curvature of a single answer: `tilt` without arrays, for the fast path."""
    total = noise * noise + variance
    scale = math.sqrt(total)
    if math.isinf(lower) == math.isinf(upper):
        ends = (lower - mean) / scale, (upper - mean) / scale, 0.5 * (upper - lower) / scale
        log_z, x_bar, w, _ = (float(v[0]) for v in _truncated(*(np.array([x]) for x in ends)))
        return log_z, x_bar / scale, w / total
    sign = 1.0 if math.isinf(upper) else -1.0
    z = (mean - lower if math.isinf(upper) else upper - mean) / scale
    if z < TAIL:
        r, _, w, _ = _hazard_far_below(-z)
    else:
        r = SQRT_2_OVER_PI / float(erfcx(-z / SQRT_2)) if z <= 5.0 else _density(z) / float(ndtr(z))
        w = r * (z + r)
    return float(log_ndtr(z)), sign * r / scale, w / total


def _density(z: float) -> float:
    return math.exp(-0.5 * z * z - LOG_SQRT_2PI)


def tilt(
    lower: Array, upper: Array, mean: Array, variance: Array, noise: Array | float
) -> TiltedMoments:
    """Moments of d after the answer "y* lies in (lower, upper)".

    Parameters
    ----------
    lower, upper : ndarray
        Bounds of the interval in utility; ±∞ for none.
    mean, variance : ndarray
        Of d before the answer; a variance of 0 is legal.
    noise : float or ndarray
        s, the answerer's noise scale.
    """
    lower, upper, mean, variance = np.broadcast_arrays(lower, upper, mean, variance)
    squared_noise = np.square(noise)
    total = squared_noise + variance
    scale = np.sqrt(total)
    a = (lower - mean) / scale
    b = (upper - mean) / scale
    half = 0.5 * (upper - lower) / scale  # not from a and b: a narrow tie would lose its width
    log_z, x_bar, w, one_minus_w = _truncated(a, b, half)
    gain = x_bar / scale
    remaining = squared_noise + variance * one_minus_w
    precision = w / remaining
    shift = _shift(lower, upper, mean, scale, (a, b), (x_bar, w, one_minus_w)) / remaining
    by_lower, by_upper = _bound_derivatives(a, b, log_z, scale)
    by_noise = noise * (x_bar * x_bar - w) / total  # the heat equation ∂Z/∂s = s ∂²Z/∂m²
    return TiltedMoments(log_z, gain, w / total, precision, shift, by_lower, by_upper, by_noise)


def _shift(
    lower: Array,
    upper: Array,
    mean: Array,
    scale: Array,
    bounds: tuple[Array, Array],
    moments: tuple[Array, Array, Array],
) -> Array:
    """Numerator of ν, by whichever of the two forms of section 11 keeps its digits."""
    a, b = bounds
    x_bar, w, one_minus_w = moments
    shift = w * mean + scale * x_bar
    late = w >= 0.5
    if not np.any(late):
        return shift
    y_bar = mean + scale * x_bar
    above = late & np.isposinf(b)
    below = late & np.isneginf(a)
    if np.any(above):
        y_bar[above] = lower[above] + scale[above] * hazard(-a[above])[1]
    if np.any(below):
        y_bar[below] = upper[below] - scale[below] * hazard(b[below])[1]
    return np.where(late, y_bar - one_minus_w * mean, shift)


def _bound_derivatives(a: Array, b: Array, log_z: Array, scale: Array) -> tuple[Array, Array]:
    with np.errstate(invalid="ignore"):
        density_a = np.where(np.isfinite(a), np.exp(-0.5 * a * a - LOG_SQRT_2PI - log_z), 0.0)
        density_b = np.where(np.isfinite(b), np.exp(-0.5 * b * b - LOG_SQRT_2PI - log_z), 0.0)
    return -density_a / scale, density_b / scale


def _truncated(a: Array, b: Array, half: Array) -> tuple[Array, Array, Array, Array]:
    """log Z, mean x̄, w̃ = 1 − V and V of a standard normal kept to (a, b), half = (b − a)/2."""
    a, b, half = np.broadcast_arrays(a, b, half)
    log_z = np.zeros(a.shape)
    x_bar, w = np.zeros(a.shape), np.zeros(a.shape)
    v = np.ones(a.shape)
    open_above = np.isposinf(b) & ~np.isneginf(a)
    open_below = np.isneginf(a) & ~np.isposinf(b)
    closed = np.isfinite(a) & np.isfinite(b)
    for part, z, sign in ((open_above, -a, 1.0), (open_below, b, -1.0)):
        if np.any(part):
            r, _, w[part], v[part] = hazard(z[part])
            log_z[part] = log_ndtr(z[part])
            x_bar[part] = sign * r
    if np.any(closed):
        log_z[closed], x_bar[closed], w[closed], v[closed] = _interval(
            a[closed], b[closed], half[closed]
        )
    return log_z, x_bar, w, v


def _interval(a: Array, b: Array, half: Array) -> tuple[Array, Array, Array, Array]:
    """Both bounds finite: mirrored so that the centre is not positive (section 13)."""
    mirrored = a + b > 0.0
    low, high = np.where(mirrored, -b, a), np.where(mirrored, -a, b)
    centre = 0.5 * (low + high)
    log_z, x_bar, w, v = (np.empty(a.shape) for _ in range(4))
    decay = half * np.abs(centre)  # e^(−2 decay): the far end's density by the near end's
    one_sided = (high <= 0.0) & (decay > FAR_END_GONE)
    narrow = ~one_sided & (half <= 1.5) & (decay <= FAR_END_GONE)
    left = ~one_sided & ~narrow & (high <= 0.0)
    straddling = ~narrow & (high > 0.0)
    for part, moments in (
        (one_sided, _one_sided),
        (narrow, _narrow),
        (left, _left_of_zero),
        (straddling, _straddling),
    ):
        if np.any(part):
            log_z[part], x_bar[part], w[part], v[part] = moments(
                low[part], high[part], centre[part], half[part]
            )
    return log_z, np.where(mirrored, -x_bar, x_bar), w, v


def _one_sided(low: Array, high: Array, centre: Array, half: Array) -> tuple[Array, ...]:
    """The far end is out of reach: w̃ from both ends would be wrong by high² roundings."""
    r, _, w, v = hazard(high)
    return log_ndtr(high), -r, w, v


def _narrow(low: Array, high: Array, centre: Array, half: Array) -> tuple[Array, ...]:
    """Gauss–Legendre in u, x = centre + half · u."""
    exponent = -np.multiply.outer(centre * half, NODES)
    exponent -= 0.5 * np.multiply.outer(half * half, NODES * NODES)
    weights = NODE_WEIGHTS * np.exp(exponent)
    total = weights.sum(axis=-1)
    u_mean = (weights @ NODES) / total
    u_variance = np.sum(weights * np.square(NODES - u_mean[..., None]), axis=-1) / total
    log_z = np.log(half * total) - 0.5 * centre * centre - LOG_SQRT_2PI
    v = half * half * u_variance
    return log_z, centre + half * u_mean, 1.0 - v, v


def _left_of_zero(low: Array, high: Array, centre: Array, half: Array) -> tuple[Array, ...]:
    decay = 2.0 * half * np.abs(centre)
    ratio = np.exp(-decay)
    mass = SQRT_PI_OVER_2 * (erfcx(-high / SQRT_2) - ratio * erfcx(-low / SQRT_2))
    x_bar = np.expm1(-decay) / mass
    w = (high - low * ratio) / mass + x_bar * x_bar
    return -0.5 * high * high - LOG_SQRT_2PI + np.log(mass), x_bar, w, 1.0 - w


def _straddling(low: Array, high: Array, centre: Array, half: Array) -> tuple[Array, ...]:
    outside = ndtr(-high) + ndtr(low)
    mass = 1.0 - outside
    density_low, density_high = normal_density(low), normal_density(high)
    x_bar = (density_low - density_high) / mass
    w = x_bar * x_bar + (high * density_high - low * density_low) / mass
    return np.log1p(-outside), x_bar, w, 1.0 - w
