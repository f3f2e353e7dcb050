"""What a screen reader says after an answer."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from prefstudio.study.comparisons import Outcome

try:
    from PySide6.QtGui import QAccessibleAnnouncementEvent
except ImportError:  # some builds of Qt have none
    QAccessibleAnnouncementEvent = None  # type: ignore[assignment, misc]


class Announcer(QObject):
    """Announces sentences on behalf of a widget."""

    def __init__(self, speaker: QWidget) -> None:
        super().__init__(speaker)
        self.announced = ""

    def announce(self, words: str) -> None:
        """Have a sentence spoken, where something speaks."""
        self.announced = words
        speaker = self.parent()
        if QAccessibleAnnouncementEvent is not None and speaker is not None:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(speaker, words))


def said_words(outcome: Outcome, number: int, better: str) -> str:
    """What was said of a pair, such as "Answer 44: Matrix better."."""
    return "Skipped." if outcome is Outcome.SKIP else f"Answer {number:,}: {better}."
