"""The other keys below the answers, as caps that can be clicked, and why one has to wait."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.panels.answer_button import KeyButton
from prefstudio.studio.panels.card_facts import NamesLabel
from prefstudio.studio.widgets import label

HINT = 16
SWITCH = "Hear the other one, at the same moment."


class KeyCaps(QWidget):
    """Skip, Undo, and with sounds Switch and Play."""

    def __init__(self) -> None:
        super().__init__()
        self.skip = KeyButton("Skip", "S", "ghost")
        self.undo = KeyButton("Undo", "Ctrl Z", "ghost")
        self.switch = KeyButton("Switch", "↑", "ghost")
        self.play = KeyButton("Play", "Space", "ghost")
        self.hint = NamesLabel(label("", 12, tone=3))
        self.hint.setObjectName("hint")
        self.hint.setFixedHeight(HINT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.hint)
        row = QHBoxLayout()
        row.setContentsMargins(-5, 0, 0, 0)  # the first word stands where the cards begin
        row.setSpacing(4)
        for button, name in zip(
            self.buttons, ("answer_skip", "undo", "switch_sound", "play_sound"), strict=True
        ):
            button.setObjectName(name)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        self.skip.setToolTip("Say nothing about this pair; it is not asked again.")
        self.show_sounds(False)
        self.say_no_sound("")
        self.keep_room(False)

    @property
    def buttons(self) -> tuple[KeyButton, ...]:
        """All buttons from left to right."""
        return self.skip, self.undo, self.switch, self.play

    def show_sounds(self, has_sounds: bool) -> None:
        """Offer to switch and to play, or not."""
        self.switch.setVisible(has_sounds)
        self.play.setVisible(has_sounds)

    def say_no_sound(self, reason: str) -> None:
        """Say why neither can be pressed, or nothing."""
        self.switch.setToolTip(reason or SWITCH)
        self.play.setToolTip(reason)
        for button in (self.switch, self.play):
            button.setAccessibleDescription(reason)

    def keep_room(self, is_kept: bool) -> None:
        """Keep a line for the hint while there may be one, so that nothing jumps."""
        self.hint.setVisible(is_kept)

    def say(self, hint: str) -> None:
        """Say why the answers have to wait, or nothing."""
        self.hint.say(hint)
