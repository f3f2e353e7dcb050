"""Utilities as intervals along one scale: what rows and bars have in common."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from prefstudio.studio.plots.drawn_draws import DrawnDraws
from prefstudio.studio.plots.interval_marks import IntervalMarks
from prefstudio.studio.plots.intervals import REACH
from prefstudio.studio.plots.item_plot import ItemPlot
from prefstudio.studio.plots.value_range import ValueRange
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_items import ShownItems

DRAWS_HEIGHT = 20.0  # above everything


class IntervalPlot(ItemPlot):
    """An item a place, with its interval across or, when upright, upwards.

    Parameters
    ----------
    name : str
        What it is called.
    is_upright : bool
        Whether values run upwards and places across.
    """

    def __init__(self, name: str, *, is_upright: bool) -> None:
        super().__init__(name, ("left", "bottom"))
        self._is_upright = is_upright
        self.intervals = IntervalMarks(is_upright=is_upright)
        self.span = ValueRange()
        self._grid = pg.PlotCurveItem(connect="pairs")
        self._zero = pg.InfiniteLine(pos=0.0, angle=0 if is_upright else 90)
        self._build()
        self._draws = DrawnDraws(self, DRAWS_HEIGHT)

    def show_items(self, items: ShownItems) -> None:
        if items.ids != self.shown_items.ids:
            self.span.forget()
        super().show_items(items)

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._grid.setPen(self.pen("grid", 1.0))
        self._zero.setPen(self.pen("control", 1.0, Qt.PenStyle.DashLine))
        super().show_theme(theme)

    def redraw(self) -> None:
        if self.now is None or not len(self.drawn()):
            return
        self._draw_places()
        self._draw_scale()
        drawn = self.drawn()
        draws = None if self.draws is None else self.draws[:, drawn]
        places = self.now.places[drawn]
        self._draws.show(self, draws, places, is_upright=self._is_upright)
        self.redraw_marks()

    def redraw_marks(self) -> None:
        if self.now is None or not len(self.drawn()):
            return
        self.intervals.show_marks(self.marks(), self.largest_mean(), self._view(), self.theme)
        self.draw_badges()

    def position_of(self, item: int) -> QPoint:
        """The mean of an item in the widget."""
        assert self.now is not None
        at = self._point(float(self.now.mean[item]), float(self.now.places[item]))
        position: QPoint = self.mapFromScene(self.getViewBox().mapViewToScene(at))
        return position

    def badge_place(self, item: int) -> tuple[float, float]:
        assert self.now is not None
        end = float(self.now.mean[item] + REACH * self.now.sd[item])
        at = self._point(end, float(self.now.places[item]))
        return at.x(), at.y()

    def _point(self, value: float, place: float) -> QPointF:
        return QPointF(place, value) if self._is_upright else QPointF(value, place)

    def _draw_places(self) -> None:
        """Give every drawn item its place, and name or number them."""
        raise NotImplementedError

    def _draw_scale(self) -> None:
        """Let the values fill the room, with figures and a grid."""
        raise NotImplementedError

    def _build(self) -> None:
        for height, item in enumerate((self._grid, self._zero)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.addItem(self.intervals, ignoreBounds=True)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def _on_view_resized(self) -> None:
        self.redraw()

    def _view(self) -> QRectF:
        (left, right), (low, high) = self.getViewBox().viewRange()
        return QRectF(left, low, right - left, high - low)
