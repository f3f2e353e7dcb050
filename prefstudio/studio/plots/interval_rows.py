"""Utilities, a row an item: name, intervals and mean along one scale."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, Qt

from prefstudio.studio.plots.drawn_draws import DrawnDraws
from prefstudio.studio.plots.interval_marks import IntervalMarks
from prefstudio.studio.plots.intervals import REACH
from prefstudio.studio.plots.row_plot import RowPlot
from prefstudio.studio.plots.value_range import ValueRange, labelled, steps_in
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_items import ShownItems

LOW_EDGE, HIGH_EDGE = 10.0, 30.0  # pixels beside the intervals; a badge hangs at the high end
STEP_ROOM = 36.0  # pixels between two figures of the scale


class IntervalRows(RowPlot):
    """The rows of up to some forty items."""

    def __init__(self) -> None:
        super().__init__("Utilities")
        self.intervals = IntervalMarks(is_upright=False)
        self.span = ValueRange()
        self._zero = pg.InfiniteLine(pos=0.0, angle=90)
        self._build()
        self._draws = DrawnDraws(self, 20.0)

    def show_items(self, items: ShownItems) -> None:
        if items.ids != self.shown_items.ids:
            self.span.forget()
        super().show_items(items)

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._zero.setPen(self.pen("control", 1.0, Qt.PenStyle.DashLine))
        super().show_theme(theme)

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
        self._zero.setZValue(1)
        self.addItem(self._zero, ignoreBounds=True)
        self.addItem(self.intervals, ignoreBounds=True)

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
