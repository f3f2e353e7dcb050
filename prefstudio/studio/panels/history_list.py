"""Every answer and change as a list; thousands of lines cost no more than those in sight."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from prefstudio.studio.fitting_names import fitted
from prefstudio.studio.fonts import font
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.study.history import HistoryEntry

Index = QModelIndex | QPersistentModelIndex

ENTRY = Qt.ItemDataRole.UserRole
NUMBERED = Qt.ItemDataRole.UserRole + 1  # the number of an answer that counts, else empty
ROW_HEIGHT = 26
GAP = 10
NOWHERE = QModelIndex()


class HistoryModel(QAbstractListModel):
    """The entries, the first first."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[HistoryEntry, ...] = ()

    def show_entries(self, entries: tuple[HistoryEntry, ...]) -> None:
        """List other entries."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def number(self, line: int) -> str:
        """The number of an answer that counts; empty for anything else."""
        before = self.entries[line - 1].n_answers if line else 0
        here = self.entries[line].n_answers
        return f"{here:,}" if here > before else ""

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{self.number(index.row())}  {entry.words}".strip()
            case Qt.ItemDataRole.AccessibleTextRole:
                said = f"{self.number(index.row())} {entry.words}".strip()
                return f"{said}, removed" if entry.is_undone else said
            case Qt.ItemDataRole.ToolTipRole:
                return entry.words
        if role == ENTRY:
            return entry
        return self.number(index.row()) if role == NUMBERED else None


class HistoryDelegate(QStyledItemDelegate):
    """Number and words; what counts no more is struck through."""

    def __init__(self) -> None:
        super().__init__()
        self.theme, self.room_for_number = LIGHT, 24.0
        self._number_font = font(12, lines_up=True)

    def show_largest(self, n_answers: int) -> None:
        """Leave room for the largest number."""
        metrics = QFontMetricsF(self._number_font)
        self.room_for_number = max(24.0, metrics.horizontalAdvance(f"{n_answers:,}") + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, rect = index.data(ENTRY), QRectF(option.rect)
        is_here = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(rect, self.theme.color("accent_soft" if is_here else "surface"))
        rule = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(rule, self.theme.color("grid"))
        self._paint_number(painter, rect, index.data(NUMBERED))
        used = self.words_font(entry)
        text = rect.adjusted(self.room_for_number + GAP, 0, -GAP, -1)
        words = fitted(entry.words, entry.names, used, text.width())
        painter.setFont(used)
        painter.setPen(self.theme.color(words_role(entry)))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)
        painter.restore()

    def words_font(self, entry: HistoryEntry) -> QFont:
        """How the words of an entry are written."""
        used = font(12)
        used.setStrikeOut(entry.is_undone)
        return used

    def _paint_number(self, painter: QPainter, rect: QRectF, number: str) -> None:
        place = QRectF(rect.left(), rect.top(), self.room_for_number, rect.height() - 1)
        painter.setFont(self._number_font)
        painter.setPen(self.theme.color("ink3"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, right, number)


def words_role(entry: HistoryEntry) -> str:
    """The tone of an entry's words: answers stand out from what is around them."""
    if entry.is_undone:
        return "ink3"
    return "ink" if entry.kind == "answer" else "ink2"


class HistoryList(QTableView):  # a QListView asks for every line, the table for those in sight
    """The list; tells which line was chosen by click, arrows or Enter."""

    line_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("history_list")
        self.setAccessibleName("All answers")
        self.model_, self._delegate = HistoryModel(), HistoryDelegate()
        self.setModel(self.model_)
        self.setItemDelegate(self._delegate)
        for each in (self.model_, self._delegate):  # a view owns neither by itself
            each.setParent(self)
        self._build()
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_entries(self, entries: tuple[HistoryEntry, ...]) -> None:
        """List entries."""
        self._delegate.show_largest(entries[-1].n_answers if entries else 0)
        with QSignalBlocker(self.selectionModel()):
            self.model_.show_entries(entries)

    def show_line(self, line: int | None) -> None:
        """Mark the line of the moment that is shown; nobody is told."""
        selection = self.selectionModel()
        with QSignalBlocker(selection):
            if line is None:
                selection.clear()
            else:
                flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
                selection.setCurrentIndex(self.model_.index(line), flag)
        if line is not None:
            self.scrollTo(self.model_.index(line))
        self.viewport().update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._delegate.theme = theme
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMinimumSize(80, 40)

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid():
            self.line_chosen.emit(current.row())
