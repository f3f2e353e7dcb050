"""The help window: pages at left, a field to search them, and one page to read."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.fonts import font
from prefstudio.studio.help.page_view import PageView
from prefstudio.studio.help.pages import FIRST, PAGES, found_in
from prefstudio.studio.search_field import SearchField
from prefstudio.studio.widgets import label

NAME = Qt.ItemDataRole.UserRole
SIDE, ROW = 248, 32


class HelpWindow(QDialog):
    """Reads the program's own pages only; Esc closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("help_window")
        self.setWindowTitle("PrefStudio help")
        self.setModal(False)
        self.resize(980, 700)
        self.field = SearchField()
        self.list = QListWidget()
        self.nothing = label("No page has all of these words.", 12, tone=3, wraps=True)
        self.view = PageView()
        self._build()
        self.field.textChanged.connect(self._on_text_changed)
        self.list.currentItemChanged.connect(self._on_item_changed)
        self.view.page_wanted.connect(self.show_page)
        QShortcut(QKeySequence.StandardKey.Find, self, self._find)
        self._fill("")

    def open_page(self, name: str) -> None:
        """Open the window at a page; one that there is none for opens the first."""
        self.field.clear()
        self.show_page(name if name in PAGES else FIRST)
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_page(self, name: str) -> None:
        """Show a page and mark it in the list."""
        for row in range(self.list.count()):
            if self.list.item(row).data(NAME) == name:
                self.list.setCurrentRow(row)
        if self.view.page != name:
            self.view.show_page(name, self.field.text())

    def _build(self) -> None:
        self.field.setPlaceholderText("Search")
        self.field.setAccessibleName("Search the help")
        self.list.setAccessibleName("Help pages")
        self.list.setFont(font(13))
        self.list.setProperty("kind", "pages")
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing.hide()
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(self.field)
        side.addWidget(self.nothing)
        side.addWidget(self.list, 1)
        self.field.setFixedWidth(SIDE)
        self.list.setFixedWidth(SIDE)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 12, 12, 12)
        row.setSpacing(12)
        row.addLayout(side)
        row.addWidget(self.view, 1)

    def _fill(self, words: str) -> None:
        shown = found_in(words)
        self.list.blockSignals(True)
        self.list.clear()
        for name in shown:
            item = QListWidgetItem(PAGES[name])
            item.setData(NAME, name)
            item.setSizeHint(QSize(0, ROW))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.nothing.setVisible(not shown)
        if shown:
            keeps = self.view.page in shown and not words
            self.list.setCurrentRow(shown.index(self.view.page) if keeps else 0)

    def _find(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_text_changed(self, text: str) -> None:
        self._fill(text)

    def _on_item_changed(self, now: QListWidgetItem | None) -> None:
        if now is not None:
            self.view.show_page(now.data(NAME), self.field.text())
