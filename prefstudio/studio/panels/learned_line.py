"""What the model last learned, to be read again."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.numbers_as_text import count_of
from prefstudio.studio.widgets import label
from prefstudio.study.learning_moments import LearnedLast


class LearnedLine(QWidget):
    """When that was and after how many answers, and the sentence; hidden while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.when = label("", 12, tone=3, wraps=True, lines_up=True)
        self.when.setObjectName("learned_when")
        self.sentence = label("", 12, tone=2, wraps=True)
        self.sentence.setObjectName("learned_sentence")
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.when)
        column.addWidget(self.sentence)
        self.hide()

    def show_last(self, last: LearnedLast | None) -> None:
        """Show what was found; None is nothing that is known."""
        self.setVisible(last is not None)
        if last is not None:
            after = count_of(last.n_answers, "answer")
            self.when.setText(f"Learned {in_local_time(last.at)} from {after}")
            self.sentence.setText(last.found)


def in_local_time(at: str) -> str:
    """A time of an event as the person's clock has it, such as "18 Nov 2026, 07:12"."""
    moment = QDateTime.fromString(at, Qt.DateFormat.ISODateWithMs).toLocalTime()
    return QLocale.c().toString(moment, "d MMM yyyy, HH:mm")
