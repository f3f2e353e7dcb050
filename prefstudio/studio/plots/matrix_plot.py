"""A matrix of pairs as a heatmap: rows and columns are the items in the same order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from prefstudio.studio.figures import decimals_for
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.house_plot import (
    SIDES,
    HousePlot,
    every,
    short,
    step_that_fits,
    widest,
)
from prefstudio.studio.plots.matrix_overlay import (
    SMALLEST_RING,
    Cell,
    MatrixOverlay,
    MatrixScale,
)
from prefstudio.studio.theme import Theme

WIDEST_CELL = 1.6  # width to height
EDGE = 3.0  # pixels around the cells, for the rings of the outermost
SMALL_EDGE = 8.0  # the same where rings are larger than their cells
TIP_ABOVE = 70  # pixels from the top of a cell up to where Qt hangs its tooltip
ROW_HEIGHT = 15.0  # pixels that the name of a row needs
NARROWEST = 15.0  # columns narrower than this are not named even by one letter
STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def scale_of(values: NDArray[np.float64], *, is_diverging: bool) -> MatrixScale:
    """From 0 to the largest amount, or as far below zero as above."""
    both = (np.fmin.reduce(values, axis=None), np.fmax.reduce(values, axis=None))
    largest = max(abs(float(end)) for end in both) or 1.0
    largest = largest if math.isfinite(largest) else 1.0
    low = -largest if is_diverging else 0.0
    return MatrixScale(low, largest, decimals_for(largest))


def _ends_in(key: str, number: str) -> bool:
    """Whether a key such as r001 already says its number."""
    head = key.removesuffix(number)
    return head != key and not head.rstrip("0")[-1:].isdecimal()


class MatrixPlot(HousePlot):
    """Colours, figures and rings of a matrix; tells which cell is pointed at and chosen."""

    cell_pointed = Signal(object)  # Cell or None
    cell_chosen = Signal(object)  # Cell

    def __init__(self, name: str, keys: Sequence[str], *, is_diverging: bool) -> None:
        super().__init__(name, ("left", "top"))
        self._keys = tuple(keys)
        self._is_diverging = is_diverging
        self.values: NDArray[np.float64] | None = None
        self.scale = MatrixScale(-1.0 if is_diverging else 0.0, 1.0, 2)
        self.image = pg.ImageItem()
        self.overlay = MatrixOverlay()
        self._label_font = font(12, MEDIUM, lines_up=True)
        self._widest_key = widest([short(key) for key in keys], self._label_font)
        self._ticks: dict[str, list[tuple[float, str]]] = {}
        self._build()

    @property
    def colour_map(self) -> ColourMap:
        """The map of the theme that is shown."""
        theme = self.theme
        stops = theme.diverging if self._is_diverging else theme.sequential
        return ColourMap(stops, theme.name_of("inset"))

    def show_values(self, values: NDArray[np.float64]) -> None:
        """Draw a matrix; not a number leaves a cell blank."""
        self.values = values
        self.scale = scale_of(values, is_diverging=self._is_diverging)
        self.redraw()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Ring the cells of the pair that is asked now."""
        self.overlay.show_rings(() if pair is None else (pair, pair[::-1]))

    def redraw(self) -> None:
        if self.values is None:
            return
        colour_map, scale = self.colour_map, self.scale
        colours = colour_map.colours(self.values, scale.low, scale.high)
        self.image.setImage(colours, autoLevels=False, levels=None)
        self.image.setRect(QRectF(0, 0, *self.values.shape[::-1]))
        self.overlay.show_values(self.values, scale, colour_map, self.theme)

    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        for side in ("left", "top"):
            self.getAxis(side).setTextPen(pg.mkPen(theme.color("ink")))

    def _build(self) -> None:
        self.invertY(True)
        for item in (self.image, self.overlay):
            self.addItem(item, ignoreBounds=True)
        for side, offset in (("left", 6), ("top", 5)):
            self.getAxis(side).setStyle(tickFont=self._label_font, tickTextOffset=offset)
        self.getViewBox().sigResized.connect(self._on_view_resized)
        self._on_view_resized()

    def _on_view_resized(self) -> None:
        """Fill the panel, unless the cells would become too wide."""
        n, view = max(len(self._keys), 1), self.getViewBox()
        edge = EDGE if view.height() / n > SMALLEST_RING + 1 else SMALL_EDGE
        height = max(view.height() - 2 * edge, 1.0)
        width = min(max(view.width() - 2 * edge, 1.0), WIDEST_CELL * height)
        beside, down = n * edge / width, n * edge / height
        self.setXRange(-beside, n * view.width() / width - beside, padding=0)
        self.setYRange(-down, n + down, padding=0)
        self._label_axes(width / n, height / n)

    def _label_axes(self, cell_width: float, cell_height: float) -> None:
        """Name rows and columns; where names are too wide for a column, both are numbered."""
        rows = columns = [short(key) for key in self._keys]
        across = self._widest_key
        if len(rows) > 1 and across > max(cell_width, NARROWEST):
            columns = [f"{place}" for place in range(1, len(rows) + 1)]
            if not all(map(_ends_in, self._keys, columns)):
                rows = [f"{name}  {number}" for name, number in zip(rows, columns, strict=True)]
            across = widest(columns[-1:], self._label_font)
            if cell_width > across - SIDES:
                across = cell_width  # rather closer numbers than every second one
        step = max(step_that_fits(cell_height, ROW_HEIGHT), step_that_fits(cell_width, across))
        ticks = {"left": every(rows, 0.5, step), "top": every(columns, 0.5, step)}
        for side, wanted in ticks.items():
            if self._ticks.get(side) != wanted:
                self._ticks[side] = wanted
                self.getAxis(side).show_labels(wanted, rows)

    def cell_at(self, position: QPoint) -> Cell | None:
        """The cell under a position of the widget, or None."""
        if self.values is None:
            return None
        place = self.getViewBox().mapSceneToView(self.mapToScene(position))
        row, column = math.floor(place.y()), math.floor(place.x())
        rows, columns = self.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def position_of(self, cell: Cell) -> QPoint:
        """The centre of a cell in the widget."""
        centre = QRectF(cell[1], cell[0], 1, 1).center()
        position: QPoint = self.mapFromScene(self.getViewBox().mapViewToScene(centre))
        return position

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event.pos())
            return True
        return bool(super().viewportEvent(event))

    def _show_tip(self, position: QPoint) -> None:
        """Show the tooltip above the cell; below, it would cover what is read next."""
        cell = self.cell_at(position)
        if cell is None or not self.toolTip():
            QToolTip.hideText()
            return
        corner = QRectF(cell[1], cell[0], 1, 1).topLeft()
        top = self.mapFromScene(self.getViewBox().mapViewToScene(corner)).y()
        place = QPoint(position.x(), top - TIP_ABOVE)
        QToolTip.showText(self.viewport().mapToGlobal(place), self.toolTip(), self.viewport())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(self.cell_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        cell = self.cell_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and cell is not None:
            self.cell_chosen.emit(cell)

    def event(self, event: QEvent) -> bool:
        # In a matrix the arrows and Enter are its own, not the answer keys.
        if isinstance(event, QKeyEvent) and self._is_own_key(event):
            event.accept()
            return True
        return bool(super().event(event))

    @staticmethod
    def _is_own_key(event: QKeyEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        return is_override and event.key() in (*STEPS, *ENTER)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cursor = self.overlay.cursor
        if event.key() in STEPS and self.values is not None:
            self._point_at(self._next_cell(cursor, STEPS[Qt.Key(event.key())]))
        elif event.key() in ENTER and cursor is not None:
            self.cell_chosen.emit(cursor)
        else:
            super().keyPressEvent(event)

    def _next_cell(self, cursor: Cell | None, step: tuple[int, int]) -> Cell:
        assert self.values is not None
        if cursor is None:
            return (0, 0)
        rows, columns = self.values.shape
        row, column = cursor[0] + step[0], cursor[1] + step[1]
        return (min(max(row, 0), rows - 1), min(max(column, 0), columns - 1))

    def _point_at(self, cell: Cell | None) -> None:
        if cell == self.overlay.cursor:
            return
        self.overlay.show_cursor(cell)
        self.cell_pointed.emit(cell)
