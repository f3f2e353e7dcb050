"""The buttons that answer: three large ones, or seven for how much better."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.panels.answer_button import KeyButton
from prefstudio.studio.panels.compare_row import EqualRow
from prefstudio.studio.widgets import label
from prefstudio.study.comparisons import Outcome
from prefstudio.study.settings import ResponseSettings

THREE: dict[str, tuple[Outcome, str, str]] = {
    "answer_a": (Outcome.A, "A is better", "←"),
    "answer_tie": (Outcome.TIE, "No preference", "↓"),
    "answer_b": (Outcome.B, "B is better", "→"),
}
"""Outcome, words and key of every button, from left to right."""

SEVEN: dict[str, tuple[int, str]] = {
    "strength_a3": (3, "A is much better"),
    "strength_a2": (2, "A is better"),
    "strength_a1": (1, "A is slightly better"),
    "strength_0": (0, "No preference"),
    "strength_b1": (-1, "B is slightly better"),
    "strength_b2": (-2, "B is better"),
    "strength_b3": (-3, "B is much better"),
}
"""Strength and words of every button, from left to right; above 0 A is better."""

MUCH_A, MUCH_B = "A much better", "B much better"


def outcome_of(strength: int) -> Outcome:
    """Who is better, given by how much."""
    if strength == 0:
        return Outcome.TIE
    return Outcome.A if strength > 0 else Outcome.B


def spoken_place(words: str, number: int) -> str:
    """What a button of seven is called, so that nobody takes it for one of three."""
    return f"{words}, {number + 1} of 7"


class AnswerButtons(QWidget):
    """What may be answered; one of the two rows is shown."""

    clicked = Signal(object)  # (Outcome, strength or None)

    def __init__(self) -> None:
        super().__init__()
        self.three = {
            name: KeyButton(words, key, "answer") for name, (_, words, key) in THREE.items()
        }
        self.seven = {
            name: KeyButton(f"{abs(strength)}", "", "") for name, (strength, _) in SEVEN.items()
        }
        self._three_group, self._seven_group = QButtonGroup(self), QButtonGroup(self)
        self._middle = label("", 11, tone=3)
        self._has_seven = False
        self._three_page = EqualRow(list(self.three.values()), 8)
        self._seven_page = self._build_seven()
        self._build()
        self._three_group.idClicked.connect(self._on_three)
        self._seven_group.idClicked.connect(self._on_seven)

    @property
    def has_seven(self) -> bool:
        """Whether one says by how much."""
        return self._has_seven

    @property
    def shown(self) -> Mapping[str, KeyButton]:
        """The buttons that may be pressed, by object name."""
        buttons = self.seven if self.has_seven else self.three
        return {name: each for name, each in buttons.items() if not each.isHidden()}

    def button_for(self, key: str) -> KeyButton | None:
        """The button that a key presses, by what the key does; None when there is none."""
        name = f"answer_{key}"
        if self.has_seven and key.startswith("place_"):
            name = list(self.seven)[int(key.removeprefix("place_"))]
        elif self.has_seven:
            name = {"a": "strength_a2", "b": "strength_b2"}.get(key, "strength_0")
        return self.shown.get(name)

    def show_response(self, response: ResponseSettings) -> None:
        """Offer what a study lets one answer."""
        self._has_seven = response.scale == "strength7"
        self._three_page.setVisible(not self._has_seven)
        self._seven_page.setVisible(self._has_seven)
        self.three["answer_tie"].setVisible(response.tie)
        self.three["answer_tie"].say(response.tie_label)
        self._middle.setText(response.tie_label)
        self.seven["strength_0"].setAccessibleName(spoken_place(response.tie_label, 3))
        self.seven["strength_0"].setToolTip(response.tie_label)
        self._three_page.place()

    def _build(self) -> None:
        for number, (name, button) in enumerate(self.three.items()):
            button.setObjectName(name)
            self._three_group.addButton(button, number)
        for number, (name, button) in enumerate(self.seven.items()):
            button.setObjectName(name)
            button.setAccessibleName(spoken_place(SEVEN[name][1], number))
            button.setToolTip(SEVEN[name][1])
            self._seven_group.addButton(button, number)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._three_page)
        column.addWidget(self._seven_page)

    def _build_seven(self) -> QWidget:
        page = QWidget()
        page.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for button in self.seven.values():
            button.centre()
        column.addWidget(EqualRow(list(self.seven.values()), 6))
        ends = QHBoxLayout()
        ends.addWidget(label(MUCH_A, 11, tone=3))
        ends.addStretch(1)
        ends.addWidget(self._middle)
        ends.addStretch(1)
        ends.addWidget(label(MUCH_B, 11, tone=3))
        column.addLayout(ends)
        return page

    def _on_three(self, place: int) -> None:
        outcome, _, _ = list(THREE.values())[place]
        self.clicked.emit((outcome, None))

    def _on_seven(self, place: int) -> None:
        strength, _ = list(SEVEN.values())[place]
        self.clicked.emit((outcome_of(strength), strength))
