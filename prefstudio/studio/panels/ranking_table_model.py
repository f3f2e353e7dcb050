"""The ranking as a table of Qt: rows are made when they are looked at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from prefstudio.engine.linalg import Array
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column
from prefstudio.studio.panels.ranking_numbers import Ranking
from prefstudio.studio.panels.ranking_rows import RankingRow
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Standing
from prefstudio.study.view import View

Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole  # the RankingRow of a line
ARROWS = {Qt.SortOrder.AscendingOrder: "↑", Qt.SortOrder.DescendingOrder: "↓"}
NOWHERE = QModelIndex()


class RankingTableModel(QAbstractTableModel):
    """Items by position, in the order of one column, and only those that a filter lets through."""

    def __init__(self) -> None:
        super().__init__()
        self.ranking = Ranking(ShownItems((), (), ()))
        self.positions: Array = np.empty(0, dtype=np.intp)
        self._rows: dict[int, RankingRow] = {}
        self._searched: tuple[str, ...] = ()
        self._wanted = ""
        self._head_font = font(11, MEDIUM)
        self._column = Column.RANK
        self._order = Qt.SortOrder.AscendingOrder

    def show_items(self, items: ShownItems) -> None:
        """Begin anew with some items."""
        self.beginResetModel()
        self.ranking = Ranking(items)
        self._rows.clear()
        texts = zip(items.names, items.ids, items.groups, strict=True)
        self._searched = tuple("\n".join(text).casefold() for text in texts)
        self.positions = self._listed()
        self.endResetModel()

    def show_view(self, view: View) -> None:
        """Take in new means."""
        self.ranking.take_view(view)
        self._rows.clear()
        self._tell()

    def show_standing(self, standing: Standing | None) -> None:
        """Take in new intervals and chances, or know none."""
        self.ranking.take_standing(standing)
        self._rows.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.CHANCE, Column.CHANCE)
        self._tell()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now."""
        marked = {*(self.ranking.asked or ()), *(pair or ())}
        self.ranking.asked = pair
        self._rows.clear()
        for position in marked:
            line = self.line_of(position)
            if line is not None:
                ends = (self.index(line, column) for column in (0, len(Column) - 1))
                self.dataChanged.emit(*ends)

    def filter(self, words: str) -> None:
        """List only what has these words in its name, id or group."""
        self._wanted = words.strip().casefold()
        self._tell()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._order = Column(column), order
        self._tell()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def line_of(self, position: int) -> int | None:
        """In which line an item stands; None when it is not listed."""
        found = np.flatnonzero(self.positions == position)
        return int(found[0]) if len(found) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.positions)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._row(int(self.positions[index.row()]))
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            column = Column(index.column())
            text = COLUMNS[column].text(row)
            is_badged = row.badge and column == Column.ITEM
            spoken = is_badged and role == Qt.ItemDataRole.AccessibleTextRole
            return f"{text}, asked now as {row.badge}" if spoken else text
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == Column.ITEM:
            return row.name
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heading(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.ranking.heading_tip(column)
        if role == Qt.ItemDataRole.FontRole:
            return self._head_font
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column)
        if role == Qt.ItemDataRole.InitialSortOrderRole:
            falls = COLUMNS[column].largest_first
            return Qt.SortOrder.DescendingOrder if falls else Qt.SortOrder.AscendingOrder
        return None

    def _row(self, position: int) -> RankingRow:
        """What is known of an item; made once for all its cells."""
        if position not in self._rows:
            self._rows[position] = self.ranking.row(position)
        return self._rows[position]

    def _heading(self, column: Column) -> str:
        is_plain = self._column == Column.RANK and self._order is Qt.SortOrder.AscendingOrder
        if column != self._column or is_plain:
            return self.ranking.heading(column)
        return f"{self.ranking.heading(column)} {ARROWS[self._order]}"

    def _listed(self) -> Array:
        """The positions that are listed, in their order."""
        falls = self._order is Qt.SortOrder.DescendingOrder
        listed = self.ranking.sorted(self._column, is_descending=falls)
        if not self._wanted:
            return listed
        found = [self._wanted in self._searched[position] for position in listed.tolist()]
        return listed[np.array(found, dtype=bool)]

    def _tell(self) -> None:
        """Say what changed: only figures, the order of the lines, or which there are."""
        listed = self._listed()
        if np.array_equal(listed, self.positions):
            self._tell_all()
        elif len(listed) == len(self.positions) and set(listed.tolist()) == set(
            self.positions.tolist()
        ):
            self._move(listed)
        else:
            self.beginResetModel()
            self.positions = listed
            self.endResetModel()

    def _tell_all(self) -> None:
        if len(self.positions):
            last = self.index(len(self.positions) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _move(self, listed: Array) -> None:
        """Bring the lines into another order; what is selected stays with its item."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        lines = {position: line for line, position in enumerate(listed.tolist())}
        after = [
            self.index(lines[int(self.positions[each.row()])], each.column()) for each in before
        ]
        self.positions = listed
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def alignment(column: Column) -> Qt.AlignmentFlag | None:
    """Where the heading of a column stands; that of ranks as the table has it by their width."""
    if column == Column.RANK:
        return None
    is_left = COLUMNS[column].is_left
    side = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
