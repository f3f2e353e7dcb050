"""The twin of a figure: its numbers in a table, for those who would rather read."""

from __future__ import annotations

from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.column_widths import fitted_widths, needed_widths
from prefstudio.studio.figure_content import Shown
from prefstudio.studio.figure_numbers import text_of
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.first_size import grow
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.numbers_as_text import count_of
from prefstudio.studio.table_model import WHOLE, FigureTableModel
from prefstudio.studio.widgets import label

ROW = 30
HEAD = 26
BESIDE = 64  # pixels beside the columns: margins, frame and a scroll bar
MOST_OF_SCREEN = 0.95


class NumbersView(QTableView):
    """A table that copies what is chosen in it."""

    copy_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "numbers")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        else:
            super().keyPressEvent(event)


class TableTwin(QDialog):
    """Shows the numbers of one figure and follows it; sorts by any column, and copies."""

    save_wanted = Signal(object)  # Shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("table_twin")
        self.setModal(False)
        self.shown: Shown | None = None
        self.numbers = FigureTableModel(self)
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSourceModel(self.numbers)
        self.sorted.setSortRole(WHOLE)
        self.view = NumbersView()
        self.title = label("", 15, SEMI_BOLD)
        self.count = label("", 12, tone=3)
        self.copy_button = QPushButton("Copy")
        self.save_button = QPushButton("Save as CSV…")
        self.close_button = QPushButton("Close")
        self._build()
        self._connect()
        self.resize(680, 460)

    def show_figure(self, shown: Shown) -> None:
        """Show the numbers of a figure, from the order it is drawn in."""
        is_other = self.shown is None or self.shown.numbers is not shown.numbers
        self.shown = shown
        if is_other:
            self.sorted.sort(-1)
            self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.follow()
        if is_other:
            self._make_room()
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """Take the numbers that the figure shows now."""
        if self.shown is None:
            return
        table = self.shown.table()
        name = self.shown.name
        self.setWindowTitle(f"{name} – numbers")
        self.title.setText(name)
        self.count.setText(_count_words(table))
        self.view.setAccessibleName(f"Numbers of {name}")
        self.numbers.show_table(table)

    def copy(self) -> None:
        """Put the chosen rows on the clipboard, or all when none are chosen."""
        rows = sorted({index.row() for index in self.view.selectionModel().selectedIndexes()})
        chosen = rows or range(self.sorted.rowCount())
        places = [self.sorted.mapToSource(self.sorted.index(row, 0)).row() for row in chosen]
        table = self.numbers.table
        taken = FigureTable(table.columns, tuple(table.rows[place] for place in places))
        QGuiApplication.clipboard().setText(text_of(taken))

    def _make_room(self) -> None:
        """Be as wide as all columns need, as far as the screen allows; then words give way."""
        needed = needed_widths(self.view)
        most = round(MOST_OF_SCREEN * self.screen().availableGeometry().width())
        width = min(max(self.width(), sum(needed) + BESIDE), most)
        grow(self, QSize(width, self.height()))
        rows = self.numbers.table.rows
        first = rows[0] if rows else self.numbers.table.columns
        are_words = [isinstance(cell, str) for cell in first]
        widths = fitted_widths(needed, are_words, self.width() - BESIDE)
        for column, width in enumerate(widths):
            self.view.setColumnWidth(column, width)

    def _build(self) -> None:
        view = self.view
        view.setModel(self.sorted)
        view.setSortingEnabled(True)
        view.setFont(font(13, lines_up=True))
        view.setTabKeyNavigation(False)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names that begin alike end otherwise
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(ROW)
        heads = view.horizontalHeader()
        heads.setFont(font(11, MEDIUM))
        heads.setFixedHeight(HEAD)
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for name, button in (("copy", self.copy_button), ("save", self.save_button)):
            button.setObjectName(f"twin_{name}")
            button.setAutoDefault(False)
        self.close_button.setAutoDefault(False)
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.count, 1)
        for button in (self.copy_button, self.save_button):
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(view, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.view.copy_wanted.connect(self.copy)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.save_button.clicked.connect(self._on_save_clicked)
        self.close_button.clicked.connect(self.close)

    def _on_copy_clicked(self) -> None:
        self.copy()

    def _on_save_clicked(self) -> None:
        if self.shown is not None:
            self.save_wanted.emit(self.shown)


def _count_words(table: FigureTable) -> str:
    """How many rows there are, and of what they are a part."""
    rows = count_of(len(table.rows), "row")
    return f"{rows}: {table.part}. {table.rest}".rstrip() if table.part else rows
