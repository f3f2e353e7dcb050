"""The page before anything is chosen: drop something, or choose it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel, IconPushButton
from prefstudio.studio.new_study.source_card import BUTTONS
from prefstudio.studio.widgets import label

WORDS = "Drop a folder of sounds, pictures or texts, or a table of items"
READ = (
    "Tables: CSV, Excel, LETOR, LINQS. Links: CSV, GraphML, GML, JSON, Matrix Market. "
    "Answers: CSV, choix JSON, win matrix."
)


class StartPage(QWidget):
    """An empty state with the two buttons that bring files."""

    wanted = Signal(str)  # folder or files

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        zone = QFrame()
        zone.setProperty("kind", "drop")
        column = QVBoxLayout(zone)
        column.setSpacing(12)
        column.addStretch(1)
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(IconLabel("upload-simple", "ink3", 28), 0, middle)
        column.addWidget(label(WORDS, 16, SEMI_BOLD), 0, middle)
        column.addWidget(label(READ, 13, tone=2), 0, middle)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for name in ("folder", "files"):
            icon, words = BUTTONS[name]
            button = IconPushButton(icon, words)
            button.setObjectName(f"start_{name}")
            button.clicked.connect(self._on_clicked)
            self.buttons[name] = button
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(24, 0, 24, 0)
        outer.addWidget(zone)

    def _on_clicked(self) -> None:
        for name, button in self.buttons.items():
            if button is self.sender():
                self.wanted.emit(name)
