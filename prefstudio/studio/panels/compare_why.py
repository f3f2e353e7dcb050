"""The line that says why this pair is asked."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from prefstudio.studio.fonts import REGULAR, SEMI_BOLD, font
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label, set_tone

TOOLTIP = (
    "The current order is wrong: Φ(−|m| ÷ √v) of the difference of the two. This is about the true "
    "order; P(A ≻ B) is about what one answer will say, and answers have noise. Tied: their "
    "means are equal, so there is no order yet. Decides: they lie within one sd of each other, "
    "else the answer checks. Informs: its answer is expected to cut an item's variance by 1 % or "
    "more."
)
MISSED = "That key came before the next pair was there, so it was not taken."
NO_TIE = "This study does not offer “no preference”: say which is better, or skip."
NO_SOUND = "Nothing can be heard: the card of A says why."
MISSED_MS = 3000
LONGER_MS = 8000  # of what has to be read, not only noticed


class WhyLine(QWidget):
    """A bulb and up to two lines; the room is kept when there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.bulb = IconLabel("lightbulb", "accent")
        self.words = label("", 12, tone=2, wraps=True)
        self.words.setObjectName("why")
        self.words.setToolTip(TOOLTIP)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(9)
        self.sign = IconLabel("info", "warn")
        for icon in (self.bulb, self.sign):
            row.addWidget(icon, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1)
        self.setFixedHeight(34)
        self._usual, self._miss = "", ""
        self._missed = QTimer(self)
        self._missed.setSingleShot(True)
        self._missed.timeout.connect(self._write)
        self.say("")

    def say(self, words: str) -> None:
        """Say something, or nothing; after a key that was not taken, in a moment."""
        self._usual = words
        self._write()

    def tell_miss(self, words: str) -> None:
        """Say for some seconds why a key was not taken, such as `MISSED`."""
        self._miss = words
        self._missed.start(MISSED_MS if words == MISSED else LONGER_MS)
        self._write()

    def forget_miss(self) -> None:
        """Say the usual again."""
        self._missed.stop()
        self._write()

    def _write(self) -> None:
        is_miss = self._missed.isActive()
        words = self._miss if is_miss else self._usual
        self._stand_out(is_miss)
        self.words.setText(words)
        self.words.setAccessibleName(words)
        self.bulb.setVisible(bool(words) and not is_miss)
        self.sign.setVisible(is_miss)

    def _stand_out(self, stands_out: bool) -> None:
        """Write in full ink and bolder, or as usual."""
        set_tone(self.words, "1" if stands_out else "2")
        self.words.setFont(font(12, SEMI_BOLD if stands_out else REGULAR))
