"""A plot with a row an item: names at the left, and whose row is where."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.house_plot import step_that_fits
from prefstudio.studio.plots.item_plot import ItemPlot
from prefstudio.studio.theme import Theme

ROW_PADDING = 0.6  # rows left free above the first and below the last
NAME_SHARE = 0.38  # of the width, at most, is for names
ROW_TEXT = 14.0  # pixels that a name needs in height


class RowPlot(ItemPlot):
    """What plots of rows share; the first row is at the top."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ("left", "bottom"))
        self._names_font = font(12, MEDIUM)
        self._grid = pg.PlotCurveItem(connect="pairs")
        self.invertY(True)
        self.addItem(self._grid, ignoreBounds=True)
        self.getAxis("left").setStyle(tickFont=self._names_font, tickTextOffset=10)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._grid.setPen(self.pen("grid", 1.0))
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

    def _view(self) -> QRectF:
        (left, right), (top, bottom) = self.getViewBox().viewRange()
        return QRectF(left, top, right - left, bottom - top)
