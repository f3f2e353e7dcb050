"""Utilities of very many items: the band of all, and the window that is shown larger."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsRectItem

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.drawn_draws import DrawnDraws
from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.plots.intervals import REACH, Intervals
from prefstudio.studio.plots.value_range import ValueRange, labelled, steps_in
from prefstudio.studio.theme import Theme

Window = tuple[int, int]

EDGE = 20.0  # pixels right of the last item, for half of its number
STEPS = {  # windows' widths that a key moves
    Qt.Key.Key_Left: -0.25,
    Qt.Key.Key_Right: 0.25,
    Qt.Key.Key_PageUp: -1.0,
    Qt.Key.Key_PageDown: 1.0,
    Qt.Key.Key_Home: -math.inf,
    Qt.Key.Key_End: math.inf,
}


class BandOverview(HousePlot):
    """Mean and 95 % band of all items in order; the window is dragged along it."""

    window_moved = Signal(object)  # Window

    def __init__(self) -> None:
        super().__init__("All utilities, with the window that is shown larger", ("left", "bottom"))
        self.now: Intervals | None = None
        self.window: Window = (0, 0)
        self.span = ValueRange()
        self._draws: Array | None = None
        self._grip: float | None = None
        self.upper, self.lower = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.band = QGraphicsPathItem()
        self.mean = pg.PlotCurveItem()
        self.compared = pg.ScatterPlotItem()
        self.frame = QGraphicsRectItem()
        self._grid = pg.PlotCurveItem(connect="pairs")
        self._build()
        self._drawn_draws = DrawnDraws(self, 8.0)

    def show_intervals(self, intervals: Intervals) -> None:
        """Draw utilities."""
        self.now = intervals
        self.redraw()

    def show_draws(self, draws: Array | None) -> None:
        """Draw whole sets of utilities, shape (n_draws, n_items), or none."""
        self._draws = draws
        self.redraw()

    def forget(self) -> None:
        """Draw nothing of items that are gone, should other draws come before other means."""
        self.now, self._draws = None, None

    def show_window(self, window: Window) -> None:
        """Frame the places from the first up to, but without, the last."""
        self.window = window
        self._draw_frame()

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.band.setBrush(theme.color("data_soft", 0.9 if theme.is_dark else 0.75))
        self.band.setPen(pg.mkPen(None))
        for edge in (self.upper, self.lower):
            edge.setPen(pg.mkPen(theme.color("data_mid"), width=1))
        self.mean.setPen(pg.mkPen(theme.color("data"), width=1))
        self.compared.setBrush(theme.color("data"))
        self._grid.setPen(self.pen("grid", 1.0))
        self.frame.setBrush(theme.color("accent", 0.12))
        self.frame.setPen(self.pen("accent", 1.5))
        super().show_theme(theme)

    def redraw(self) -> None:
        if self.now is None or not len(self.now.order):
            return
        order = self.now.order
        mean, reach = self.now.mean[order], REACH * self.now.sd[order]
        places = np.arange(len(order))
        self.upper.setData(places, mean + reach)
        self.lower.setData(places, mean - reach)
        self._draw_band(places, mean, reach)
        self.mean.setData(places, mean)
        asked = np.flatnonzero(self.now.n_compared[order] > 0)
        self.compared.setData(asked, mean[asked], size=4, pen=None)
        draws = None if self._draws is None else self._draws[:, order]
        self._drawn_draws.show(self, draws, places)
        self._draw_scale(len(order))
        self._draw_frame()

    def place_at(self, position: QPoint) -> float:
        """Where along the order a position of the widget lies, from 0."""
        return float(self.getViewBox().mapSceneToView(self.mapToScene(position)).x())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.now is None:
            super().mousePressEvent(event)
            return
        first, last = self.window
        place = self.place_at(event.position().toPoint())
        self._grip = place - first if first <= place <= last else (last - first) / 2
        self._move_to(place - self._grip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is None:
            super().mouseMoveEvent(event)
            return
        self._move_to(self.place_at(event.position().toPoint()) - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        super().mouseReleaseEvent(event)

    def owns(self, event: QKeyEvent) -> bool:
        return event.key() in STEPS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS and self.now is not None:
            first, last = self.window
            self._move_to(first + STEPS[Qt.Key(event.key())] * (last - first))
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        order = (self._grid, self.band, self.upper, self.lower, self.mean, self.compared)
        for height, item in enumerate((*order, self.frame)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def _on_view_resized(self) -> None:
        self.redraw()

    def _move_to(self, first: float) -> None:
        assert self.now is not None
        width = self.window[1] - self.window[0]
        start = round(min(max(first, 0), len(self.now.order) - width))
        if (start, start + width) != self.window:
            self.show_window((start, start + width))
            self.window_moved.emit(self.window)

    def _draw_band(self, places: Array, mean: Array, reach: Array) -> None:
        """Fill between the edges as one outline; pyqtgraph's own way is ten times slower."""
        around = np.concatenate([places, places[::-1]]).astype(float)
        self.band.setPath(
            pg.arrayToQPath(around, np.concatenate([mean + reach, (mean - reach)[::-1]]))
        )

    def _draw_frame(self) -> None:
        low, high = self.getViewBox().viewRange()[1]
        first, last = self.window
        self.frame.setRect(QRectF(first - 0.5, low, last - first, high - low))

    def _draw_scale(self, count: int) -> None:
        assert self.now is not None
        low, high = self.now.range_in(self.span, self.now.order)
        room = 0.04 * (high - low)
        beside = count * EDGE / max(self.getViewBox().width() - 2 * EDGE, 1.0)
        self.setXRange(-beside / 4, count + beside, padding=0)
        self.setYRange(low - room, high + room, padding=0)
        levels = steps_in(low, high, 4)
        self.getAxis("left").show_labels(labelled(levels), ["−2"])
        self._grid.setData(np.tile([0, count], len(levels)), np.repeat(levels, 2))
        numbers = [1, *(int(each) for each in steps_in(2, count, 5) if each > 0.04 * count)]
        self.getAxis("bottom").show_labels([(number - 1.0, f"{number:,}") for number in numbers])
