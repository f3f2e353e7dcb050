"""The line that says one may stop; whoever wants to goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label


class StopLine(QWidget):
    """A tick and a sentence; there only while a stop rule is reached."""

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", 12, wraps=True)
        self.words.setObjectName("may_stop")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(9)
        row.addWidget(IconLabel("check-circle", "good"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1)
        self.hide()

    def say(self, words: str) -> None:
        """Say that one may stop, and why; nothing takes the line away."""
        self.words.setText(words)
        self.words.setAccessibleName(words)
        self.setVisible(bool(words))
