"""What lies over the colours of a matrix: gaps, figures and rings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from prefstudio.studio.figures import figure
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.theme import LIGHT, Theme

GAP = 1.5
CELL_RADIUS = 2.0
RING_WIDTH = 2.25
HALO = 3.0
SMALLEST_RING = 9.0  # pixels across, around cells that are smaller
SMALLEST_FIGURE_CELL = (34.0, 20.0)
MOST_ROUNDED = 24  # cells lose their radius above so many rows, and their gap at 120
MOST_GAPS = 120

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatrixScale:
    """Which numbers the ends of the colour map stand for, and how they are written."""

    low: float
    high: float
    decimals: int


class MatrixOverlay(pg.GraphicsObject):  # type: ignore[misc]
    """Gaps, figures, rings and the cursor, drawn in pixels so that zoom does not thicken them."""

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self._values: NDArray[np.float64] = np.zeros((0, 0))
        self._scale = MatrixScale(0.0, 1.0, 2)
        self._map = ColourMap(LIGHT.sequential)
        self.rings: tuple[Cell, ...] = ()
        self.cursor: Cell | None = None
        self.setZValue(10)

    def show_values(
        self,
        values: NDArray[np.float64],
        scale: MatrixScale,
        colour_map: ColourMap,
        theme: Theme,
    ) -> None:
        """Write the figures of a matrix; white ones where the cell is dark."""
        if values.shape != self._values.shape:
            self.prepareGeometryChange()
        self._values, self._scale = values, scale
        self._map, self._theme = colour_map, theme
        self.update()

    def show_rings(self, cells: tuple[Cell, ...]) -> None:
        """Ring some cells."""
        self.rings = cells
        self.update()

    def show_cursor(self, cell: Cell | None) -> None:
        """Mark the cell that is read out."""
        if cell != self.cursor:
            self.cursor = cell
            self.update()

    def boundingRect(self) -> QRectF:
        rows, columns = self._values.shape
        # Rings are larger than small cells: they may reach over the outermost.
        across, down = 0.2 + 0.05 * columns, 0.2 + 0.05 * rows
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
        self._paint_figures(painter, to_pixels)
        if self.cursor is not None:
            self._paint_ring(painter, to_pixels, self.cursor, "ink", 1.5)
        for cell in self.rings:
            self._paint_ring(painter, to_pixels, cell, "accent", RING_WIDTH)
        painter.restore()

    def _paint_gaps(self, painter: QPainter, to_pixels: QTransform) -> None:
        rows = len(self._values)
        if rows <= MOST_ROUNDED:
            self._paint_around_cells(painter, to_pixels)
        elif rows <= MOST_GAPS:
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
        for row in range(rows):
            for column in range(columns):
                cell = to_pixels.mapRect(QRectF(column, row, 1, 1))
                half = GAP / 2
                cell.adjust(half, half, -half, -half)
                between.addRoundedRect(cell, CELL_RADIUS, CELL_RADIUS)
        painter.fillPath(between, self._theme.color("surface"))

    def _paint_figures(self, painter: QPainter, to_pixels: QTransform) -> None:
        cell = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        if cell.width() < SMALLEST_FIGURE_CELL[0] or cell.height() < SMALLEST_FIGURE_CELL[1]:
            return
        painter.setFont(font(11 if cell.width() < 48 else 12, MEDIUM, lines_up=True))
        for (row, column), value in np.ndenumerate(self._values):
            if np.isnan(value):
                continue
            white = self._map.is_dark(float(value), self._scale.low, self._scale.high)
            painter.setPen(QColor("#FFFFFF" if white else "#000000"))
            place = to_pixels.mapRect(QRectF(column, row, 1, 1))
            text = figure(float(value), self._scale.decimals)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_ring(
        self, painter: QPainter, to_pixels: QTransform, cell: Cell, role: str, width: float
    ) -> None:
        place = ring_around(to_pixels, cell)
        radius = min(4.0, place.width() / 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("surface"), width + HALO))
        painter.drawRoundedRect(place, radius, radius)
        painter.setPen(QPen(self._theme.color(role), width))
        painter.drawRoundedRect(place, radius, radius)


def ring_around(to_pixels: QTransform, cell: Cell) -> QRectF:
    """Where the ring of a cell lies, never too small to be seen."""
    row, column = cell
    place = to_pixels.mapRect(QRectF(column, row, 1, 1)).adjusted(0.5, 0.5, -0.5, -0.5)
    across = max(0.0, SMALLEST_RING - place.width()) / 2
    down = max(0.0, SMALLEST_RING - place.height()) / 2
    return place.adjusted(-across, -down, across, down)
