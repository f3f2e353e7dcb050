"""The program's mark: two intervals that overlap."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from prefstudio.studio.theme import LIGHT, Theme

SIDE = 22.0
ICON_SIDES = (16, 32, 48, 64, 128, 256)
INTERVALS = ((8.0, 4.5, 14.5, 9.0), (14.0, 8.0, 17.5, 13.0))  # height, from, to, mean


class Logo(QWidget):
    """The mark, drawn at 22 px or another size."""

    def __init__(self, side: int = int(SIDE), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.setFixedSize(side, side)
        self.setAccessibleName("PrefStudio")

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.scale(self.width() / SIDE, self.height() / SIDE)
        _paint(painter, self._theme)


def logo_icon() -> QIcon:
    """The mark as the icon of a window, in the sizes that desktops ask for."""
    icon = QIcon()
    for side in ICON_SIDES:
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.scale(side / SIDE, side / SIDE)
        _paint(painter, LIGHT)
        painter.end()
        icon.addPixmap(picture)
    return icon


def _paint(painter: QPainter, theme: Theme) -> None:
    """Paint the mark into a square of 22."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(QRectF(0, 0, SIDE, SIDE), 6, 6)
    for height, start, stop, mean in INTERVALS:
        pen = QPen(theme.color("on_accent", 0.55), 2.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(start, height), QPointF(stop, height))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("on_accent"))
        painter.drawEllipse(QPointF(mean, height), 2.6, 2.6)
