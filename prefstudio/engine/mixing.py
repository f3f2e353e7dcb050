"""Anderson's mixing: a fixed-point iteration that learns from its own last steps."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array

MEMORY = 6  # steps it looks back on
GROWTH = 10.0  # a step this much longer than the shortest so far starts the memory anew


class SiteMixing:
    """Mixes successive Gaussian sites (τ, ν), both scaled to be free of units.

    Parameters
    ----------
    noise : float
        s; τ s² and ν s are what is mixed.
    """

    def __init__(self, noise: float) -> None:
        self._noise = noise
        self._points: list[Array] = []
        self._steps: list[Array] = []

    def next(
        self, precision: Array, shift: Array, new_precision: Array, new_shift: Array
    ) -> tuple[Array, Array]:
        """The next sites, from the present ones and where the iteration would take them."""
        point = np.concatenate([precision * self._noise**2, shift * self._noise])
        target = np.concatenate([new_precision * self._noise**2, new_shift * self._noise])
        self._remember(point, target - point)
        mixed = self._combined()
        half = len(precision)
        mixed[:half] = np.maximum(mixed[:half], 0.0)  # log-concave answers: τ ≥ 0 always
        return mixed[:half] / self._noise**2, mixed[half:] / self._noise

    def _remember(self, point: Array, step: Array) -> None:
        lengths = [float(np.linalg.norm(known)) for known in self._steps]
        if lengths and np.linalg.norm(step) > GROWTH * min(lengths):
            self._points, self._steps = [], []
        self._points = [*self._points, point][-MEMORY:]
        self._steps = [*self._steps, step][-MEMORY:]

    def _combined(self) -> Array:
        step, point = self._steps[-1], self._points[-1]
        if len(self._steps) < 2:
            return point + step
        d_step = np.diff(np.stack(self._steps), axis=0)
        d_point = np.diff(np.stack(self._points), axis=0)
        gram = d_step @ d_step.T
        gram[np.diag_indices_from(gram)] += 1e-14 * np.trace(gram) + 1e-300
        weights = np.linalg.solve(gram, d_step @ step)
        return point + step - weights @ (d_point + d_step)
