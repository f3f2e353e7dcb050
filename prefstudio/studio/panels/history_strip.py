"""The strip that says the studio does not show now: the past, or something only thought."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.fonts import MEDIUM, font

FORK = ("What if: nothing here is recorded", "What if: not recorded", "What if")
BACK = "Looking back"
KEEP, KEEP_SHORT = "Keep as a copy…", "Keep…"
HEIGHT = 26  # pixels
RADIUS = 7


class HistoryStrip(QFrame):
    """One line of words and the way back, on the soft accent.

    Of the past it says which answer it is; beside a fork that stands by itself.
    """

    returned_to_now = Signal()
    keep_wanted = Signal()
    fork_left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_fork, self._place = False, ""
        self.words = ElidedLabel(12, MEDIUM)
        self.return_button = _button("Return", "history_return", "Return to now")
        self.keep_button = _button(KEEP, "history_keep", "Keep as a copy")
        self.leave_button = _button("Leave", "history_leave", "Leave the what if")
        self._build()
        self.return_button.clicked.connect(self.returned_to_now)
        self.keep_button.clicked.connect(self.keep_wanted)
        self.leave_button.clicked.connect(self.fork_left)
        self.hide()

    def show_moment(self, *, is_past: bool, is_fork: bool) -> None:
        """Say what is shown; at the present there is nothing to say."""
        self.setVisible(is_past or is_fork)
        self._is_fork = is_fork
        self._say()
        self.return_button.setVisible(is_past and not is_fork)
        self.keep_button.setVisible(is_fork)
        self.leave_button.setVisible(is_fork)

    def show_place(self, place: str) -> None:
        """Say which answer is looked at, such as "Answer 12 of 43"."""
        self._place = place
        self._say()

    @property
    def tells_place(self) -> bool:
        """Whether it is shown and says which answer is looked at."""
        return not self.isHidden() and not self._is_fork

    def set_wide(self, is_wide: bool) -> None:
        """Call its buttons by many words, or by few."""
        self.keep_button.setText(KEEP if is_wide else KEEP_SHORT)

    def forbid(self, reason: str) -> None:
        """Let no copy be kept, and say why."""
        self.keep_button.setEnabled(False)
        self.keep_button.setToolTip(reason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Highlight))
        painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.end()

    def _say(self) -> None:
        back = (f"{self._place}: {BACK.lower()}", self._place, BACK)
        said = FORK if self._is_fork else back if self._place else (BACK,)
        self.words.show_text(*said)
        least = FORK[-1] if self._is_fork else BACK
        self.words.setMinimumWidth(QFontMetrics(self.words.font()).horizontalAdvance(least) + 1)

    def _build(self) -> None:
        self.setFixedHeight(HEIGHT)
        self.words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 2, 2)
        row.setSpacing(6)
        row.addWidget(self.words, 1)
        for button in (self.return_button, self.keep_button, self.leave_button):
            row.addWidget(button)


def _button(words: str, object_name: str, spoken: str) -> QPushButton:
    made = QPushButton(words)
    made.setObjectName(object_name)
    made.setAccessibleName(spoken)
    made.setToolTip(spoken)
    made.setProperty("kind", "small")
    made.setFont(font(12, MEDIUM))
    return made
