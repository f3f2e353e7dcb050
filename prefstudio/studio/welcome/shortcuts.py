"""Where one can go straight to from the welcome page."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.welcome.recent_list import GAP, ROW
from prefstudio.studio.widgets import label

SHORTCUTS = (
    ("teach", "chalkboard-teacher", "Teach with it", "six panels, one step at a time"),
    ("new_study", "table", "Start from a table", "CSV, GraphML, LETOR, choix"),
    ("help", "question", "Read how it works", "what the pictures say, and what not"),
)


class Shortcuts(QWidget):
    """A button for each, with a line that says what is there."""

    wanted = Signal(str)  # name of an action

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: dict[str, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(label("Or go straight to", 15, SEMI_BOLD))
        for name, icon, words, line in SHORTCUTS:
            self._buttons[name] = button = _button(icon, words, line)
            button.setObjectName(f"go_{name}")
            button.clicked.connect(self._on_clicked)
            column.addWidget(button)
        column.addStretch(1)

    def _on_clicked(self) -> None:
        for name, button in self._buttons.items():
            if button is self.sender():
                self.wanted.emit(name)


def _button(icon: str, words: str, line: str) -> QPushButton:
    button = QPushButton()
    button.setProperty("kind", "recent")
    button.setAccessibleName(words)
    button.setFixedHeight(ROW)
    row = QHBoxLayout(button)
    row.setContentsMargins(8, 2, 8, 2)
    row.setSpacing(12)
    row.addWidget(IconLabel(icon, "accent", 18))
    texts = QVBoxLayout()
    texts.setSpacing(0)
    texts.addWidget(label(words, 13, SEMI_BOLD))
    texts.addWidget(label(line, 12, tone=3))
    row.addLayout(texts, 1)
    return button
