"""A pair and its number; long names wrap, then each is cut in its middle, the number never."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fitting_names import ENDLESS, fitted
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.numbers_as_text import NO_BREAK

HEIGHT, TWO_LINES, LINE = 18, 32, 15
BETWEEN = 6.0
WIDEST_FIGURE = "−0.0000"
TOP, LEFT = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
MIDDLE, RIGHT = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
WRAPS = Qt.TextFlag.TextWordWrap


class MatrixReadOut(QWidget):
    """One line, "Matrix – Original  0.059", two in a study with long names, or a slim column."""

    def __init__(self) -> None:
        super().__init__()
        self._pair, self._figure = "", ""
        self._names: tuple[str, ...] = ()
        self._longest = 0.0
        self._longest_names: tuple[str, ...] = ()
        self._is_slim = False
        self.alignment = RIGHT
        self._pair_font = font(12, SEMI_BOLD)
        self._figure_font = font(12, MEDIUM, lines_up=True)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole line."""
        return f"{self._pair}  {self._figure}" if self._pair else ""

    def shown_pair(self) -> str:
        """The pair as it is drawn."""
        n_lines = 1 if self.height() < TWO_LINES else 2
        pair = self._pair
        if self._is_slim:  # and a line for the number
            n_lines = max(self.height() // LINE - 1, 1)
            pair = pair.replace(" – ", f"{NO_BREAK}– ")  # no line begins with the dash
        return fitted(pair, self._names, self._pair_font, self._room, n_lines=n_lines)

    def keep_room(self, names: Sequence[str]) -> None:
        """Keep a second line in a study with names so long, so that nothing jumps."""
        measure = QFontMetrics(self._pair_font)
        self._longest_names = longest = tuple(sorted(names, key=len)[-2:])
        self._longest = sum(float(measure.horizontalAdvance(f"{name} – ")) for name in longest)
        self._fit_height()

    def show_slim(self, is_slim: bool) -> None:
        """Write the number below the names, which take as many lines as there is room for."""
        if is_slim is self._is_slim:
            return
        self._is_slim = is_slim
        upright = QSizePolicy.Policy.Preferred if is_slim else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, upright)
        self._fit_height()
        self.updateGeometry()
        self.update()

    def show_pair(self, pair: str, figure: str, names: Sequence[str] = ()) -> None:
        """Show a pair and its number; two empty texts clear the line."""
        self._pair, self._figure, self._names = pair, figure, tuple(names)
        self.setAccessibleName(self.text())
        self.setToolTip("" if self.shown_pair() == pair else self.text())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, self.maximumHeight() if self._is_slim else self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._pair:
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        if self._is_slim:
            self._paint_slim(painter)
        else:
            self._paint_row(painter)

    def _paint_slim(self, painter: QPainter) -> None:
        """Names in lines from the left, and the number below them."""
        pair = self.shown_pair()
        painter.setFont(self._pair_font)
        area, flags = QRectF(0, 0, self.width(), self.height()), int(WRAPS | TOP | LEFT)
        taken = painter.boundingRect(area, flags, pair)
        painter.drawText(area, flags, pair)
        painter.setFont(self._figure_font)
        below = QRectF(0, taken.height(), self.width(), LINE)
        painter.drawText(below, int(MIDDLE | LEFT), self._figure)

    def _paint_row(self, painter: QPainter) -> None:
        pair, room = self.shown_pair(), self._room
        measure = QFontMetrics(self._pair_font)
        flags = int(WRAPS | TOP | (RIGHT if self.alignment & RIGHT else LEFT))
        taken = measure.boundingRect(QRect(0, 0, int(room), TWO_LINES), flags, pair)
        width, end = taken.width() + 1, self._figure_width()
        left = self.width() - width - BETWEEN - end if self.alignment & RIGHT else 0.0
        is_one = taken.height() <= measure.lineSpacing()
        painter.setFont(self._pair_font)
        if is_one:
            flags = int(MIDDLE | LEFT)
        painter.drawText(QRectF(left, 0, width + 1, self.height()), flags, pair)
        painter.setFont(self._figure_font)
        figure_at = QRectF(left + width + BETWEEN, 0, end + 2, self.height())
        painter.drawText(figure_at, int(MIDDLE | LEFT), self._figure)

    @property
    def _room(self) -> float:
        if self._is_slim:
            return float(self.width())
        return max(self.width() - self._figure_width() - BETWEEN - 1, 1.0)

    def _figure_width(self) -> float:
        return float(QFontMetrics(self._figure_font).horizontalAdvance(self._figure))

    def _fit_height(self) -> None:
        if self._is_slim:
            self.setMinimumHeight(TWO_LINES)
            self.setMaximumHeight(self._slim_height())
            return
        end = QFontMetrics(self._figure_font).horizontalAdvance(WIDEST_FIGURE)
        is_long = self._longest > self.width() - end - BETWEEN
        height = TWO_LINES if is_long else HEIGHT
        if (height, height) != (self.minimumHeight(), self.maximumHeight()):
            self.setFixedHeight(height)

    def _slim_height(self) -> int:
        """What the two longest names need in this width, and a line for the number."""
        measure, room = QFontMetrics(self._pair_font), QRect(0, 0, max(self.width(), 1), ENDLESS)
        taken = (
            measure.boundingRect(room, int(WRAPS), f"{name}{NO_BREAK}–").height()
            for name in self._longest_names
        )
        return LINE + max(sum(math.ceil(each / LINE) * LINE for each in taken), LINE)
