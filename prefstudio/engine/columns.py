"""The columns that answers take away from a covariance, shared between posteriors.

A posterior is Σ = base − U Uᵀ and an answer adds one column to U. Columns are stored as rows of
a buffer that only ever grows, so that a later posterior shares all of them with an earlier one
and nothing is copied; two branches that grow from the same posterior each keep their own.
"""

from __future__ import annotations

import threading

import numpy as np

from prefstudio.engine.linalg import Array, read_only

ROOM = 64  # columns a new buffer has room for


class Columns:
    """The first `count` columns of a shared, append-only buffer; they never change again."""

    __slots__ = ("_buffer", "count")

    def __init__(self, buffer: _Buffer, count: int) -> None:
        self._buffer = buffer
        self.count = count

    @classmethod
    def empty(cls, n_items: int) -> Columns:
        """No columns yet."""
        return cls(_Buffer(np.empty((ROOM, n_items)), 0), 0)

    @classmethod
    def of_rows(cls, rows: Array) -> Columns:
        """Columns of U given as the rows of Uᵀ, shape (n_columns, n_items)."""
        return cls(_Buffer(rows, len(rows)), len(rows))

    @property
    def rows(self) -> Array:
        """Uᵀ, shape (count, n_items), read-only."""
        return read_only(self._buffer.rows[: self.count])

    def with_column(self, column: Array) -> Columns:
        """These columns and one more; the buffer is shared unless a branch got there first."""
        buffer = self._buffer
        if not buffer.take(self.count, column):
            buffer = buffer.grown_copy(self.count, column)
        return Columns(buffer, self.count + 1)


class _Buffer:
    """Rows of which the first `filled` belong to somebody."""

    __slots__ = ("_lock", "_newest", "filled", "rows")

    def __init__(self, rows: Array, filled: int, newest: Array | None = None) -> None:
        self.rows = rows
        self.filled = filled
        self._newest = newest
        self._lock = threading.Lock()

    def take(self, row: int, column: Array) -> bool:
        """Write `column` to the next free row, unless it stands there already.

        Returns
        -------
        bool
            False when the row is somebody else's, or there is none left.
        """
        with self._lock:
            if row == self.filled - 1 and column is self._newest:
                return True  # another branch of the same posterior put it there
            if row != self.filled or row >= len(self.rows):
                return False
            self.rows[row] = column
            self._newest = column
            self.filled += 1
            return True

    def grown_copy(self, count: int, column: Array) -> _Buffer:
        """A buffer with the same first `count` rows, then `column`, and room for more."""
        rows = np.empty((max(ROOM, 2 * count), self.rows.shape[1]))
        rows[:count] = self.rows[:count]
        rows[count] = column
        return _Buffer(rows, count + 1, column)
