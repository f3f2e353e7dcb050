"""The numbers of a figure as Qt's tables read them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median_low
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from prefstudio.studio.figure_table import Cell, FigureTable
from prefstudio.studio.numbers_as_text import MINUS, figure

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
WHOLE = Qt.ItemDataRole.UserRole  # the cell itself, to sort by
DIGITS = 4
NOTHING = 1e-12  # what rounding leaves of a zero
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class FigureTableModel(QAbstractTableModel):
    """Shows a table; one of the same shape takes its place without moving anything.

    Parameters
    ----------
    decimals : int, optional
        Of every number that is not whole; without it each column has as many as its typical
        number needs to show four figures, so that they line up.
    """

    def __init__(self, parent: QObject | None = None, decimals: int | None = None) -> None:
        super().__init__(parent)
        self._decimals = decimals
        self._found: dict[int, int] = {}  # decimals of columns that were looked at
        self.table = FigureTable((), ())

    def show_table(self, table: FigureTable) -> None:
        """Show other numbers."""
        if table == self.table:
            return
        self._found = {}
        before, is_alike = self.table, len(table.rows) == len(self.table.rows)
        if not (is_alike and table.columns == before.columns):
            self.beginResetModel()
            self.table = table
            self.endResetModel()
            return
        self.table = table
        last = self.index(len(table.rows) - 1, len(table.columns) - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_cell(cell, self._decimals_of(index.column()))
        if role == WHOLE:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(cell, float):
            return repr(cell).replace("-", MINUS)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if isinstance(cell, str) else RIGHT
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation is Qt.Orientation.Horizontal:
            is_text = not self.table.rows or isinstance(self.table.rows[0][section], str)
            return LEFT if is_text else RIGHT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        is_heading = orientation is Qt.Orientation.Horizontal
        return self.table.columns[section] if is_heading else str(section + 1)

    def _decimals_of(self, column: int) -> int:
        """Decimals of all numbers of a column."""
        if self._decimals is not None:
            return self._decimals
        if column not in self._found:
            self._found[column] = decimals_of(row[column] for row in self.table.rows)
        return self._found[column]


def decimals_of(cells: Iterable[Cell]) -> int:
    """Decimals that show four figures of the typical number, without zeros that all end in."""
    sizes = [abs(cell) for cell in cells if isinstance(cell, float) and math.isfinite(cell)]
    sizes = [size for size in sizes if size >= NOTHING]
    if not sizes:
        return 0
    most = max(0, DIGITS - 1 - math.floor(math.log10(median_low(sizes))))
    ends = (f"{size:.{most}f}".partition(".")[2].rstrip("0") for size in sizes)
    return max(map(len, ends))


def shown_cell(cell: Cell, decimals: int) -> str:
    """A cell as it is read: a true minus, and nothing where there is no number."""
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, float):
        return figure(0.0 if abs(cell) < NOTHING else cell, decimals)
    return str(cell)
