"""A field for the words that something is searched by."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from prefstudio.studio.icons import icon, theme_now


class SearchField(QLineEdit):
    """A cross at its end empties it; Qt's own would be of another family of icons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clear_action = QAction("Clear", self)
        self.clear_action.setVisible(False)
        self.addAction(self.clear_action, QLineEdit.ActionPosition.TrailingPosition)
        self.clear_action.triggered.connect(self.clear)
        self.textChanged.connect(self._on_text_changed)
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._colour()

    def _on_text_changed(self, text: str) -> None:
        self.clear_action.setVisible(bool(text))

    def _colour(self) -> None:
        self.clear_action.setIcon(icon("x", theme_now()))
