"""The strip that says the studio does not show now: the past, or something only thought."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.widgets import label

FORK = "What if: nothing here is recorded"
RADIUS = 8
TWO_LINES = 96  # pixels that the words need in two lines
ACROSS, DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class HistoryStrip(QFrame):
    """Words and the way back, on the soft accent."""

    returned_to_now = Signal()
    keep_wanted = Signal()
    fork_left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", 12, MEDIUM, wraps=True)
        self.words.setMinimumWidth(TWO_LINES)
        self.return_button = _button("Return", "history_return", "Return to now")
        self.keep_button = _button("Keep as a copy…", "history_keep", "Keep as a copy")
        self.leave_button = _button("Leave", "history_leave", "Leave the what if")
        self._build()
        self.return_button.clicked.connect(self.returned_to_now)
        self.keep_button.clicked.connect(self.keep_wanted)
        self.leave_button.clicked.connect(self.fork_left)
        self.hide()

    def show_moment(self, n_answers: int, last: int, *, is_past: bool, is_fork: bool) -> None:
        """Say which moment is shown; at the present there is nothing to say."""
        self.setVisible(is_past or is_fork)
        # Beside it stands what was said then, or that it is before the first answer.
        back = f"Answer {n_answers:,} of {last:,}: looking back" if n_answers else "Looking back"
        self.words.setText(FORK if is_fork else back)
        self.return_button.setVisible(is_past and not is_fork)
        self.keep_button.setVisible(is_fork)
        self.leave_button.setVisible(is_fork)

    def forbid(self, reason: str) -> None:
        """Let no copy be kept, and say why."""
        self.keep_button.setEnabled(False)
        self.keep_button.setToolTip(reason)

    def set_tall(self, is_tall: bool) -> None:
        """Put the buttons below the words, or beside them."""
        self.words.setWordWrap(not is_tall)
        self._box.setDirection(DOWN if is_tall else ACROSS)
        self._box.setContentsMargins(10, 4 if is_tall else 2, 10 if is_tall else 2, 2)
        self._box.setSpacing(2 if is_tall else 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Highlight))
        painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.end()

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.return_button, self.keep_button, self.leave_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._box = QBoxLayout(ACROSS, self)
        self._box.addWidget(self.words, 1)
        self._box.addLayout(buttons)
        self.set_tall(False)


def _button(words: str, object_name: str, spoken: str) -> QPushButton:
    made = QPushButton(words)
    made.setObjectName(object_name)
    made.setAccessibleName(spoken)
    made.setFont(font(12, MEDIUM))
    return made
