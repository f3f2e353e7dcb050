"""The scale of a matrix in the classroom, in larger type."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.theme import LIGHT, Theme

PIXELS = 13
BAR_TOP, BAR_HEIGHT = 21.0, 8.0


class LessonScale(QWidget):
    """Title, bar, three figures, and a pointer at one value."""

    def __init__(self, title: str, *, is_diverging: bool) -> None:
        super().__init__()
        self._title, self._is_diverging = title, is_diverging
        self._theme = LIGHT
        self.low, self.high = 0.0, 1.0
        self.pointed: float | None = None
        self.setMinimumSize(120, 48)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(180, 48)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def show_range(self, low: float, high: float, pointed: float | None = None) -> None:
        """Show which numbers the ends stand for, and point at one."""
        self.low, self.high, self.pointed = low, high, pointed
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(PIXELS, MEDIUM))
        painter.setPen(self._theme.color("ink2"))
        painter.drawText(QRectF(0, 0, self.width(), 17), Qt.AlignmentFlag.AlignVCenter, self._title)
        self._paint_bar(painter)
        self._paint_figures(painter)

    def _paint_bar(self, painter: QPainter) -> None:
        stops = self._theme.diverging if self._is_diverging else self._theme.sequential
        gradient = QLinearGradient(0, 0, self.width(), 0)
        for place, stop in enumerate(stops):
            gradient.setColorAt(place / (len(stops) - 1), QColor(stop))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(gradient)
        painter.drawRoundedRect(QRectF(0.5, BAR_TOP + 0.5, self.width() - 1, 7), 3, 3)
        if self.pointed is not None:
            share = (self.pointed - self.low) / (self.high - self.low)
            x = min(max(share * self.width(), 3.0), self.width() - 3.0)
            painter.setPen(QPen(self._theme.color("surface"), 1))
            painter.setBrush(self._theme.color("ink"))
            painter.drawRoundedRect(QRectF(x - 2, BAR_TOP - 2.5, 4, BAR_HEIGHT + 5), 2, 2)

    def _paint_figures(self, painter: QPainter) -> None:
        painter.setFont(font(PIXELS, lines_up=True))
        painter.setPen(self._theme.color("ink3"))
        under = QRectF(0, BAR_TOP + BAR_HEIGHT + 2, self.width(), 17)
        for value, side in (
            (self.low, Qt.AlignmentFlag.AlignLeft),
            ((self.low + self.high) / 2, Qt.AlignmentFlag.AlignHCenter),
            (self.high, Qt.AlignmentFlag.AlignRight),
        ):
            painter.drawText(under, side, figure(value))
