"""A line of text that gives way: elided where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from prefstudio.studio.fonts import REGULAR, font


class ElidedLabel(QLabel):
    """Shows as much as fits and all of it as its tooltip; never read as markup.

    Attributes
    ----------
    is_whole
        Whether all of it is shown or nothing.
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
    ) -> None:
        super().__init__()
        self.is_whole = is_whole
        self.shorter: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(pixels, weight))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if tone != 1:
            self.setProperty("tone", str(tone))

    def show_text(self, text: str, *shorter: str) -> None:
        """Show a text, or where there is no room the first shorter one that has."""
        self.shorter = shorter
        self.setText(text)
        self.setToolTip(text)

    @property
    def shown(self) -> str:
        """As much of it as there is room for."""
        measure, room = QFontMetrics(self.font()), self.contentsRect().width()
        texts = (self.text(), *self.shorter)
        fitting = (each for each in texts if measure.horizontalAdvance(each) <= room)
        wanted = next(fitting, texts[-1])
        text = measure.elidedText(wanted, Qt.TextElideMode.ElideRight, room)
        return "" if self.is_whole and text != wanted else text

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter), self.shown)
