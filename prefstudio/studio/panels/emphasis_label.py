"""A sentence in which some words stand out, without any markup that a name could bring in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.icons import theme_now
from prefstudio.studio.panels.explain_words import Part


class EmphasisLabel(QWidget):
    """Wrapped text in the second tone of ink; strong words in the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[Part, ...] = ()
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0.0)
        self._document.setDefaultFont(font(13))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """The whole sentence."""
        return "".join(part.text for part in self._parts)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show another sentence."""
        self._parts = tuple(parts)
        self.setAccessibleName(self.text())
        self._write()

    def heightForWidth(self, width: int) -> int:
        self._document.setTextWidth(width)
        return round(self._document.size().height())

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 16)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._write()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._document.setTextWidth(self.width())
        painter = QPainter(self)
        self._document.drawContents(painter)
        painter.end()

    def _write(self) -> None:
        theme = theme_now()
        self._document.clear()
        cursor = QTextCursor(self._document)
        for part in self._parts:
            look = QTextCharFormat()
            look.setFont(font(13, SEMI_BOLD) if part.is_strong else font(13))
            look.setForeground(theme.color("ink" if part.is_strong else "ink2"))
            cursor.insertText(part.text, look)
        self.updateGeometry()
        self.update()
