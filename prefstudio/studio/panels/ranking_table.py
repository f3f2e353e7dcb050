"""The table of the ranking: widths that fit, rows that are chosen, keys."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from prefstudio.studio.fonts import MEDIUM, REGULAR, font
from prefstudio.studio.panels.ranking_delegates import (
    BADGE,
    DOT,
    GAP,
    PAD,
    RANK_BAR,
    SHORT_RANK_BAR,
    RankingDelegate,
    widest_interval,
)
from prefstudio.studio.panels.ranking_rows import Column
from prefstudio.studio.panels.ranking_table_model import RankingTableModel
from prefstudio.studio.theme import Theme

ROW_HEIGHT, DENSE_ROW_HEIGHT, HEAD_HEIGHT = 30, 26, 26
TWO_LINES_HEIGHT = 36
INTERVAL_HEAD = 72  # pixels of its heading, which needs more than short figures
BAR = 12  # pixels of the bar that scrolls
WIDTHS = {Column.MEAN: 60, Column.SD: 48, Column.CHANCE: 108, Column.ASKED: 56}
CLOSE_WIDTHS = {**WIDTHS, Column.CHANCE: 60}  # the chance without its bar
NARROW_WIDTHS = {Column.MEAN: 52, Column.CHANCE: 60}  # under about 430 pixels
ROOMY_ITEM, LEAST_ITEM = 112, 84  # pixels for names, under which other columns give way
LONG_ITEM = 160  # the same where names are long
LETTER = 7  # pixels of a letter, about
LEFT_OUT = (Column.SD, Column.ASKED)
Flag = QItemSelectionModel.SelectionFlag


class RankingTable(QTableView):
    """Draws the model; tells which item was chosen by click or Enter."""

    item_chosen = Signal(int)  # position
    copy_wanted = Signal()

    def __init__(self, model: RankingTableModel) -> None:
        super().__init__()
        self.setObjectName("ranking_table")
        self.setAccessibleName("Ranking")
        self._model, self._delegate = model, RankingDelegate()
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        for each in (self._model, self._delegate):  # a view owns neither by itself
            each.setParent(self)
        self._build()
        self.clicked.connect(self._on_clicked)

    @property
    def chosen_positions(self) -> list[int]:
        """The items of the selected rows, from top to bottom."""
        lines = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [int(self._model.positions[line]) for line in lines]

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._delegate.show_theme(theme)
        self.viewport().update()

    def show_scale(self) -> None:
        """Take over how many ranks there are, and how large the means."""
        ranking = self._model.ranking
        self._delegate.show_scale(ranking.n_shown, ranking.largest)
        self._fit_columns()

    def choose(self, positions: Collection[int]) -> None:
        """Select the rows of some items and bring the first into sight; nobody is told."""
        if set(positions) == set(self.chosen_positions):
            return
        lines = [self._model.line_of(position) for position in positions]
        rows = sorted(line for line in lines if line is not None)
        selected = QItemSelection()
        for line in rows:
            selected.select(self._model.index(line, 0), self._model.index(line, len(Column) - 1))
        self.selectionModel().select(selected, Flag.ClearAndSelect)
        if rows:
            self.scrollTo(self._model.index(rows[0], 0))

    def scroll_to_line(self, line: int) -> None:
        """Bring a line to the top."""
        top = QAbstractItemView.ScrollHint.PositionAtTop
        self.scrollTo(self._model.index(line, 0), top)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_clicked(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(DENSE_ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self._build_head()

    def _build_head(self) -> None:
        head = self.horizontalHeader()
        head.setFixedHeight(HEAD_HEIGHT)
        head.setMinimumSectionSize(20)
        head.setHighlightSections(False)
        head.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(Column.ITEM, QHeaderView.ResizeMode.Stretch)
        head.setSortIndicator(Column.RANK, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        head.setSortIndicatorShown(False)  # the heading itself has the arrow

    def _fit_columns(self) -> None:
        """Give every column its width; the names take what is left, in two lines if need be."""
        n_shown = self._model.ranking.n_shown
        rank = max(34, math.ceil(_width(f"{n_shown:,}") + 2 * PAD))
        figures = math.ceil(_width(widest_interval(n_shown)) + GAP + 2 * PAD)
        interval = math.ceil(RANK_BAR) + figures
        for_others = self.width() - rank - interval
        widths, is_narrow = WIDTHS, False
        if for_others - sum(WIDTHS.values()) < ROOMY_ITEM:
            is_narrow = for_others - sum(CLOSE_WIDTHS.values()) < self._least_item()
            widths = NARROW_WIDTHS if is_narrow else CLOSE_WIDTHS
            interval = math.ceil(SHORT_RANK_BAR) + figures  # names need the room more
        is_long = self._longest() > self.width() - rank - interval - sum(widths.values())
        if is_long and is_narrow:
            interval = max(figures - math.ceil(GAP), INTERVAL_HEAD)
        for column, width in {Column.RANK: rank, Column.INTERVAL: interval, **widths}.items():
            self.setColumnWidth(column, width)
        for column in LEFT_OUT:
            self.setColumnHidden(column, is_narrow)
        self._delegate.has_rank_bars = not (is_long and is_narrow)
        self._delegate.n_lines = 2 if is_long else 1
        height = DENSE_ROW_HEIGHT if is_narrow else ROW_HEIGHT
        self._take_height(TWO_LINES_HEIGHT if is_long else height)

    def _take_height(self, height: int) -> None:
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)

    def _least_item(self) -> float:
        """Pixels for names under which other columns give way: more where names are long."""
        longest = max(map(len, self._model.ranking.items.names), default=0)
        return min(max(LEAST_ITEM, LETTER * longest), LONG_ITEM)

    def _longest(self) -> float:
        """Pixels that the longest name takes in one line, with its dot and its badge."""
        name = max(self._model.ranking.items.names, key=len, default="")
        letters = QFontMetricsF(font(13, MEDIUM))
        return letters.horizontalAdvance(name) + DOT + BADGE + 2 * GAP + 2 * PAD + BAR

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.isValid():
            self.item_chosen.emit(int(self._model.positions[index.row()]))


def _width(text: str) -> float:
    return QFontMetricsF(font(12, REGULAR, lines_up=True)).horizontalAdvance(text)
