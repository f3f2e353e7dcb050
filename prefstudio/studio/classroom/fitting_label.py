"""A line of text that gives way: what does not fit is left out."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel

from prefstudio.studio.fonts import REGULAR, font

LEAST = 40  # pixels
MIDDLE, END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight


class FittingLabel(QLabel):
    """One line, never read as markup; its tooltip is the whole where some was left out.

    Parameters
    ----------
    elided : Qt.TextElideMode
        Where something is left out: in the middle of names, at the end of sentences.
    least : int
        Pixels that it keeps as long as it needs them, unless nothing may be said instead.
    """

    def __init__(
        self,
        pixels: int,
        weight: QFont.Weight = REGULAR,
        *,
        tone: int = 1,
        elided: Qt.TextElideMode = END,
        least: int = LEAST,
    ) -> None:
        super().__init__()
        self.whole = ""
        self._shorter: tuple[str, ...] = ()
        self._elided, self._least = elided, least
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(pixels, weight))
        self.setProperty("tone", str(tone))

    def say(self, text: str, shorter: tuple[str, ...] = ()) -> None:
        """Show a text, or else the first that fits of others that say the same."""
        self.whole, self._shorter = text, shorter
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self.font()).horizontalAdvance(self.whole)
        return QSize(math.ceil(width) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        least = 0 if "" in self._shorter else self._least
        return QSize(min(least, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        measure = QFontMetricsF(self.font())
        told = (self.whole, *self._shorter)
        fitting = (each for each in told if measure.horizontalAdvance(each) <= self.width())
        shown = measure.elidedText(next(fitting, told[-1]), self._elided, self.width())
        self.setText(shown)
        self.setToolTip(self.whole if shown != self.whole else "")
        self.setAccessibleName(self.whole)
