"""The names of a pair in as many lines as they need, none cut where a line is too short."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from prefstudio.studio.fitting_names import ENDLESS, fitted, is_held
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.numbers_as_text import NO_BREAK

MOST_LINES = 4
BETWEEN = " – "
DRAWN = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


class PairNames(QLabel):
    """Wraps between words; a name with a word wider than a line loses its middle.

    By itself Qt would draw such a word over both ends of its line, and reckon with fewer lines.
    """

    def __init__(self, pixels: int = 13) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(pixels, SEMI_BOLD))
        self.setWordWrap(True)
        self._names: tuple[str, ...] = ()

    def show_names(self, names: Sequence[str]) -> None:
        """Show other names; none clears it."""
        self._names = tuple(names)
        self.setText(BETWEEN.join(names))
        self.updateGeometry()

    def shown(self, width: int) -> str:
        """The names as they are drawn in some pixels."""
        words = self.text().replace(BETWEEN, f"{NO_BREAK}– ")  # no line begins with the dash
        if is_held(words, self.font(), width, n_lines=MOST_LINES):
            return words
        return fitted(words, self._names, self.font(), width, n_lines=MOST_LINES)

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(width, 1), ENDLESS)
        return QFontMetrics(self.font()).boundingRect(room, DRAWN, self.shown(width)).height()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(self.font()).lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), DRAWN, self.shown(self.width()))
