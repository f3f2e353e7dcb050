"""The bracket of the expected loss, ν² b(|δ|/ν), and what bounds it (section 7)."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.criteria.owners import SLACK
from prefstudio.engine.linalg import Array

SQRT_2, SQRT_2PI = math.sqrt(2.0), math.sqrt(2.0 * math.pi)
TINY = 1e-300  # a pair of no variance has no loss and is never asked
FARTHEST = 40.0  # beyond this many sd b is zero in doubles
STEP = 1.0 / 64.0  # of the table of b
ROUNDING = 1e-9  # how much too low a slope of a parabola is, lest it should be too high
PARABOLA = float(ndtr(-1.0)) + 1.5 * math.exp(-0.5) / SQRT_2PI  # largest b(c) + ½c³N(c), at c = 1


def bracket(distance: Array, variance: Array) -> Array:
    """ν² b(|δ|/ν), b(c) = Φ(−c) + c N(c); half the variance where the means are equal."""
    return variance * _shape(np.abs(distance) / np.sqrt(np.maximum(variance, TINY)))


def _shape(c: Array) -> Array:
    c = np.minimum(c, FARTHEST)
    return ndtr(-c) + c * np.exp(-0.5 * c * c) / SQRT_2PI


def bracket_of_one(squared_distance: float, variance: float) -> float:
    """The bracket of one pair of positive variance, without the cost of arrays."""
    c2 = squared_distance / variance
    c = math.sqrt(c2)
    return variance * (0.5 * math.erfc(c / SQRT_2) + c * math.exp(-0.5 * c2) / SQRT_2PI)


def upper_bound(distance: Array, variance: Array) -> Array:
    """A value never below the bracket, and within 4 % of it, without Φ.

    Φ(−c) ≤ 2 N(c)/(c + √(c² + 8/π)) (Pollak), with equality at 0; the variance is positive.
    """
    c2 = distance * distance
    c2 /= variance
    c = np.sqrt(c2)
    tail = c2 + 8.0 / math.pi
    np.sqrt(tail, out=tail)
    tail += c
    np.divide(2.0, tail, out=tail)
    tail += c
    c2 *= -0.5
    np.exp(c2, out=c2)
    c2 *= tail
    c2 *= variance
    c2 *= SLACK / SQRT_2PI
    return c2


def _slope(c: Array) -> Array:
    """(A − b(c))/c², which never rises: its derivative has the sign of b(c) + ½c³N(c) − A."""
    return (1.0 - ROUNDING) * (PARABOLA - _shape(c)) / (c * c)


_STEPS = np.arange(36.0, -0.5 * STEP, -STEP)  # b of the first is no subnormal number yet
_SHAPES = _shape(_STEPS)
_SLOPES = np.concatenate([[0.0], _slope(_STEPS[:-1]), [_slope(np.array(STEP))]])


def slope_of_parabola(shape: Array) -> Array:
    """B ≥ 0 such that b(c) ≤ A − Bc² wherever b(c) is not below `shape`, A = `PARABOLA`.

    Were r known with b(r) = `shape`, B = (A − b(r))/r² would do: for c ≤ r it has
    A − b(c) ≥ (A − b(r)) c²/r². The next step of a table beyond r gives a B that is not above it.
    """
    return _SLOPES[_SHAPES.searchsorted(shape)]
