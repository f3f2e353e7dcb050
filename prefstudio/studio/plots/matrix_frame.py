"""Which part of a matrix is shown: an order of the items, and a window on rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prefstudio.study.viewing import MOST_CELLS

WINDOW = 48  # items of the window on a larger one
SMALLEST_WINDOW = 8

Cell = tuple[int, int]  # row and column, either as positions of items or as places in a window
Span = tuple[int, int]  # first place, and the place after the last


def first_length(n_items: int) -> int:
    """How many of some items are shown at first: all, or a window."""
    return n_items if n_items <= MOST_CELLS else WINDOW


@dataclass(frozen=True, slots=True, eq=False)
class MatrixFrame:
    """A window on the rows and one on the columns of an ordered matrix, equally long.

    Attributes
    ----------
    order
        Positions of the items in the order of rows and columns.
    rows, columns
        The places that are shown; the rows are what other panels show, too.
    """

    order: NDArray[np.intp]
    rows: Span
    columns: Span

    @classmethod
    def of(cls, order: NDArray[np.intp]) -> MatrixFrame:
        """All of a small matrix, the beginning of a large one."""
        span = (0, first_length(len(order)))
        return cls(np.asarray(order, dtype=np.intp), span, span)

    @property
    def n_items(self) -> int:
        """How many items are in order, shown or not."""
        return len(self.order)

    @property
    def length(self) -> int:
        """How many rows are shown."""
        return self.rows[1] - self.rows[0]

    @property
    def is_whole(self) -> bool:
        """Whether every item is shown."""
        return self.length == self.n_items

    @property
    def is_zoomed(self) -> bool:
        """Whether less is shown than at first."""
        return self.length < first_length(self.n_items)

    @property
    def row_items(self) -> NDArray[np.intp]:
        """Positions of the items of the shown rows."""
        return self.order[slice(*self.rows)]

    @property
    def column_items(self) -> NDArray[np.intp]:
        """Positions of the items of the shown columns."""
        return self.order[slice(*self.columns)]

    def pair_at(self, cell: Cell) -> Cell:
        """The items whose cell lies at a place of the window."""
        return int(self.row_items[cell[0]]), int(self.column_items[cell[1]])

    def ranks_of(self, pair: Cell) -> Cell | None:
        """Places of two items in the whole order; None when one is not in it."""
        row, column = (np.flatnonzero(self.order == item) for item in pair)
        return (int(row[0]), int(column[0])) if len(row) and len(column) else None

    def cell_of(self, pair: Cell) -> Cell | None:
        """Where in the window the cell of two items lies; None when outside."""
        ranks = self.ranks_of(pair)
        if ranks is None:
            return None
        row, column = ranks[0] - self.rows[0], ranks[1] - self.columns[0]
        is_inside = 0 <= row < self.length and 0 <= column < self.length
        return (row, column) if is_inside else None

    def shown_of(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The shown part of a matrix by position, shape (length, length)."""
        return values[np.ix_(self.row_items, self.column_items)]

    def with_order(self, order: NDArray[np.intp]) -> MatrixFrame:
        """The same window on another order; all anew when the number of items differs."""
        if len(order) != self.n_items:
            return MatrixFrame.of(order)
        return MatrixFrame(np.asarray(order, dtype=np.intp), self.rows, self.columns)

    def with_window(self, window: Span) -> MatrixFrame:
        """Rows and columns of one window; the columns stay where the rows do."""
        first, last = window
        wanted = self.around((first, first), last - first)
        return self if wanted.rows == self.rows else wanted

    def around(self, corner: Cell, length: int) -> MatrixFrame:
        """A window of some length whose first row and column are given, kept inside."""
        length = max(min(length, self.n_items), min(SMALLEST_WINDOW, self.n_items))
        row, column = (min(max(place, 0), self.n_items - length) for place in corner)
        return MatrixFrame(self.order, (row, row + length), (column, column + length))

    def moved(self, down: int, right: int) -> MatrixFrame:
        """The window so many places further."""
        return self.around((self.rows[0] + down, self.columns[0] + right), self.length)

    def centred_on(self, ranks: Cell, length: int | None = None) -> MatrixFrame:
        """A window in the middle of which two places of the whole order meet."""
        length = self.length if length is None else min(length, MOST_CELLS)
        return self.around((ranks[0] - length // 2, ranks[1] - length // 2), length)

    def zoomed_out(self) -> MatrixFrame:
        """As much as is shown at first, about the middle of what is shown now."""
        middle = (self.rows[0] + self.length // 2, self.columns[0] + self.length // 2)
        return self.centred_on(middle, first_length(self.n_items))
