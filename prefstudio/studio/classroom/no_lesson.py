"""What stands in the place of a lesson when a study can have none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.icons import IconLabel, IconPushButton
from prefstudio.studio.widgets import label

TITLE = "No lesson for this study"
OPEN = "Open Six papers"
WIDTH = 560
CENTRE = Qt.AlignmentFlag.AlignHCenter


class NoLesson(QWidget):
    """An icon, a title, a sentence, and the study that the lesson was made for."""

    sample_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = label(TITLE, 20, SEMI_BOLD)
        self.words = label("", 15, tone=2, wraps=True)
        self.words.setAlignment(CENTRE)
        self.words.setFixedWidth(WIDTH)
        self.button = IconPushButton("chalkboard-teacher", OPEN, "primary")
        self.button.setObjectName("open_six_papers")
        self.button.setFont(font(15, SEMI_BOLD))
        self.button.setFixedHeight(40)
        self.button.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(IconLabel("chalkboard-teacher", "ink3", 28), 0, CENTRE)
        for widget in (self.title, self.words, self.button):
            column.addWidget(widget, 0, CENTRE)
        column.addStretch(1)

    def say(self, sentence: str) -> None:
        """Say why there is no lesson."""
        self.words.setText(sentence)
        self.words.setFixedHeight(self.words.heightForWidth(WIDTH))  # a centred one has one line

    def _on_clicked(self) -> None:
        self.sample_wanted.emit()
