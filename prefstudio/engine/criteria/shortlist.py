"""The best pairs seen so far, ties included."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair

TIE = 1e-9  # relative; values this close are equal


class Shortlist:
    """Collects pairs and forgets those that cannot be among the `top` best any more."""

    def __init__(self, top: int) -> None:
        self._top = top
        self._values = np.empty(0)
        self._pairs = np.empty((0, 2), dtype=np.int64)
        self.threshold = -np.inf  # a value below this one is of no interest

    def offer(self, values: Array, first: Array, second: Array) -> None:
        """Consider pairs with their values; pairs must not be offered twice."""
        keep = values >= self.threshold
        if not keep.any():
            return
        pairs = np.stack([first[keep], second[keep]], axis=1)
        self._values = np.concatenate([self._values, values[keep]])
        self._pairs = np.concatenate([self._pairs, pairs])
        if len(self._values) >= self._top:
            self._forget()

    def _forget(self) -> None:
        place = len(self._values) - self._top
        if self._top == 1:
            lowest = float(self._values.max())
        else:
            lowest = float(np.partition(self._values, place)[place])
        self.threshold = lowest - TIE * abs(lowest)
        keep = self._values >= self.threshold
        self._values, self._pairs = self._values[keep], self._pairs[keep]

    def chosen(self, rng: np.random.Generator) -> tuple[ScoredPair, ...]:
        """The best pairs, best first; lots decide among equal values."""
        if not len(self._values):
            return ()
        canonical = np.lexsort((self._pairs.max(axis=1), self._pairs.min(axis=1)))
        lots = np.empty(len(canonical))
        lots[canonical] = rng.random(len(canonical))  # the order of discovery plays no part
        order = np.lexsort((lots, -self._levels()))
        return tuple(
            ScoredPair(int(min(pair)), int(max(pair)), float(value))
            for pair, value in zip(
                self._pairs[order[: self._top]], self._values[order[: self._top]], strict=True
            )
        )

    def _levels(self) -> Array:
        """Values with each chain of near-equal ones brought to its largest."""
        order = np.argsort(-self._values, kind="stable")
        falling = self._values[order]
        step = falling[:-1] - falling[1:] > TIE * np.abs(falling[:-1])
        head = np.concatenate([[0], np.cumsum(step)])
        levels = np.empty_like(falling)
        levels[order] = falling[np.searchsorted(head, head)]
        return levels
