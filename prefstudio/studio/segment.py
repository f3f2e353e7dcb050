"""A few choices side by side, of which one holds."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, font


class Segment(QFrame):
    """Buttons on one track, 28 px high.

    Parameters
    ----------
    name : str
        What is chosen, for those who hear it.
    choices : mapping of str to str
        Words by their key, from left to right; the first is chosen.
    """

    chosen = Signal(str)  # the key, when a person chose it

    def __init__(
        self, name: str, choices: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segment")
        self.setAccessibleName(name)
        self._keys = tuple(choices)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)  # what is clicked is as high as the track
        row.setSpacing(0)
        for place, (key, words) in enumerate(choices.items()):
            button = QPushButton(words)
            button.setCheckable(True)
            # A click must not take the answer keys away.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("kind", "segment")
            button.setFont(font(12, MEDIUM))
            button.setAccessibleName(f"{name}: {words}")
            button.setObjectName(f"{name.lower().replace(' ', '_')}_{key}")
            self._group.addButton(button, place)
            self.buttons[key] = button
            row.addWidget(button)
        self.setFixedHeight(28)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self._on_clicked)

    @property
    def choice(self) -> str:
        """The key of what holds."""
        return self._keys[self._group.checkedId()]

    def choose(self, key: str) -> None:
        """Show that `key` holds; nobody is told."""
        self.buttons[key].setChecked(True)

    def _on_clicked(self, place: int) -> None:
        # The ring goes along with the choice, but does not come from elsewhere.
        if any(button.hasFocus() for button in self.buttons.values()):
            self._group.button(place).setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen.emit(self._keys[place])
