"""One help page, set in the house's type; it reads the program's own files and nothing else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from prefstudio.studio.fonts import REGULAR, SEMI_BOLD, font
from prefstudio.studio.help.pages import PAGES, page_text
from prefstudio.studio.icons import theme_now

BODY = 14
HEADINGS = {1: (24, 0, 10), 2: (16, 18, 4), 3: (14, 12, 2)}  # size, room above and below
LINE = 145.0  # per cent of the letters' height
WIDEST = 720  # px that a line may be long


class PageView(QTextBrowser):
    """Shows a page; links lead to other pages only."""

    page_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("help_page")
        self.setAccessibleName("Help page")
        self.setProperty("kind", "plot")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.document().setDocumentMargin(24)
        self.page = ""
        self._words = ""
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_page(self, name: str, words: str = "") -> None:
        """Show a page and mark some words in it."""
        self.page, self._words = name, words
        self.setMarkdown(page_text(name))
        self._set_type()
        self._mark()
        self.setAccessibleDescription(PAGES[name])

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None  # pages are text; nothing is ever fetched

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self.page:
            self.show_page(self.page, self._words)

    def _set_type(self) -> None:
        theme = theme_now()
        document = self.document()
        document.setDefaultFont(font(BODY))
        block = document.begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            size, above, below = HEADINGS.get(level, (BODY, 0, 8))
            cursor = QTextCursor(block)
            shape = QTextBlockFormat()
            proportional = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
            shape.setLineHeight(LINE if level == 0 else 120.0, proportional)
            shape.setTopMargin(above)
            shape.setBottomMargin(4 if block.textList() else below)
            cursor.mergeBlockFormat(shape)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            letters = QTextCharFormat()
            if level:
                letters.setFont(font(size, SEMI_BOLD))
                letters.setForeground(theme.color("ink"))
                cursor.mergeCharFormat(letters)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._set_table(frame)

    def _set_table(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setBorder(0)
        shape.setCellPadding(4)
        shape.setCellSpacing(0)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        shape.setBottomMargin(8)
        table.setFormat(shape)
        letters = QTextCharFormat()
        letters.setForeground(theme_now().color("ink3"))
        letters.setFont(font(12, REGULAR))
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            cursor = cell.firstCursorPosition()
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)

    def _mark(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        for word in self._words.split():
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(theme_now().color("accent_soft"))
                marks.append(mark)
                cursor = self.document().find(word, cursor, QTextDocument.FindFlag(0))
        self.setExtraSelections(marks)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        name = url.fileName().removesuffix(".md")
        if url.isRelative() and name in PAGES:
            self.page_wanted.emit(name)
