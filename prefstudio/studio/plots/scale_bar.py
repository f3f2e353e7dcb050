"""The scale of a colour map: a bar, three figures and a pointer."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.theme import LIGHT, Theme

BAR_TOP, BAR_HEIGHT = 18.0, 8.0
NARROWEST, WIDEST = 120, 164
SLIM = 96  # pixels that it needs at least in a column of its own
BETWEEN = 4.0  # pixels from one figure to the next
SIDES = (
    Qt.AlignmentFlag.AlignLeft,
    Qt.AlignmentFlag.AlignHCenter,
    Qt.AlignmentFlag.AlignRight,
)


class ScaleBar(QWidget):
    """Title, a bar of 8 px, its ends and its centre in figures; blank until its range is known."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._theme = LIGHT
        self._map = ColourMap(LIGHT.sequential)
        self._low, self._high, self._decimals = 0.0, 1.0, 2
        self._is_known = False
        self.pointed: float | None = None
        self.setFixedHeight(43)
        self.setMinimumWidth(NARROWEST)
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(WIDEST, 43)

    def show_slim(self, is_slim: bool) -> None:
        """Be content with a slim column, or have the usual width."""
        self.setMinimumWidth(SLIM if is_slim else NARROWEST)

    def show_title(self, title: str) -> None:
        """Name what is measured."""
        self._title = title
        self.update()

    def show_theme(self, theme: Theme, colour_map: ColourMap) -> None:
        """Draw in the colours of a theme and of a map."""
        self._theme, self._map = theme, colour_map
        self.update()

    def show_range(self, low: float, high: float, decimals: int) -> None:
        """Show which numbers the ends stand for."""
        self._low, self._high, self._decimals = low, high, decimals
        self._is_known = True
        self.update()

    def point_at(self, value: float | None) -> None:
        """Point at a value, or at none."""
        self.pointed = value
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_known:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(11, MEDIUM))
        painter.setPen(self._theme.color("ink2"))
        painter.drawText(QRectF(0, 0, self.width(), 15), Qt.AlignmentFlag.AlignVCenter, self._title)
        self._paint_bar(painter)
        self._paint_figures(painter)
        if self.pointed is not None:
            self._paint_pointer(painter, self.pointed)

    def _paint_bar(self, painter: QPainter) -> None:
        gradient = QLinearGradient(0, 0, self.width(), 0)
        stops = self._map.stops
        for place, stop in enumerate(stops):
            gradient.setColorAt(place / (len(stops) - 1), QColor(stop))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(gradient)
        bar = QRectF(0.5, BAR_TOP + 0.5, self.width() - 1, BAR_HEIGHT - 1)
        painter.drawRoundedRect(bar, 3, 3)

    def _paint_figures(self, painter: QPainter) -> None:
        painter.setFont(font(11, lines_up=True))
        painter.setPen(self._theme.color("ink3"))
        under = QRectF(0, BAR_TOP + BAR_HEIGHT + 2, self.width(), 15)
        for words, side in zip(self.figures, SIDES, strict=True):
            painter.drawText(under, side, words)

    @property
    def figures(self) -> tuple[str, str, str]:
        """What stands below the ends and the centre; nothing there where it would touch an end."""
        middle = (self._low + self._high) / 2
        low, centre, high = (
            figure(each, self._decimals) for each in (self._low, middle, self._high)
        )
        measure = QFontMetricsF(font(11, lines_up=True))
        beside = 2 * max(map(measure.horizontalAdvance, (low, high))) + 2 * BETWEEN
        has_room = beside + measure.horizontalAdvance(centre) <= self.width()
        return low, centre if has_room else "", high

    def _paint_pointer(self, painter: QPainter, value: float) -> None:
        share = (value - self._low) / (self._high - self._low)
        x = min(max(share * self.width(), 3.0), self.width() - 3.0)
        painter.setPen(QPen(self._theme.color("surface"), 1))
        painter.setBrush(self._theme.color("ink"))
        painter.drawRoundedRect(QRectF(x - 2, BAR_TOP - 2.5, 4, BAR_HEIGHT + 5), 2, 2)
