"""Many equal answers to one pair, settled by themselves.

Moving all copies of a site at once oversteps when there are many of them and they surprise: a
thousand people who all prefer A. Given everything else, the copies' common site is the root of
two equations in two unknowns. The unknowns hardly change with the number of copies, so the root
for a few of them leads to that for more, up to all.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.probit import TiltedMoments, tilt

GROWTH = 4.0  # copies of one step against those of the step before
NEAR = 1e-6  # from here rounds of all sites settle the rest
FARTHEST = 60.0  # of log(cτv): beyond, a double no longer tells the two variances apart


def settled_copies(
    bounds: tuple[float, float],
    mean: float,
    variance: float,
    count: int,
    noise: float,
    start: tuple[float, float] = (0.0, 0.0),
) -> tuple[float, float] | None:
    """(τ, ν) of each of `count` equal answers about d ~ N(mean, variance); None if not found.

    Parameters
    ----------
    bounds : (float, float)
        Of the answer, in utility.
    mean, variance : float
        Of d as everything but these answers has it; the variance is positive.
    count : int
    noise : float
    start : (float, float)
        (τ, ν) that may be near.
    """
    copies = _Copies(bounds, mean, variance, noise)
    unknown = copies.root_near(copies.unknown_of(*start, count), count)
    if unknown is None:
        unknown = _grown(copies, count)
    return None if unknown is None else copies.site(unknown, count)[2:]


def _grown(copies: _Copies, count: int) -> Array | None:
    """The root for all copies, through those for fewer."""
    unknown: Array | None = copies.unknown_of_one()
    n_steps = int(np.ceil(np.log(count) / np.log(GROWTH)))
    for step in range(1, n_steps + 1):
        if unknown is not None:
            unknown = copies.root_near(unknown, count ** (step / n_steps))
    return unknown


class _Copies:
    """The two equations; unknown are log(cτv) and the mean of d in units of its sd."""

    def __init__(
        self, bounds: tuple[float, float], mean: float, variance: float, noise: float
    ) -> None:
        self._lower, self._upper = np.array(bounds[:1]), np.array(bounds[1:])
        self._mean, self._variance = mean, variance
        self._noise = noise

    def root_near(self, unknown: Array, number: float) -> Array | None:
        """Where the gap closes for `number` copies, if `unknown` leads there."""
        from scipy.optimize import root  # here, since no start should wait for it

        found = root(self.gap, unknown, args=(number,), options={"xtol": 1e-12})
        # success is not asked for: stopping at rounding counts as failure there
        return found.x if np.max(np.abs(found.fun)) < NEAR else None

    def unknown_of_one(self) -> Array:
        """The root for a single copy, known in closed form."""
        answer = self._tilt(self._mean, self._variance)
        return self.unknown_of(float(answer.precision[0]), float(answer.shift[0]), 1)

    def unknown_of(self, precision: float, shift: float, number: float) -> Array:
        """What `number` copies of a site (τ, ν) make of d."""
        ratio = max(number * precision * self._variance, np.exp(-FARTHEST))
        mean = (self._mean + number * shift * self._variance) / (1.0 + ratio)
        return np.array([np.log(ratio), mean / np.sqrt(self._variance)])

    def site(self, unknown: Array, number: float) -> tuple[float, float, float, float]:
        """Mean and variance of d after `number` copies, and (τ, ν) of one."""
        ratio = float(np.exp(np.clip(unknown[0], -FARTHEST, FARTHEST)))
        mean = float(np.sqrt(self._variance) * unknown[1])
        variance = self._variance / (1.0 + ratio)
        shift = (mean / variance - self._mean / self._variance) / number
        return mean, variance, ratio / self._variance / number, shift

    def gap(self, unknown: Array, number: float) -> Array:
        """How far log τ, and d's mean in sd, would move by tilting all copies."""
        mean, variance, precision, shift = self.site(unknown, number)
        kept = 1.0 - precision * variance
        answer = self._tilt((mean - variance * shift) / kept, variance / kept)
        new_precision = max(float(answer.precision[0]), np.finfo(float).tiny)
        d_precision = number * (new_precision - precision)
        d_shift = number * (float(answer.shift[0]) - shift)
        growth = variance * (1.0 / self._variance + number * new_precision)
        d_mean = np.sqrt(variance) * (d_shift - d_precision * mean) / growth
        return np.array([np.log(new_precision) - np.log(precision), d_mean])

    def _tilt(self, mean: float, variance: float) -> TiltedMoments:
        return tilt(self._lower, self._upper, np.array([mean]), np.array([variance]), self._noise)
