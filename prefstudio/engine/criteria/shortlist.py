"""The best pairs seen so far, ties included."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair

TIE = 1e-9  # relative; values this close are equal


class Shortlist:
    """Collects pairs and forgets those that cannot be among the `top` best any more."""

    def __init__(self, top: int) -> None:
        self.top = top
        self._values = np.empty(0)
        self._first = np.empty(0, dtype=np.int64)
        self._second = np.empty(0, dtype=np.int64)
        self.threshold = -np.inf  # a value below this one is of no interest

    def start_over(self, threshold: float) -> None:
        """Forget all pairs; from now on a value below `threshold` is of no interest."""
        self._values = np.empty(0)
        self._first, self._second = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        self.threshold = threshold

    def offer(self, values: Array, first: Array, second: Array) -> None:
        """Consider pairs with their values; pairs must not be offered twice."""
        keep = np.flatnonzero(values >= self.threshold)
        if not len(keep):
            return
        if len(self._values):
            self._values = np.concatenate([self._values, values[keep]])
            self._first = np.concatenate([self._first, first[keep]])
            self._second = np.concatenate([self._second, second[keep]])
        else:
            self._values, self._first, self._second = values[keep], first[keep], second[keep]
        if len(self._values) >= self.top:
            self._forget()

    def _forget(self) -> None:
        place = len(self._values) - self.top
        if self.top == 1:
            lowest = float(self._values.max())
        else:
            lowest = float(np.partition(self._values, place)[place])
        self.threshold = lowest - TIE * abs(lowest)
        keep = np.flatnonzero(self._values >= self.threshold)
        if len(keep) < len(self._values):
            self._values = self._values[keep]
            self._first, self._second = self._first[keep], self._second[keep]

    def chosen(
        self, rng: np.random.Generator, favoured: tuple[int, int] | None = None
    ) -> tuple[ScoredPair, ...]:
        """The best pairs, best first; lots decide among equal values.

        Among its equals a favoured pair comes first, whatever the lots say.
        """
        if len(self._values) < 2:
            order, n_tied = np.arange(len(self._values)), np.ones(len(self._values), dtype=int)
        else:
            levels = self._levels()
            order = self._drawn_order(levels, rng, favoured)[: self.top]
            n_tied = _counts(levels, order)
        return tuple(
            ScoredPair(min(first, second), max(first, second), value, ties)
            for first, second, value, ties in zip(
                self._first[order].tolist(),
                self._second[order].tolist(),
                self._values[order].tolist(),
                n_tied.tolist(),
                strict=True,
            )
        )

    def _drawn_order(
        self, levels: Array, rng: np.random.Generator, favoured: tuple[int, int] | None
    ) -> Array:
        """Best first; the order of discovery plays no part, lots do."""
        first = np.minimum(self._first, self._second)
        second = np.maximum(self._first, self._second)
        lots = np.empty(len(first))
        lots[np.lexsort((second, first))] = rng.random(len(first))
        if favoured is not None:
            lots[(first == min(favoured)) & (second == max(favoured))] = -1.0
        return np.lexsort((lots, -levels))

    def _levels(self) -> Array:
        """Values with each chain of near-equal ones brought to its largest."""
        order = np.argsort(-self._values, kind="stable")
        falling = self._values[order]
        step = falling[:-1] - falling[1:] > TIE * np.abs(falling[:-1])
        head = np.concatenate([[0], np.cumsum(step)])
        levels = np.empty_like(falling)
        levels[order] = falling[np.searchsorted(head, head)]
        return levels


def _counts(levels: Array, order: Array) -> Array:
    """How many share the level of each of some."""
    rising, wanted = np.sort(levels), levels[order]
    return rising.searchsorted(wanted, side="right") - rising.searchsorted(wanted)
