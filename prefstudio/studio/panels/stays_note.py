"""Says that the pair on screen stays although another would be asked, and offers that one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.widgets import label

STAYS = "The pair on screen was chosen before these numbers. It stays until it is answered."
STAYS_TOO = "It stays until it is answered."
ASK_NOW = "Ask the new pair now"


class StaysNote(QWidget):
    """A sentence or two and one button; hidden while the pair on screen is the one to be asked.

    Parameters
    ----------
    name : str
        Where it stands, for its object name.
    """

    new_pair_wanted = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._is_forbidden = False
        self.button = QPushButton(ASK_NOW)
        self.button.setObjectName(f"ask_now_{name}")
        self.button.setAccessibleName(f"{ASK_NOW}, by {name}")
        self.button.setFont(font(12, MEDIUM))
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 2, 0, 4)
        row.setSpacing(8)
        self.words = label(STAYS, 12, tone=2, wraps=True)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(self.new_pair_wanted)
        self.hide()

    def show_pair(self, pair: tuple[int, int] | None, why_asked: str = "") -> None:
        """Offer a pair that would be asked in the place of the one on screen; None is none.

        Parameters
        ----------
        pair : tuple of int or None
        why_asked : str
            To what the one on screen owes its place, in a sentence; empty when nothing is said.
        """
        self.words.setText(f"{why_asked} {STAYS_TOO}" if why_asked else STAYS)
        self.setVisible(pair is not None and not self._is_forbidden)

    def forbid(self) -> None:
        """Offer nothing from here on."""
        self._is_forbidden = True
        self.hide()
