"""What stands in the place of a pair when there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.fonts import MEDIUM, font

ASK_AGAIN = "Ask pairs again"
ASK_AGAIN_TIP = "From here on answered pairs may come once more, as Ask again in Plan says."


class CompareEmpty(EmptyPage):
    """Why there is no pair; where pairs may come once more, a button for that."""

    again_wanted = Signal()

    def __init__(self) -> None:
        self.again = QPushButton(ASK_AGAIN)
        super().__init__("arrows-left-right", button=self.again, title_pixels=16)
        self.again.setObjectName("ask_pairs_again")
        self.again.setAccessibleName(ASK_AGAIN)
        self.again.setToolTip(ASK_AGAIN_TIP)
        self.again.setFont(font(13, MEDIUM))
        self.again.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self.again.hide()
        self.again.clicked.connect(self.again_wanted)

    def say(self, title: str, words: str, *, offers_again: bool = False) -> None:
        """Say why there is no pair, and what to do; it may offer to ask answered ones again."""
        self.again.setVisible(offers_again)
        super().say(title, words)
