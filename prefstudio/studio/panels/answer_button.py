"""A button with words at its left and its key at its right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD
from prefstudio.studio.widgets import key_cap, label, set_tone

FLASH_MS = 120


class KeyButton(QPushButton):
    """A button that shows the key that does the same.

    Parameters
    ----------
    words : str
        What pressing it says or does.
    key : str
        The key as it stands on the keyboard.
    kind : str
        "answer" for the large ones, "ghost" for those without a frame.
    """

    def __init__(self, words: str, key: str, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setAccessibleName(words)
        is_answer = kind == "answer"
        self._words = label(words, 13, SEMI_BOLD if is_answer else MEDIUM)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(14 if is_answer else 8, 0, 12 if is_answer else 6, 0)
        row.setSpacing(8)
        row.addWidget(self._words)
        row.addStretch(1)
        row.addWidget(key_cap(key))
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedHeight(46 if is_answer else 30)
        across = QSizePolicy.Policy.Expanding if is_answer else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(FLASH_MS)
        self._flash.timeout.connect(self._on_flash_ended)

    def sizeHint(self) -> QSize:
        return QSize(self._row.sizeHint().width(), self.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            set_tone(self._words, "1" if self.isEnabled() else "3")

    def press(self) -> None:
        """Do what a click does, and look pressed for a moment."""
        if not self.isEnabled():
            return
        self.click()
        self.setDown(True)
        self._flash.start()

    def _on_flash_ended(self) -> None:
        self.setDown(False)
