"""What History shows before anything was said."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label

TITLE = "No answers yet"
WORDS = "After the first one you can look back from here, flip or remove an answer, or try one."


class HistoryEmpty(QWidget):
    """An icon, a title and one sentence."""

    def __init__(self) -> None:
        super().__init__()
        words = label(WORDS, 12, tone=2, wraps=True)
        centre = Qt.AlignmentFlag.AlignHCenter
        words.setAlignment(centre | Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 0)
        column.setSpacing(6)
        column.addStretch(1)
        column.addWidget(IconLabel("clock-counter-clockwise", "ink3", 28), 0, centre)
        column.addWidget(label(TITLE, 13, SEMI_BOLD), 0, centre)
        column.addWidget(words)
        column.addStretch(1)
