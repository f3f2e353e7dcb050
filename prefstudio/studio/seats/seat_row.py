"""One seat: its pair as two buttons below what they stand for, and what was said there."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QWidget

from prefstudio.studio.fonts import MEDIUM
from prefstudio.studio.panels.answer_button import KeyButton
from prefstudio.studio.panels.compare_row import EqualRow
from prefstudio.studio.seats.seat_things import SeatThings
from prefstudio.studio.widgets import label
from prefstudio.study.comparisons import Outcome
from prefstudio.study.items import Item
from prefstudio.study.seats import Seat

CLOSED = "This pair is not asked any more: answered elsewhere, or an item was set aside."
CHOSEN = "✓"
SEAT_WIDTH, SKIP_WIDTH, GAP = 52, 66, 8


@dataclass(frozen=True, slots=True)
class SeatSaying:
    """What somebody said at a seat."""

    trial_id: str
    outcome: Outcome


class SeatRow(QWidget):
    """Shows one pair and tells what was said to it.

    Parameters
    ----------
    number : int
        Which seat it is, from 1.
    seat : Seat
        Its pair.
    items : tuple of Item
        A and B.
    tie_label : str
        What no preference is called; empty where the study allows none.
    """

    said = Signal(object)  # SeatSaying

    def __init__(self, number: int, seat: Seat, items: tuple[Item, Item], tie_label: str) -> None:
        super().__init__()
        self._trial_id = seat.trial.trial_id
        self.number = label(f"Seat {number}", 12, MEDIUM, tone=2)
        self.buttons = {
            Outcome.A: _button(items[0].name, f"seat_{number}_a"),
            Outcome.TIE: _button(tie_label, f"seat_{number}_tie"),
            Outcome.B: _button(items[1].name, f"seat_{number}_b"),
        }
        self.skip = KeyButton("Skip", "", "ghost")
        self.skip.setObjectName(f"seat_{number}_skip")
        self.things = SeatThings(items, GAP, has_tie=bool(tie_label))
        self._group = QButtonGroup(self)
        self._words = {Outcome.A: items[0].name, Outcome.TIE: tie_label, Outcome.B: items[1].name}
        self._tips = {Outcome.A: items[0].text, Outcome.TIE: "", Outcome.B: items[1].text}
        self._spoken = _spoken(number, self._words)
        self._build(has_tie=bool(tie_label))
        self._connect()

    @property
    def stops(self) -> list[KeyButton]:
        """Where the Tab key stops, left to right."""
        return [*(each for each in self.buttons.values() if not each.isHidden()), self.skip]

    def show_seat(self, seat: Seat, closed_reason: str) -> None:
        """Show whether it may be answered, and what was said; a reason closes it."""
        outcome = None if seat.said is None else seat.said.outcome
        reason = closed_reason or ("" if seat.is_open or outcome else CLOSED)
        for kind, button in self.buttons.items():
            button.setEnabled(seat.is_open and not reason)
            _mark(button, self._words[kind], is_chosen=kind is outcome)
            button.setAccessibleName(self._spoken[kind])
            button.setToolTip(reason or self._tips[kind])
        self.skip.setEnabled(seat.is_open and not reason)
        self.skip.say("Skipped" if outcome is Outcome.SKIP else "Skip")
        self.skip.setAccessibleName(f"{self.skip.words}, {self.number.text().lower()}")
        self.skip.setToolTip(reason)

    def _build(self, *, has_tie: bool) -> None:
        self.number.setFixedWidth(SEAT_WIDTH)
        self.skip.setFixedWidth(SKIP_WIDTH)  # of "Skipped", so that nothing jumps
        self.buttons[Outcome.TIE].setVisible(has_tie)
        answers = EqualRow(list(self.buttons.values()), GAP)
        answers.place()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.things, 0, 1)
        grid.addWidget(self.number, 1, 0)
        grid.addWidget(answers, 1, 1)
        grid.addWidget(self.skip, 1, 2)

    def _connect(self) -> None:
        for place, button in enumerate((*self.buttons.values(), self.skip)):
            self._group.addButton(button, place)
        self._group.idClicked.connect(self._on_clicked)

    def _on_clicked(self, place: int) -> None:
        outcome = (*self.buttons, Outcome.SKIP)[place]
        self.said.emit(SeatSaying(self._trial_id, outcome))


def _spoken(number: int, words: dict[Outcome, str]) -> dict[Outcome, str]:
    """What the buttons are called for those who hear them."""
    first, tie, second = words[Outcome.A], words[Outcome.TIE], words[Outcome.B]
    return {
        Outcome.A: f"Seat {number}: {first} is better than {second}",
        Outcome.TIE: f"Seat {number}: {tie or 'no preference'}",
        Outcome.B: f"Seat {number}: {second} is better than {first}",
    }


def _button(words: str, name: str) -> KeyButton:
    made = KeyButton(words, "", "answer")
    made.setObjectName(name)
    made.setAutoDefault(False)
    return made


def _mark(button: KeyButton, words: str, *, is_chosen: bool) -> None:
    """Let a button look chosen, by a sign as well as by its colour."""
    button.say(f"{CHOSEN} {words}" if is_chosen else words)
    if bool(button.property("chosen")) != is_chosen:
        button.setProperty("chosen", is_chosen)
        button.style().unpolish(button)
        button.style().polish(button)
