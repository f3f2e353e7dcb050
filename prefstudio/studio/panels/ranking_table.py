"""The table of the ranking: widths that fit, rows that are chosen, keys."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from prefstudio.studio.fitting_names import is_held
from prefstudio.studio.fonts import MEDIUM, REGULAR, SEMI_BOLD, font
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column
from prefstudio.studio.panels.ranking_delegates import (
    GAP,
    RANK_BAR,
    SHORT_RANK_BAR,
    RankingDelegate,
    widest_interval,
)
from prefstudio.studio.panels.ranking_places import (
    BESIDE_NAME,
    PAD,
    rank_heading_side,
    rank_width,
)
from prefstudio.studio.panels.ranking_table_model import RankingTableModel
from prefstudio.studio.theme import Theme

ROW_HEIGHT, DENSE_ROW_HEIGHT, HEAD_HEIGHT = 30, 26, 26
TWO_LINES_HEIGHT = 32
HEAD_PAD = 6  # pixels beside a heading, as the style sheet has it
INTERVAL_HEAD = 72  # pixels of its heading, which needs more than short figures
BAR = 12  # pixels of the bar that scrolls
SET_WIDTHS = {column: each.widths for column, each in COLUMNS.items() if each.widths is not None}
WIDTHS = {column: widths.wide for column, widths in SET_WIDTHS.items()}
CLOSE_WIDTHS = {column: widths.close for column, widths in SET_WIDTHS.items()}
FEW_WIDTHS = {column: each.few for column, each in SET_WIDTHS.items() if each.few is not None}
NARROW_WIDTHS = {
    column: each.narrow for column, each in SET_WIDTHS.items() if each.narrow is not None
}
LEFT_OUT = tuple(column for column in WIDTHS if column not in NARROW_WIDTHS)
ORDERS = {"up": Qt.SortOrder.AscendingOrder, "down": Qt.SortOrder.DescendingOrder}
ROOMY_ITEM, LEAST_ITEM = 112, 84  # pixels for names, under which other columns give way
N_MEASURED = 24  # of the names with most letters, which tell how much room names need
Flag = QItemSelectionModel.SelectionFlag


@dataclass(frozen=True, slots=True)
class Fit:
    """How the columns share the width: pixels of each, and lines of a name."""

    widths: dict[Column, int]
    interval: int
    n_lines: int = 1
    has_bars: bool = True


class RankingTable(QTableView):
    """Draws the model; tells which item was chosen by click or Enter."""

    item_chosen = Signal(int)  # position
    copy_wanted = Signal()

    def __init__(self, model: RankingTableModel) -> None:
        super().__init__()
        self.setObjectName("ranking_table")
        self.setAccessibleName("Ranking")
        self._model, self._delegate = model, RankingDelegate()
        self._fitted_to: tuple[object, ...] = ()
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

    @property
    def order(self) -> str:
        """The column by which rows are sorted, and whether up or down, as "mean down"."""
        head = self.horizontalHeader()
        way = next(way for way, order in ORDERS.items() if order is head.sortIndicatorOrder())
        return f"{Column(head.sortIndicatorSection()).name.lower()} {way}"

    def show_order(self, order: str) -> None:
        """Sort rows as `order` once told; an order unknown changes nothing."""
        column, _, way = order.partition(" ")
        if column.upper() in Column.__members__ and way in ORDERS:
            self.horizontalHeader().setSortIndicator(Column[column.upper()], ORDERS[way])

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
        head.sortIndicatorChanged.connect(self._on_sorted)

    def _fit_columns(self) -> None:
        """Give every column its width; the names take what is left, in two lines if need be."""
        n_shown, names = self._model.ranking.n_shown, self._model.ranking.items.names
        headings = [self._model.headerData(column, Qt.Orientation.Horizontal) for column in Column]
        fitted_to = (n_shown, names, headings, self.width())
        if fitted_to == self._fitted_to:
            return  # as at most views that come while something is dragged
        self._fitted_to = fitted_to
        rank = rank_width(_width(f"{n_shown:,}", SEMI_BOLD))
        figures = math.ceil(_width(widest_interval(n_shown)) + GAP + 2 * PAD)
        room = self.width() - 2 * self.frameWidth() - rank - BAR
        fit = self._fit_of(room, figures)
        widths = {
            Column.RANK: rank,
            Column.INTERVAL: self._with_heading(Column.INTERVAL, fit.interval),
        }
        widths |= fit.widths
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self.horizontalHeader().setDefaultAlignment(rank_heading_side(rank))
        for column in LEFT_OUT:
            self.setColumnHidden(column, column not in fit.widths)
        self._delegate.has_rank_bars, self._delegate.n_lines = fit.has_bars, fit.n_lines
        least = figures + RANK_BAR + sum(CLOSE_WIDTHS.values()) + LEAST_ITEM
        height = DENSE_ROW_HEIGHT if room + BAR < least else ROW_HEIGHT
        self._take_height(height if fit.n_lines == 1 else TWO_LINES_HEIGHT)

    def _fit_of(self, room: int, figures: int) -> Fit:
        """How columns share some pixels so that all names are whole, if that can be.

        The bar of the chance goes first, then sd and Asked. Some names take a second line before
        the bars of the ranks go; where most would, the bars go first.
        """
        needed = self._longest()
        short = math.ceil(SHORT_RANK_BAR) + figures
        offers = ((WIDTHS, ROOMY_ITEM), (CLOSE_WIDTHS, LEAST_ITEM), (FEW_WIDTHS, ROOMY_ITEM))
        for offer, least in (*offers, (NARROW_WIDTHS, 0)):
            widths = self._with_headings(offer)
            spare = room - short - sum(widths.values()) - max(needed, least)
            if spare >= 0:
                longer = min(math.ceil(RANK_BAR - SHORT_RANK_BAR), int(spare))
                return Fit(widths, short + longer)
        bare = max(figures - math.ceil(GAP), INTERVAL_HEAD)
        spare = room - bare - sum(widths.values()) - needed
        if spare >= 0 and self._usual() > room - short - sum(widths.values()):
            return Fit(widths, bare, has_bars=False)
        for offer in (FEW_WIDTHS, NARROW_WIDTHS):
            widths = self._with_headings(offer)
            if self._are_held(room - short - sum(widths.values())):
                return Fit(widths, short, n_lines=2)
        return Fit(widths, bare, n_lines=2, has_bars=False)

    def _with_headings(self, widths: dict[Column, int]) -> dict[Column, int]:
        """Widths of columns in which headings are whole, also that with an arrow."""
        return {column: self._with_heading(column, width) for column, width in widths.items()}

    def _with_heading(self, column: Column, width: int) -> int:
        words = str(self._model.headerData(column, Qt.Orientation.Horizontal))
        letters = QFontMetricsF(font(11, MEDIUM))
        return max(width, math.ceil(letters.horizontalAdvance(words)) + 2 * HEAD_PAD)

    def _take_height(self, height: int) -> None:
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)

    def _longest(self) -> float:
        """Pixels that the longest name takes in one line, with its dot."""
        return max(map(_name_width, self._long_names()), default=0.0) + BESIDE_NAME

    def _usual(self) -> float:
        """Pixels that a name takes in one line, with its dot, as long as half of them are."""
        names = sorted(self._model.ranking.items.names, key=len)
        return _name_width(names[len(names) // 2]) + BESIDE_NAME if names else 0.0

    def _are_held(self, room: float) -> bool:
        """Whether a column of some pixels has room for all names in two lines."""
        letters = font(12, MEDIUM)
        names = self._long_names()
        return all(is_held(name, letters, room - BESIDE_NAME, n_lines=2) for name in names)

    def _long_names(self) -> list[str]:
        return heapq.nlargest(N_MEASURED, self._model.ranking.items.names, key=len)

    def _on_sorted(self, column: int, order: Qt.SortOrder) -> None:
        self._fit_columns()

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.isValid():
            self.item_chosen.emit(int(self._model.positions[index.row()]))


def _name_width(name: str) -> float:
    return QFontMetricsF(font(13, MEDIUM)).horizontalAdvance(name)


def _width(text: str, weight: QFont.Weight = REGULAR) -> float:
    return QFontMetricsF(font(12, weight, lines_up=True)).horizontalAdvance(text)
