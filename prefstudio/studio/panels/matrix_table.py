"""The numbers of a matrix as a table: of the pairs it shows, and of all it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.plots.matrix_frame import MatrixFrame
from prefstudio.study.exporters import EXPORTERS
from prefstudio.study.view import MatrixKind

MOST_ITEMS = 120
"""Items up to which a file has every pair; to write more would hold the window up."""

FILE_HAS_ALL = "The CSV file has all."


@dataclass(frozen=True, slots=True, eq=False)
class MatrixTables:
    """A matrix that is told in rows: row item, column item, value.

    Attributes
    ----------
    kind
        Which matrix it is.
    unit
        What its numbers are.
    names
        Of the items by position.
    values
        By position, shape (n_items, n_items); None while there are none, and not a number where
        there is no pair.
    frame
        What is shown of it.
    blanks_diagonal
        Whether an item with itself says nothing.
    """

    kind: MatrixKind
    unit: str
    names: Sequence[str]
    values: NDArray[np.float64] | None
    frame: MatrixFrame
    blanks_diagonal: bool

    def shown(self) -> FigureTable:
        """The shown cells that have a number; says where the others are, if there are any."""
        frame = self.frame
        rows = self._rows(frame.row_items, frame.column_items)
        if frame.is_whole or self.values is None:
            return FigureTable(self._columns, rows)
        sides = (frame.length, frame.length, frame.n_items, frame.n_items)
        part = "{:,} × {:,} of {:,} × {:,} items".format(*sides)
        return FigureTable(self._columns, rows, part, self._rest)

    def whole(self) -> FigureTable:
        """All cells that have a number; the shown ones where all are too many to wait for."""
        if self.frame.n_items > MOST_ITEMS:
            return self.shown()
        return FigureTable(self._columns, self._rows(self.frame.order, self.frame.order))

    @property
    def _columns(self) -> tuple[str, ...]:
        return ("row item", "column item", self.unit)

    @property
    def _rest(self) -> str:
        if self.frame.n_items <= MOST_ITEMS:
            return FILE_HAS_ALL
        # What is exported is the posterior as it is, whatever the matrix is drawn about.
        exporter = EXPORTERS.get(self.kind.value)
        return f"All: File → Export, “{exporter.title}”." if exporter else ""

    def _rows(
        self, row_items: NDArray[np.intp], column_items: NDArray[np.intp]
    ) -> tuple[tuple[str, str, float], ...]:
        if self.values is None:
            return ()
        cells = self.values[np.ix_(row_items, column_items)]
        has_number = ~np.isnan(cells)
        if self.blanks_diagonal:
            has_number &= row_items[:, None] != column_items
        down, right = np.nonzero(has_number)
        told = zip(row_items[down], column_items[right], cells[has_number].tolist(), strict=True)
        return tuple((self.names[row], self.names[column], value) for row, column, value in told)
