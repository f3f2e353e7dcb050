"""What stands in the place of a pair when there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label


class EmptyPage(QWidget):
    """An icon, a title and a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.icon = IconLabel("arrows-left-right", "ink3", 28)
        self.title = label("", 16, SEMI_BOLD, wraps=True)
        self.words = label("", 13, tone=2, wraps=True)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for text in (self.title, self.words):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(text)
        column.addStretch(1)

    def say(self, title: str, words: str) -> None:
        """Say why there is no pair, and what to do."""
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
