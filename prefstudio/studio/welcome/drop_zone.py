"""Where a folder or a table may be dropped, or a study made or opened by a button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.icons import IconLabel, IconPushButton
from prefstudio.studio.widgets import label

CENTRE = Qt.AlignmentFlag.AlignHCenter

WORDS = "Drop a folder of sounds, pictures or texts,\nor a table of items"


class DropZone(QFrame):
    """Shows that a folder or a table may be dropped, which the whole window takes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "drop")
        self.new_button = IconPushButton("plus", "New study…", "primary")
        self.new_button.setObjectName("new_study")
        self.open_button = IconPushButton("folder-open", "Open…")
        self.open_button.setObjectName("open_study")
        self._build()

    def _build(self) -> None:
        words = label(WORDS, 13, tone=2)
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.new_button)
        buttons.addWidget(self.open_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(12)
        column.addWidget(IconLabel("upload-simple", "ink3", 28), 0, CENTRE)
        column.addWidget(words)
        column.addLayout(buttons)
