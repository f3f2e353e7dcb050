"""Says that a bar of one part cannot be dragged, and leads to where parts are added."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.widgets import label

ONLY = "The only part, so there is nothing to drag."
ADD = "Add others…"


class OnlyPart(QWidget):
    """A short sentence and one button; hidden while there are several parts."""

    components_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = label(ONLY, 12, tone=3, wraps=True)
        self.button = QPushButton(ADD)
        self.button.setObjectName("add_parts")
        self.button.setAccessibleName("Add other parts in Components")
        self.button.setToolTip("Components: add features, links or individuality")
        self.button.setProperty("kind", "ghost")
        self.button.setFont(font(12, MEDIUM))
        self.button.setMinimumWidth(self.button.sizeHint().width() + 12)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(self._on_clicked)
        self.hide()

    def _on_clicked(self) -> None:
        self.components_wanted.emit()
