"""A pair and its number; a long pair is elided in the middle, the number never."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font

HEIGHT = 18
BETWEEN = 6.0


class MatrixReadOut(QWidget):
    """One line: "Matrix – Original  0.059"."""

    def __init__(self) -> None:
        super().__init__()
        self._pair, self._figure = "", ""
        self.alignment = Qt.AlignmentFlag.AlignRight
        self._pair_font = font(12, SEMI_BOLD)
        self._figure_font = font(12, MEDIUM, lines_up=True)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole line."""
        return f"{self._pair}  {self._figure}" if self._pair else ""

    def show_pair(self, pair: str, figure: str) -> None:
        """Show a pair and its number; two empty texts clear the line."""
        self._pair, self._figure = pair, figure
        self.setAccessibleName(self.text())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._pair:
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        end = QFontMetricsF(self._figure_font).horizontalAdvance(self._figure)
        measure = QFontMetricsF(self._pair_font)
        room = max(self.width() - end - BETWEEN, 0.0)
        pair = measure.elidedText(self._pair, Qt.TextElideMode.ElideMiddle, room)
        used = measure.horizontalAdvance(pair) + BETWEEN + end
        is_right = bool(self.alignment & Qt.AlignmentFlag.AlignRight)
        left = self.width() - used if is_right else 0.0
        upright = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(self._pair_font)
        painter.drawText(QRectF(left, 0, room + BETWEEN, self.height()), upright, pair)
        painter.setFont(self._figure_font)
        figure_at = QRectF(left + used - end, 0, end + 2, self.height())
        painter.drawText(figure_at, upright, self._figure)
