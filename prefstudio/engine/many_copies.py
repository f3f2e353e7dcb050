"""Many equal answers to one pair, in the time of a few.

All of them speak of one difference d, so that the pass over them is a walk of its mean and
variance. The first steps are taken one by one. Later ones differ less and less from each other,
and the walk is followed in strides that grow with the number of copies behind it.
"""

from __future__ import annotations

import math

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.probit import one_step

SINGLE_STEPS = 128  # at first
STRIDE = 0.25  # of the copies so far


def many_copies(
    bounds: tuple[float, float], mean: float, variance: float, noise: float, count: int
) -> tuple[float, float, float]:
    """log Z, gain and curvature of `count` equal answers, as `one_step` has those of one.

    Parameters
    ----------
    bounds : (float, float)
        Of the answer, in utility.
    mean, variance : float
        Of d before the answers; a variance of 0 is legal, and then nothing is learned.
    noise : float
    count : int
    """
    if variance <= 0.0:
        return count * one_step(*bounds, mean, 0.0, noise)[0], 0.0, 0.0
    walk = _Walk(bounds, mean, variance, noise)
    state = np.zeros(3)
    done = min(count, SINGLE_STEPS)
    for _ in range(done):
        state = state + walk.step(state)
    while done < count:
        length = min(math.ceil(STRIDE * done), count - done)
        state = walk.after_stride(state, length)
        done += length
    gain, log_kept, log_z = state.tolist()
    return log_z, gain, -math.expm1(log_kept) / variance


class _Walk:
    """The pass along d; its state is gain, log(v / variance before) and log Z."""

    def __init__(
        self, bounds: tuple[float, float], mean: float, variance: float, noise: float
    ) -> None:
        self._bounds, self._noise = bounds, noise
        self._mean, self._variance = mean, variance

    def step(self, state: Array) -> Array:
        """What one more copy adds to the state (section 2, with k = v / v₀ times the first k)."""
        kept = math.exp(state[1])
        mean, variance = self._mean + self._variance * state[0], self._variance * kept
        log_z, gain, curvature = one_step(*self._bounds, mean, variance, self._noise)
        return np.array([kept * gain, math.log1p(-variance * curvature), log_z])

    def after_stride(self, state: Array, length: int) -> Array:
        """The state after `length` more copies: Runge and Kutta's rule of fourth order."""
        first = self._flow(state)
        second = self._flow(state + 0.5 * length * first)
        third = self._flow(state + 0.5 * length * second)
        fourth = self._flow(state + length * third)
        return np.asarray(state + length / 6.0 * (first + 2.0 * (second + third) + fourth))

    def _flow(self, state: Array) -> Array:
        """The smooth motion that single steps are on, up to their third order: f − f′f / 2."""
        step = self.step(state)
        return np.asarray(2.0 * step - self.step(state + 0.5 * step))
