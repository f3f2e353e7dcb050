"""Utilities, a row an item: name, intervals and mean along one scale."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.drawn_draws import DrawnDraws
from prefstudio.studio.plots.house_plot import step_that_fits
from prefstudio.studio.plots.interval_marks import IntervalMarks
from prefstudio.studio.plots.intervals import REACH
from prefstudio.studio.plots.item_plot import ItemPlot
from prefstudio.studio.plots.value_range import ValueRange, labelled, steps_in
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_items import ShownItems

ROW_PADDING = 0.6  # rows left free above the first and below the last
LOW_EDGE, HIGH_EDGE = 10.0, 30.0  # pixels beside the intervals; a badge hangs at the high end
NAME_SHARE = 0.38  # of the width, at most, is for names
ROW_TEXT = 14.0  # pixels that a name needs
STEP_ROOM = 36.0  # pixels between two figures of the scale


class IntervalRows(ItemPlot):
    """The rows of up to some forty items."""

    def __init__(self) -> None:
        super().__init__("Utilities", ("left", "bottom"))
        self.intervals = IntervalMarks(is_upright=False)
        self.span = ValueRange()
        self._names_font = font(12, MEDIUM)
        self._grid = pg.PlotCurveItem(connect="pairs")
        self._zero = pg.InfiniteLine(pos=0.0, angle=90)
        self._build()
        self._draws = DrawnDraws(self, 20.0)

    def show_items(self, items: ShownItems) -> None:
        if items.ids != self.shown_items.ids:
            self.span.forget()
        super().show_items(items)

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._grid.setPen(self.pen("grid", 1.0))
        self._zero.setPen(self.pen("control", 1.0, Qt.PenStyle.DashLine))
        super().show_theme(theme)
        self.getAxis("left").setTextPen(pg.mkPen(theme.color("ink")))

    def redraw(self) -> None:
        if self.now is None or not len(self.drawn()):
            return
        self._draw_names()
        self._draw_scale()
        marks = self.marks()
        self.intervals.show_marks(marks, self.largest_mean(), self._view(), self.theme)
        drawn = self.drawn()
        draws = None if self.draws is None else self.draws[:, drawn]
        self._draws.show(self, draws, marks.places, is_upright=False)
        self.draw_badges()

    def item_at(self, position: QPoint) -> int | None:
        drawn = self.drawn()
        if not len(drawn):
            return None
        view = self.getViewBox()
        row = round(view.mapSceneToView(self.mapToScene(position)).y())
        scene = view.mapRectToScene(view.boundingRect())
        is_beside = not scene.top() <= self.mapToScene(position).y() <= scene.bottom()
        return None if is_beside or not 0 <= row < len(drawn) else int(drawn[row])

    def position_of(self, item: int) -> QPoint:
        """The mean of an item in the widget."""
        assert self.now is not None
        at = pg.Point(float(self.now.mean[item]), float(self.now.places[item]))
        position: QPoint = self.mapFromScene(self.getViewBox().mapViewToScene(at))
        return position

    def badge_place(self, item: int) -> tuple[float, float]:
        assert self.now is not None
        end = float(self.now.mean[item] + REACH * self.now.sd[item])
        return end, float(self.now.places[item])

    def _build(self) -> None:
        self.invertY(True)
        for height, item in enumerate((self._grid, self._zero)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.addItem(self.intervals, ignoreBounds=True)
        self.getAxis("left").setStyle(tickFont=self._names_font, tickTextOffset=10)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def _on_view_resized(self) -> None:
        self.redraw()

    def _draw_names(self) -> None:
        assert self.now is not None
        drawn = self.drawn()
        self.setYRange(-ROW_PADDING, len(drawn) - 1 + ROW_PADDING, padding=0)
        measure, room = QFontMetricsF(self._names_font), NAME_SHARE * self.width()
        height = self.getViewBox().height() / (len(drawn) - 1 + 2 * ROW_PADDING)
        middle = Qt.TextElideMode.ElideMiddle
        names = [measure.elidedText(self.shown_items.names[item], middle, room) for item in drawn]
        step = step_that_fits(height, ROW_TEXT)
        ticks = [(float(self.now.places[drawn[k]]), names[k]) for k in range(0, len(drawn), step)]
        self.getAxis("left").show_labels(ticks, names)

    def _draw_scale(self) -> None:
        assert self.now is not None
        drawn = self.drawn()
        low, high = self.span.fit(*self.now.ends(drawn))
        width = max(self.getViewBox().width(), 1.0)
        unit = max(high - low, 1e-9) / max(width - LOW_EDGE - HIGH_EDGE, 1.0)
        low, high = low - LOW_EDGE * unit, high + HIGH_EDGE * unit
        self.setXRange(low, high, padding=0)
        self.getAxis("bottom").show_labels(labelled(steps_in(low, high, int(width / STEP_ROOM))))
        rows = np.repeat(self.now.places[drawn], 2)
        self._grid.setData(np.tile([low, high], len(drawn)), rows)

    def _view(self) -> QRectF:
        (left, right), (top, bottom) = self.getViewBox().viewRange()
        return QRectF(left, top, right - left, bottom - top)
