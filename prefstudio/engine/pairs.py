"""Which pairs may be asked: within a group, not excluded, and not answered already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.linalg import Array, read_only


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPair:
    """A pair and what a criterion thinks of asking it; ``first < second``.

    Attributes
    ----------
    n_tied : int
        How many allowed pairs are worth the same, this one among them.
    """

    first: int
    second: int
    value: float
    n_tied: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class AllowedPairs:
    """The pairs that may be asked, as a value that is never changed.

    Attributes
    ----------
    n_items : int
    groups : ndarray of int, shape (n_items,), or None
        Only items of the same group are compared.
    open_items : ndarray of bool, shape (n_items,)
        False where an item may not be asked about at all.
    closed : ndarray of int
        Sorted codes ``i * n_items + j``, both ways round, of the pairs that may not be asked.
    """

    n_items: int
    groups: Array | None
    open_items: Array
    closed: Array

    @classmethod
    def of(
        cls,
        n_items: int,
        groups: Array | None = None,
        excluded: Iterable[int] = (),
        answered: Iterable[tuple[int, int]] = (),
    ) -> AllowedPairs:
        """All pairs within `groups`, without `excluded` items and `answered` pairs."""
        open_items = np.ones(n_items, dtype=bool)
        open_items[list(excluded)] = False
        pairs = np.asarray(list(answered), dtype=np.int64).reshape(-1, 2)
        codes = np.concatenate([pairs @ [n_items, 1], pairs @ [1, n_items]])
        codes_of_groups = None if groups is None else read_only(np.array(groups))
        return cls(n_items, codes_of_groups, read_only(open_items), read_only(np.unique(codes)))

    def without(self, first: int, second: int) -> AllowedPairs:
        """The same pairs but for one."""
        low, high = min(first, second), max(first, second)
        codes = low * self.n_items + high, high * self.n_items + low
        near, far = np.searchsorted(self.closed, codes)
        if near < len(self.closed) and self.closed[near] == codes[0]:
            return self
        closed = np.empty(len(self.closed) + 2, dtype=np.int64)
        closed[:near] = self.closed[:near]
        closed[near] = codes[0]
        closed[near + 1 : far + 1] = self.closed[near:far]
        closed[far + 1] = codes[1]
        closed[far + 2 :] = self.closed[far:]
        return AllowedPairs(self.n_items, self.groups, self.open_items, read_only(closed))

    def without_items(self, items: Iterable[int]) -> AllowedPairs:
        """The same pairs but for those of some items."""
        open_items = self.open_items.copy()
        open_items[list(items)] = False
        return AllowedPairs(self.n_items, self.groups, read_only(open_items), self.closed)

    @property
    def has_any(self) -> bool:
        """Whether any pair may be asked."""
        return any(self.partners(int(item)).any() for item in np.flatnonzero(self.open_items))

    @property
    def n_pairs(self) -> int:
        """How many pairs may be asked."""
        sizes = np.array([np.count_nonzero(self.open_items)])
        if self.groups is not None:
            sizes = np.bincount(self.groups[self.open_items])
        first, second = np.divmod(self.closed, self.n_items)
        counts = self.open_items[first] & self.open_items[second] & (first < second)
        if self.groups is not None:
            counts &= self.groups[first] == self.groups[second]
        return int(np.sum(sizes * (sizes - 1)) // 2 - np.count_nonzero(counts))

    def permits(self, first: Array, second: Array) -> Array:
        """Whether each pair may be asked, elementwise over two index arrays."""
        allowed = self.open_items[first] & self.open_items[second] & (first != second)
        if self.groups is not None:
            allowed &= self.groups[first] == self.groups[second]
        if len(self.closed):
            codes = first * self.n_items + second
            places = np.minimum(np.searchsorted(self.closed, codes), len(self.closed) - 1)
            allowed &= self.closed[places] != codes
        return allowed

    def mask(self, rows: Array) -> Array:
        """Which items each row item may be compared with, shape (n_rows, n_items)."""
        rows = np.asarray(rows)
        allowed = np.empty((len(rows), self.n_items), dtype=bool)
        allowed[:] = self.open_items
        allowed &= self.open_items[rows, None]
        if self.groups is not None:
            allowed &= self.groups[rows, None] == self.groups
        allowed.reshape(-1)[self.closed_partners(rows)] = False
        allowed[np.arange(len(rows)), rows] = False
        return allowed

    def partners(self, item: int) -> Array:
        """Which items `item` may be compared with, as a mask of shape (n_items,)."""
        return self.mask(np.array([item]))[0]

    @property
    def closes_pairs_only(self) -> bool:
        """Whether closed pairs are all there is: no groups, and every item open."""
        return self.groups is None and bool(self.open_items.all())

    def closed_partners(self, rows: Array) -> Array:
        """Closed pairs of some items: places ``row * n_items + partner``, as `mask` is laid out."""
        codes = np.multiply(rows, self.n_items)
        edges = self.closed.searchsorted(np.add.outer(codes, (0, self.n_items)))
        parts = [self.closed[start:stop] for start, stop in edges.tolist()]
        shift = codes - np.arange(0, len(rows) * self.n_items, self.n_items)
        return np.concatenate(parts) - shift.repeat(edges[:, 1] - edges[:, 0])
