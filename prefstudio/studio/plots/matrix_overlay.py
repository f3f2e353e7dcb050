"""What lies over the colours of a matrix: gaps, figures and marks."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.matrix_frame import Cell
from prefstudio.studio.plots.matrix_marks import (
    BLACK,
    SMALLEST_RING,
    WHITE,
    MatrixMarks,
    figure_in,
    paint_corner,
    paint_dots,
    paint_ring,
    ring_around,
)
from prefstudio.studio.plots.matrix_scale import MatrixScale
from prefstudio.studio.theme import LIGHT, Theme

__all__ = ["SMALLEST_RING", "Cell", "MatrixOverlay", "MatrixScale", "ring_around"]

GAP = 1.5
CELL_RADIUS = 2.0
SMALLEST_FIGURE_CELL = (34.0, 20.0)
FIGURE_PIXELS = (12, 11, 10)  # the largest that fits is used
WIDE_CELL = 48.0  # pixels of a cell from which the largest is used
BESIDE_FIGURE = 3.0  # pixels of a cell that its figure leaves free
MOST_ROUNDED = 24  # cells lose their radius above so many rows
SMALLEST_GAP_CELL = 4.0  # pixels of a cell that has lines around it
SMALLEST_DOT_CELL = 5.0


class MatrixOverlay(pg.GraphicsObject):  # type: ignore[misc]
    """Gaps, figures, marks and the cursor, drawn in pixels so that zoom does not thicken them."""

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self._values: NDArray[np.float64] = np.zeros((0, 0))
        self._is_dark: NDArray[np.bool_] = np.zeros((0, 0), dtype=bool)
        self._scale = MatrixScale(0.0, 1.0, 2)
        self.marks = MatrixMarks()
        self.cursor: Cell | None = None
        self.setZValue(10)

    @property
    def rings(self) -> tuple[Cell, ...]:
        """The cells that are asked now."""
        return self.marks.rings

    def show_values(
        self,
        values: NDArray[np.float64],
        scale: MatrixScale,
        colour_map: ColourMap,
        theme: Theme,
    ) -> None:
        """Write the figures of a window; white ones where the cell is dark."""
        if values.shape != self._values.shape:
            self.prepareGeometryChange()
        self._values, self._scale, self._theme = values, scale, theme
        self._is_dark = colour_map.are_dark(values, scale.low, scale.high)
        self.update()

    def show_marks(self, marks: MatrixMarks) -> None:
        """Mark some cells."""
        self.marks = marks
        self.update()

    def show_cursor(self, cell: Cell | None) -> None:
        """Mark the cell that is read out."""
        if cell != self.cursor:
            self.cursor = cell
            self.update()

    def boundingRect(self) -> QRectF:
        rows, columns = self._values.shape
        # Rings are larger than small cells: they may reach over the outermost.
        across, down = 0.2 + 0.1 * columns, 0.2 + 0.1 * rows
        return QRectF(-across, -down, columns + 2 * across, rows + 2 * down)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if not self._values.size:
            return
        to_pixels = painter.transform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_gaps(painter, to_pixels)
        self._paint_marks(painter, to_pixels, self._paint_figures(painter, to_pixels))
        painter.restore()

    def _paint_gaps(self, painter: QPainter, to_pixels: QTransform) -> None:
        cell = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        if len(self._values) <= MOST_ROUNDED:
            self._paint_around_cells(painter, to_pixels)
        elif min(cell.width(), cell.height()) >= SMALLEST_GAP_CELL:
            self._paint_lines(painter, to_pixels)

    def _paint_lines(self, painter: QPainter, to_pixels: QTransform) -> None:
        painter.setPen(QPen(self._theme.color("surface"), GAP / 2))
        rows, columns = self._values.shape
        for row in range(rows + 1):
            painter.drawLine(to_pixels.map(QLineF(0, row, columns, row)))
        for column in range(columns + 1):
            painter.drawLine(to_pixels.map(QLineF(column, 0, column, rows)))

    def _paint_around_cells(self, painter: QPainter, to_pixels: QTransform) -> None:
        rows, columns = self._values.shape
        between = QPainterPath()  # everything but the cells, by the odd-even rule
        between.addRect(to_pixels.mapRect(QRectF(0, 0, columns, rows)).adjusted(-1, -1, 1, 1))
        half = GAP / 2
        for row in range(rows):
            for column in range(columns):
                cell = to_pixels.mapRect(QRectF(column, row, 1, 1))
                cell.adjust(half, half, -half, -half)
                between.addRoundedRect(cell, CELL_RADIUS, CELL_RADIUS)
        painter.fillPath(between, self._theme.color("surface"))

    def _paint_figures(self, painter: QPainter, to_pixels: QTransform) -> QRectF | None:
        """Write the figures where there is room, and tell what the largest takes of its cell."""
        cell = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        used = figure_font(self._scale, cell.width(), cell.height())
        if used is None:
            return None
        taken = figure_size(self._scale, used)
        figure_at = figure_in(cell.size(), taken)
        painter.setFont(used)
        for (row, column), value in np.ndenumerate(self._values):
            if np.isnan(value):
                continue
            painter.setPen(WHITE if self._is_dark[row, column] else BLACK)
            place = to_pixels.mapRect(QRectF(column, row, 1, 1))
            place.moveTop(place.top() + figure_at.center().y() - cell.height() / 2)
            text = figure(float(value), self._scale.decimals)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        return figure_at

    def _paint_marks(
        self, painter: QPainter, to_pixels: QTransform, figure_at: QRectF | None
    ) -> None:
        cell = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        answered = self.marks.answered
        if answered is not None and min(cell.width(), cell.height()) >= SMALLEST_DOT_CELL:
            paint_dots(painter, to_pixels, answered, self._is_dark, figure_at)
        for row, column in self.marks.corners:
            place = to_pixels.mapRect(QRectF(column, row, 1, 1))
            paint_corner(painter, self._theme, place, figure_at)
        for ring in self.marks.rings:
            paint_ring(painter, self._theme, to_pixels, ring)
        if self.cursor is not None and self.cursor not in self.marks.rings:
            paint_ring(painter, self._theme, to_pixels, self.cursor, "ink", 1.5)


def figure_font(scale: MatrixScale, width: float, height: float) -> QFont | None:
    """The font in which every figure of a scale fits a cell of some pixels; None without any."""
    if width < SMALLEST_FIGURE_CELL[0] or height < SMALLEST_FIGURE_CELL[1]:
        return None
    for pixels in FIGURE_PIXELS if width >= WIDE_CELL else FIGURE_PIXELS[1:]:
        used = font(pixels, MEDIUM, lines_up=True)
        if figure_size(scale, used).width() <= width - BESIDE_FIGURE:
            return used
    return None


def figure_size(scale: MatrixScale, used: QFont) -> QSizeF:
    """What the longest figure of a scale takes: digits have nothing below their line."""
    measure = QFontMetricsF(used)
    longest = [figure(end, scale.decimals) for end in (scale.low, scale.high)]
    return QSizeF(max(map(measure.horizontalAdvance, longest)), measure.capHeight())
