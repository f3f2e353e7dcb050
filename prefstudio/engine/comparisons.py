"""Answers as the engine sees them: pairs of item numbers and an interval for their difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from prefstudio.engine.errors import BadComparison
from prefstudio.engine.linalg import Array, read_only

SMALLEST_TIE_WIDTH = 1e-3  # of the noise; a tie of no width has no probability (section 11)


@dataclass(frozen=True, slots=True, eq=False)
class ResponseScale:
    """How a difference of utilities becomes an answer (section 11).

    An answer is a level: its sign says which item won, its size how clearly. With cuts
    c₁ < … < c_K the levels −K … K are the intervals between −c_K … c_K, and 0 is a tie. With no
    cuts there is no tie and the levels are −1 and 1.

    Parameters
    ----------
    noise : float
        s in P(i ≻ j) = Φ((ξ_i − ξ_j)/s).
    cuts : tuple of float
        Positive and rising, in utility; empty when nobody may tie.
    """

    noise: float = 1.0
    cuts: tuple[float, ...] = ()
    edges: Array = field(init=False)

    def __post_init__(self) -> None:
        if not (np.isfinite(self.noise) and self.noise > 0.0):
            raise BadComparison(f"the noise must be a positive number, not {self.noise}")
        cuts = np.asarray(self.cuts, dtype=float)
        rising = cuts[:1] > 0.0, np.diff(cuts) > 0.0, np.isfinite(cuts)
        if not all(np.all(condition) for condition in rising):
            raise BadComparison("tie width and strength cuts must be positive, finite and rising")
        if len(cuts):
            cuts = cuts + max(SMALLEST_TIE_WIDTH * self.noise - cuts[0], 0.0)
            object.__setattr__(self, "cuts", tuple(cuts.tolist()))
        inner = np.concatenate([-cuts[::-1], cuts]) if len(cuts) else np.zeros(1)
        object.__setattr__(self, "edges", read_only(np.concatenate([[-np.inf], inner, [np.inf]])))

    @property
    def levels(self) -> tuple[int, ...]:
        """Every answer that can be given, from "B, clearly" to "A, clearly"."""
        top = max(1, len(self.cuts))
        return tuple(level for level in range(-top, top + 1) if level or self.cuts)

    def edge_indices(self, level: int) -> tuple[int, int]:
        """Which two edges bound `level`."""
        lower = self.levels.index(level)
        return lower, lower + 1

    def interval(self, level: int) -> tuple[float, float]:
        """Bounds of `level` in utility."""
        lower, upper = self.edge_indices(level)
        return float(self.edges[lower]), float(self.edges[upper])

    @property
    def win(self) -> tuple[int, int]:
        """Edges of "the first item won, however clearly"."""
        return len(self.edges) // 2, len(self.edges) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Answers in the order they were given; arrays of length n_answers, read-only.

    Attributes
    ----------
    first, second : item numbers.
    lower, upper : indices into ``ResponseScale.edges`` bounding ξ_first − ξ_second plus noise.
    count : how often this very answer was given.
    """

    first: Array
    second: Array
    lower: Array
    upper: Array
    count: Array

    def __post_init__(self) -> None:
        for name in ("first", "second", "lower", "upper", "count"):
            values = np.array(getattr(self, name), dtype=np.int64)
            object.__setattr__(self, name, read_only(values))
        if np.any(self.first == self.second):
            raise BadComparison("an item cannot be compared with itself")

    def __len__(self) -> int:
        return len(self.first)

    @property
    def n_answers(self) -> int:
        """Answers counted with their repetitions."""
        return int(self.count.sum())

    @classmethod
    def of_levels(
        cls,
        scale: ResponseScale,
        pairs: Sequence[tuple[int, int]],
        levels: Iterable[int] | None = None,
    ) -> Comparisons:
        """Comparisons of `pairs` at `levels`; by default the first of every pair won."""
        n = len(pairs)
        edges = [scale.win] * n if levels is None else [scale.edge_indices(k) for k in levels]
        return cls.of_edges(pairs, edges)

    @classmethod
    def of_edges(
        cls,
        pairs: Sequence[tuple[int, int]],
        edges: Sequence[tuple[int, int]],
        count: Sequence[int] | None = None,
    ) -> Comparisons:
        """Comparisons of `pairs`, each bounded by two edges of the scale."""
        n = len(pairs)
        pair = np.asarray(pairs, dtype=np.int64).reshape(n, 2)
        edge = np.asarray(edges, dtype=np.int64).reshape(n, 2)
        counts = np.ones(n, dtype=np.int64) if count is None else np.asarray(count)
        return cls(pair[:, 0], pair[:, 1], edge[:, 0], edge[:, 1], counts)

    def check_items(self, n_items: int) -> None:
        """Raise `BadComparison` when an item number lies outside 0 … n_items − 1."""
        if len(self) and not (
            min(self.first.min(), self.second.min()) >= 0
            and max(self.first.max(), self.second.max()) < n_items
        ):
            raise BadComparison(f"a comparison names an item outside 0 … {n_items - 1}")

    def merged(self, n_edges: int) -> Comparisons:
        """Equal answers as one row with a count, in a canonical order (first < second)."""
        turned = self.first > self.second
        first = np.where(turned, self.second, self.first)
        second = np.where(turned, self.first, self.second)
        lower = np.where(turned, n_edges - 1 - self.upper, self.lower)
        upper = np.where(turned, n_edges - 1 - self.lower, self.upper)
        rows = np.stack([first, second, lower, upper], axis=1).reshape(-1, 4)
        unique, inverse = np.unique(rows, axis=0, return_inverse=True)
        count = np.bincount(inverse.ravel(), weights=self.count, minlength=len(unique))
        first, second, lower, upper = unique.T
        return Comparisons(first, second, lower, upper, count.astype(np.int64))

    def as_rows(self) -> list[tuple[int, int, int, int]]:
        """First, second, lower and upper of every row, without the counts."""
        columns = (self.first, self.second, self.lower, self.upper)
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def winners(self, n_edges: int) -> Array:
        """1 where the first item won, −1 where the second did, 0 for a tie; shape (n_rows,)."""
        return np.sign(self.lower + self.upper - (n_edges - 1))

    def among_compared(self) -> tuple[Array, Comparisons]:
        """Numbers of the compared items, rising, and the answers by their places among them."""
        items, where = np.unique(np.concatenate([self.first, self.second]), return_inverse=True)
        n = len(self)
        return items, replace(self, first=where[:n], second=where[n:])

    def without(self, position: int) -> Comparisons:
        """The same answers but for the one at `position`."""
        keep = np.arange(len(self)) != position
        return self.chosen(keep)

    def chosen(self, keep: Array | slice) -> Comparisons:
        """The rows that a mask, slice or index array picks."""
        return Comparisons(
            self.first[keep],
            self.second[keep],
            self.lower[keep],
            self.upper[keep],
            self.count[keep],
        )
