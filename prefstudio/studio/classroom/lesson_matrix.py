"""A matrix of a dozen items at most, with figures to be read from the back row."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from prefstudio.engine.linalg import Array
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fitting_names import shortened
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.asked_ring import stroke_ring
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.house_plot import short, widest
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.study.lesson import Pair
from prefstudio.study.shown_items import ShownItems

GAP, RADIUS, CORNER = 1.5, 2.0, 15.0
RING_RADIUS, EDGE = 4.0, 4.0
HEAD = 24.0  # pixels above the cells, for the columns' names
LARGEST_TYPE, SMALLEST_TYPE = 15, 9
FIGURE_WIDTH = 2.9  # of a figure such as −0.12, in sizes of its type
WIDEST_CELL = 2.2  # width to height
LONGEST_NAME = 16  # characters of a name beside a row
LONGEST_UNNUMBERED = 3  # characters of a name that may stand above a column
NAME_SHARE = 0.3  # of the width, at most, is for the rows' names


class LessonMatrix(QWidget):
    """Cells, figures, rings and corners; rows and columns in the order of the file."""

    def __init__(self, name: str, *, is_diverging: bool) -> None:
        super().__init__()
        self._name, self._is_diverging = name, is_diverging
        self._theme, self._items = LIGHT, NOBODY
        self.values: Array = np.zeros((0, 0))
        self.high = 1.0
        self.rings: tuple[Pair, ...] = ()
        self.corners: tuple[Pair, ...] = ()
        self.setAccessibleName(name)
        self.setMinimumSize(160, 100)

    @property
    def low(self) -> float:
        """The number at the low end of the colours."""
        return -self.high if self._is_diverging else 0.0

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position."""
        self._items, self.values = items, np.zeros((0, 0))

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def show_values(self, values: Array, high: float) -> None:
        """Draw values of shape (n_items, n_items); colours are full at `high`."""
        self.values, self.high = np.ascontiguousarray(values), high
        self.setAccessibleDescription(self._in_words())
        self.update()

    def show_marks(self, rings: Sequence[Pair] = (), corners: Sequence[Pair] = ()) -> None:
        """Ring some pairs and mark others by a corner, each on both sides of the diagonal."""
        self.rings = tuple(cell for pair in rings for cell in (pair, pair[::-1]))
        self.corners = tuple(cell for pair in corners for cell in (pair, pair[::-1]))
        self.update()

    def figure_name(self) -> str:
        """What the figure is called."""
        return self._name

    def figure_table(self) -> FigureTable:
        """The matrix with the items' names; none where there is no pair."""
        rows = zip(self._items.names, self.values.tolist(), strict=False)
        return FigureTable(
            ("Item", *self._items.names),
            tuple((name, *(None if math.isnan(v) else v for v in row)) for name, row in rows),
        )

    def cell(self, row: int, column: int) -> QRectF:
        """Where a cell lies in the widget."""
        count, left = max(len(self.values), 1), self._left()
        height = (self.height() - HEAD - EDGE) / count
        width = min((self.width() - left - EDGE) / count, WIDEST_CELL * height)
        return QRectF(left + column * width, HEAD + row * height, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.values.size:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter)
        self._paint_cells(painter)
        for cell in self.corners:
            self._paint_corner(painter, self.cell(*cell))
        for cell in self.rings:
            self._paint_ring(painter, self.cell(*cell))

    def _left(self) -> float:
        names = self._items.short_names
        numbered = [f"{short(name, LONGEST_NAME)} {place}" for place, name in enumerate(names, 1)]
        is_wide = max(map(len, names), default=0) > LONGEST_UNNUMBERED
        needed = widest(numbered if is_wide else names, font(LARGEST_TYPE, MEDIUM)) + 4.0
        return min(needed, NAME_SHARE * self.width())

    def _paint_names(self, painter: QPainter) -> None:
        names = self._items.short_names
        first = self.cell(0, 0)
        pixels = min(LARGEST_TYPE, int(0.85 * first.height()))
        painter.setPen(self._theme.color("ink"))
        painter.setFont(font(max(pixels, SMALLEST_TYPE), MEDIUM))
        measure = painter.fontMetrics()
        fit = all(measure.horizontalAdvance(name) < first.width() for name in names)
        for place, name in enumerate(names):
            row, column = self.cell(place, 0), self.cell(0, place)
            beside = QRectF(0, row.top(), first.left() - 8, row.height())
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            # Columns that are too narrow for names are numbered, and so are the rows then.
            number = "" if fit else f" {place + 1}"
            room = int(first.left() - 8) - measure.horizontalAdvance(number)
            painter.drawText(beside, right, f"{shortened(name, measure, room)}{number}")
            above = QRectF(column.left(), 0, column.width(), HEAD - 4)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, name if fit else str(place + 1))

    def _paint_cells(self, painter: QPainter) -> None:
        stops = self._theme.diverging if self._is_diverging else self._theme.sequential
        colour_map = ColourMap(stops, self._theme.name_of("inset"))
        colours = colour_map.colours(self.values, self.low, self.high)
        size = self.cell(0, 0)
        pixels = int(min(LARGEST_TYPE, 0.7 * size.height(), size.width() / FIGURE_WIDTH))
        painter.setFont(font(max(pixels, SMALLEST_TYPE), MEDIUM, lines_up=True))
        for (row, column), value in np.ndenumerate(self.values):
            half = GAP / 2
            cell = self.cell(row, column).adjusted(half, half, -half, -half)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(*colours[row, column].tolist()))
            painter.drawRoundedRect(cell, RADIUS, RADIUS)
            if pixels >= SMALLEST_TYPE and not np.isnan(value):
                white = colour_map.is_dark(float(value), self.low, self.high)
                painter.setPen(QColor("#FFFFFF" if white else "#000000"))
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, figure(float(value)))

    def _paint_corner(self, painter: QPainter, cell: QRectF) -> None:
        inner = cell.adjusted(2, 2, -2, -2)
        size = min(CORNER, inner.height() / 2)
        tip = inner.topRight()
        painter.setPen(QPen(self._theme.color("surface"), 1.25))
        painter.setBrush(self._theme.color("accent"))
        painter.drawPolygon(QPolygonF([tip - QPointF(size, 0), tip, tip + QPointF(0, size)]))

    def _paint_ring(self, painter: QPainter, cell: QRectF) -> None:
        around = cell.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        stroke_ring(painter, self._theme, around, RING_RADIUS)

    def _in_words(self) -> str:
        upper = np.where(np.tri(len(self.values), dtype=bool), np.nan, self.values)
        if not np.isfinite(upper).any():
            return f"{self._name}: nothing to show."
        row, column = np.unravel_index(int(np.nanargmax(upper)), upper.shape)
        names = self._items.names
        largest = figure(float(upper[row, column]))
        return (
            f"{self._name} of {len(names)} items. Largest of two items: {names[row]} and "
            f"{names[column]}, {largest}."
        )
