"""What stands in the place of a pair when there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label

ASK_AGAIN = "Ask pairs again"
ASK_AGAIN_TIP = "From here on answered pairs may come once more, as Ask again in Plan says."


class EmptyPage(QWidget):
    """An icon, a title and a sentence; where pairs may come once more, a button for that."""

    again_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.icon = IconLabel("arrows-left-right", "ink3", 28)
        self.title = label("", 16, SEMI_BOLD, wraps=True)
        self.words = label("", 13, tone=2, wraps=True)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for text in (self.title, self.words):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(text)
        self.again = QPushButton(ASK_AGAIN)
        self.again.setObjectName("ask_pairs_again")
        self.again.setAccessibleName(ASK_AGAIN)
        self.again.setToolTip(ASK_AGAIN_TIP)
        self.again.setFont(font(13, MEDIUM))
        self.again.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self.again.hide()
        self.again.clicked.connect(self.again_wanted)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def say(self, title: str, words: str, *, offers_again: bool = False) -> None:
        """Say why there is no pair, and what to do; it may offer to ask answered ones again."""
        self.again.setVisible(offers_again)
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
