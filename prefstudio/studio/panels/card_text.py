"""The text of an item: eight lines, then it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QScrollArea

from prefstudio.studio.widgets import label

MOST_LINES = 8
LONGEST = 1 << 20


class CardText(QScrollArea):
    """A text that scrolls by wheel, touch or its bar; it takes no keys."""

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", 13, tone=2, wraps=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setProperty("kind", "plain")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self.words)

    def show_text(self, text: str) -> None:
        """Show another text, from its beginning."""
        self.words.setText(text)
        self.verticalScrollBar().setValue(0)

    @property
    def line_height(self) -> int:
        """How high one line is."""
        return QFontMetrics(self.words.font()).lineSpacing()

    def wanted_height(self, width: int, most_lines: int = MOST_LINES) -> int:
        """How high it is at a width, up to some lines."""
        if not self.words.text():
            return 0
        whole = wrapped_height(self.words.text(), self.words.font(), width)
        return min(whole, most_lines * self.line_height)

    def take(self, width: int, height: int) -> None:
        """Take a height; a bar stands there only when there are more lines."""
        is_whole = self.wanted_height(width, LONGEST) <= height
        # By itself Qt keeps a bar for the lines that only the bar makes necessary.
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if is_whole else policy.ScrollBarAlwaysOn
        )
        self.setFixedHeight(height)


def wrapped_height(text: str, font: QFont, width: int) -> int:
    """How high a text is that wraps at a width; a label would not go below its present height."""
    room = QRect(0, 0, max(width, 1), 1 << 20)
    return QFontMetrics(font).boundingRect(room, int(Qt.TextFlag.TextWordWrap), text).height()
