"""What Baselines shows where there is no comparison of methods."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label
from prefstudio.study.baseline_words import TOO_FEW


class NoBaselines(Enum):
    """Why there is no comparison; a title and a sentence."""

    AWAITED = ("Comparing the methods…", "Each of them learns from the same answers.")
    TOO_FEW = ("Too few answers to compare", TOO_FEW)
    FAILED = ("The methods could not be compared", "With the next answer it is tried again.")

    @property
    def title(self) -> str:
        """What is the matter."""
        return self.value[0]

    @property
    def words(self) -> str:
        """What follows from it."""
        return self.value[1]


class BaselinesEmpty(QWidget):
    """An icon, a title and one sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", 13, SEMI_BOLD, wraps=True)
        self.words = label("", 13, tone=2, wraps=True)
        centre = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(IconLabel("scales", "ink3", 28), 0, centre)
        for text in (self.title, self.words):
            text.setAlignment(centre)
            column.addWidget(text)
        column.addStretch(1)
        self.say(NoBaselines.AWAITED)

    def say(self, reason: NoBaselines) -> None:
        """Say why there is nothing to compare."""
        self.title.setText(reason.title)
        self.words.setText(reason.words)
