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
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(pixels, weight))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if tone != 1:
            self.setProperty("tone", str(tone))

    def show_text(self, text: str) -> None:
        """Show a text."""
        self.setText(text)
        self.setToolTip(text)

    @property
    def shown(self) -> str:
        """As much of it as there is room for."""
        measure, room = QFontMetrics(self.font()), self.contentsRect().width()
        text = measure.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        return "" if self.is_whole and text != self.text() else text

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter), self.shown)
