"""Utilities, a row an item: name, intervals and mean along one scale."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.house_plot import step_that_fits
from prefstudio.studio.plots.interval_plot import IntervalPlot
from prefstudio.studio.plots.value_range import labelled, steps_in
from prefstudio.studio.theme import Theme

ROW_PADDING = 0.6  # rows left free above the first and below the last
LOW_EDGE, HIGH_EDGE = 10.0, 30.0  # pixels beside the intervals; a badge hangs at the high end
NAME_SHARE = 0.38  # of the width, at most, is for names
ROW_TEXT = 14.0  # pixels that a name needs
STEP_ROOM = 36.0  # pixels between two figures of the scale


class IntervalRows(IntervalPlot):
    """The rows of up to some forty items."""

    def __init__(self) -> None:
        super().__init__("Utilities", is_upright=False)
        self._names_font = font(12, MEDIUM)
        self.invertY(True)
        self.getAxis("left").setStyle(tickFont=self._names_font, tickTextOffset=10)

    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        self.getAxis("left").setTextPen(pg.mkPen(theme.color("ink")))

    def item_at(self, position: QPoint) -> int | None:
        drawn = self.drawn()
        if not len(drawn):
            return None
        view = self.getViewBox()
        row = round(view.mapSceneToView(self.mapToScene(position)).y())
        scene = view.mapRectToScene(view.boundingRect())
        is_beside = not scene.top() <= self.mapToScene(position).y() <= scene.bottom()
        return None if is_beside or not 0 <= row < len(drawn) else int(drawn[row])

    def _draw_places(self) -> None:
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
