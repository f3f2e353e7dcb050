"""A large matrix seen from afar, with the window that is shown cell by cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame
from prefstudio.studio.plots.matrix_scale import MatrixScale
from prefstudio.studio.theme import LIGHT, Theme

SIDE, SMALL_SIDE = 84, 54
DOT, DOT_HALO = 3.0, 1.5  # radius of what marks the asked pair, and the paper around it
SMALLEST_WINDOW = 7.0  # pixels of the window's outline


class MatrixMap(QWidget):
    """All of a matrix on 84 px; a click or a drag says where the window goes."""

    ranks_chosen = Signal(object)  # Cell: places in the whole order, for the window's centre

    all_chosen = Signal()  # by a double click

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(f"{name}, all of it")
        self.setToolTip("Click or drag to move the window; a double click shows more")
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setFixedSize(SIDE, SIDE)
        self._theme = LIGHT
        self._map = ColourMap(LIGHT.sequential)
        self._scale = MatrixScale(0.0, 1.0, 2)
        self._frame = MatrixFrame.of(np.arange(0))
        self._asked: Cell | None = None
        self.blocks: NDArray[np.float64] | None = None
        self._image: QImage | None = None

    def show_small(self, is_small: bool) -> None:
        """Take less room, or all it should have."""
        self.setFixedSize(*2 * (SMALL_SIDE if is_small else SIDE,))

    def show_drawing(
        self,
        blocks: NDArray[np.float64] | None,
        theme: Theme,
        colour_map: ColourMap,
        scale: MatrixScale,
    ) -> None:
        """Draw a number for each block of cells in the matrix's colours; none until known."""
        self.blocks, self._theme, self._map, self._scale = blocks, theme, colour_map, scale
        self._colour()

    def show_frame(self, frame: MatrixFrame) -> None:
        """Show which part is shown cell by cell."""
        self._frame = frame
        self.update()

    def show_asked(self, pair: Cell | None) -> None:
        """Ring the pair that is asked now."""
        self._asked = pair
        self.update()

    def window_outline(self) -> QRectF:
        """The outline of the window in pixels, never too small to be seen."""
        scale = self.width() / max(self._frame.n_items, 1)
        (top, bottom), (left, right) = self._frame.rows, self._frame.columns
        exact = QRectF(left, top, right - left, bottom - top)
        place = QRectF(
            exact.x() * scale, exact.y() * scale, exact.width() * scale, exact.height() * scale
        )
        more = max(0.0, SMALLEST_WINDOW - place.width()) / 2
        place.adjust(-more, -more, more, more)
        x = min(max(place.x(), 1.0), self.width() - 1.0 - place.width())
        y = min(max(place.y(), 1.0), self.width() - 1.0 - place.height())
        place.moveTo(x, y)
        return place

    def asked_places(self) -> list[QPointF]:
        """Where the dots of the asked pair are, in pixels; whole also at the edge of the map."""
        if self._asked is None:
            return []
        both = (self._frame.ranks_of(pair) for pair in (self._asked, self._asked[::-1]))
        scale, edge = self.width() / max(self._frame.n_items, 1), DOT + DOT_HALO / 2
        least, most = edge, self.width() - edge
        return [
            QPointF(*(min(max((rank + 0.5) * scale, least), most) for rank in ranks[::-1]))
            for ranks in both
            if ranks is not None
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect())
        painter.fillRect(area, self._theme.color("inset"))
        if self._image is not None:
            painter.drawImage(area, self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        self._paint_asked(painter)
        outline = self.window_outline()
        for role, width in (("surface", 4.0), ("accent", 1.75)):
            painter.setPen(QPen(self._theme.color(role), width))
            painter.drawRect(outline)

    def _paint_asked(self, painter: QPainter) -> None:
        painter.setPen(QPen(self._theme.color("surface"), DOT_HALO))
        painter.setBrush(self._theme.color(asked_ring.ROLE))
        for place in self.asked_places():
            painter.drawEllipse(place, DOT, DOT)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.all_chosen.emit()

    def _choose(self, event: QMouseEvent) -> None:
        n, at = self._frame.n_items, event.position()
        row, column = (
            min(max(int(place * n / self.width()), 0), n - 1) for place in (at.y(), at.x())
        )
        self.ranks_chosen.emit((row, column))

    def _colour(self) -> None:
        if self.blocks is None:
            self._image = None
        else:
            scale = self._scale
            colours = self._map.colours(self.blocks, scale.low, scale.high)
            height, width = self.blocks.shape
            drawn = QImage(colours.data, width, height, 4 * width, QImage.Format.Format_RGBA8888)
            self._image = drawn.copy()  # the array's memory does not outlive this call
        self.update()
