"""A line of text that gives way: elided where there is no room for all of it."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from prefstudio.studio.fonts import REGULAR, font

MIDDLE, END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
MARGIN = 2  # pixels that it asks for beside its letters


class ElidedLabel(QLabel):
    """Shows as much as fits and all of it as its tooltip; never read as markup.

    Parameters
    ----------
    is_whole : bool
        Whether all of it is shown or nothing.
    elided : Qt.TextElideMode
        Where something is left out: in the middle of names, at the end of sentences.
    least : int, optional
        Pixels that it keeps as long as it needs them, unless nothing may be said instead, and it
        asks for no more than it needs; without it, it takes whatever room there is.

    Attributes
    ----------
    shorter
        What says the same in fewer and fewer words, for where there is no room for all of it.
    """

    def __init__(
        self,
        pixels: int = 13,
        weight: QFont.Weight = REGULAR,
        *,
        tone: int = 1,
        is_whole: bool = False,
        elided: Qt.TextElideMode = END,
        least: int | None = None,
    ) -> None:
        super().__init__()
        self.is_whole, self._elided, self._least = is_whole, elided, least
        self.shorter: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(pixels, weight))
        if least is None:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if tone != 1:
            self.setProperty("tone", str(tone))

    def show_text(self, text: str, *shorter: str) -> None:
        """Show a text, or where there is no room the first shorter one that has."""
        self.shorter = shorter
        self.setText(text)
        self.setToolTip(text)
        self.update()  # the shorter ones may be others

    @property
    def shown(self) -> str:
        """As much of it as there is room for."""
        measure, room = QFontMetricsF(self.font()), self.contentsRect().width()
        texts = (self.text(), *self.shorter)
        fitting = (each for each in texts if measure.horizontalAdvance(each) <= room)
        wanted = next(fitting, texts[-1])
        text = measure.elidedText(wanted, self._elided, room)
        return "" if self.is_whole and text != wanted else text

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._least is None:
            return hint
        width = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        return QSize(math.ceil(width) + MARGIN, hint.height())

    def minimumSizeHint(self) -> QSize:
        may_vanish = self._least is None or "" in self.shorter
        least = 0 if may_vanish else min(self._least or 0, self.sizeHint().width())
        return QSize(least, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self.shown)
