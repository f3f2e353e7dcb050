"""What a study is for: three choices, what each means, and what it would ask next."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.panels.next_pairs import NextPairButton, NextRow
from prefstudio.studio.panels.quiet_inputs import QuietSpin, bare
from prefstudio.studio.panels.settling import Settling
from prefstudio.studio.panels.stays_note import StaysNote
from prefstudio.studio.widgets import label
from prefstudio.study.purpose import FIRST_TOP, PURPOSES, TOP, purpose_of

INDENT = 24  # px of a sentence below its choice


class PurposeChoices(QWidget):
    """One choice a purpose, below it what it means and its next pair; a field for k at the top."""

    top_tried = Signal(float)  # while the field is stepped
    top_chosen = Signal(float)
    pair_chosen = Signal(object)  # tuple of int
    new_pair_wanted = Signal()
    purpose_chosen = Signal(float)  # its horizon; math.inf is the whole ranking

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QRadioButton] = {}
        self.sentences: dict[str, QLabel] = {}
        self.pairs: dict[str, NextPairButton] = {}
        self.stays: dict[str, StaysNote] = {}
        self.spin = QuietSpin()
        self._column = QVBoxLayout(self)
        self._group = QButtonGroup(self)
        self._settling = Settling(self)
        self._top = float(FIRST_TOP)
        self._stop: QRadioButton | None = None
        self._build()
        self._connect()
        self._say()

    @property
    def choice(self) -> str:
        """The key of the purpose that is shown."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        found: list[QWidget] = []
        for key, button in self.buttons.items():
            found += [button, *([self.spin] if key == TOP else [])]
            found += [self.pairs[key], self.stays[key].button]
        return found

    @property
    def horizon(self) -> float:
        """The horizon that is shown."""
        horizon = PURPOSES[self.choice].horizon
        return self._top if horizon is None else horizon

    def show_horizon(self, horizon: float, n_items: int) -> None:
        """Show what a study of so many items is for."""
        if self._settling.isActive():
            return
        purpose = purpose_of(horizon)
        if purpose.horizon is None:
            self._top = horizon
        self.spin.blockSignals(True)
        self.spin.setRange(2, max(n_items, math.ceil(self._top), 2))
        self.spin.setValue(round(self._top))
        self.spin.blockSignals(False)
        self.buttons[purpose.key].setChecked(True)
        self._say()

    def show_rows(
        self, rows: Sequence[NextRow], why_asked: str = "", *, offers: bool = True
    ) -> None:
        """Show what each would ask next; none while that is not known.

        Parameters
        ----------
        rows : sequence of NextRow
        why_asked : str
            To what the pair on screen owes its place, in a sentence; empty when nothing is said.
        offers : bool
            Whether a pair that waits is offered here.
        """
        for button in self.pairs.values():
            button.setVisible(bool(rows))
        waiting = {row.would_ask.key: row.waiting_pair for row in rows if offers}
        for key, note in self.stays.items():
            note.show_pair(waiting.get(key), why_asked)
        for row in rows:
            self.pairs[row.would_ask.key].show_row(row)

    def fit(self, room: int) -> None:
        """Say below each what it means where so many pixels hold that and all pairs.

        Elsewhere pairs come first, so that they can be seen side by side; what a purpose means is
        in its tooltip.
        """
        sentences = list(self.sentences.values())
        height = self._column.totalHeightForWidth(self.width())
        if sentences[0].isHidden():
            height += sum(each.heightForWidth(self.width()) for each in sentences)
        for each in sentences:
            each.setVisible(height <= room)

    def forbid(self, reason: str) -> None:
        """Take no choice from here on, and say why."""
        for pair in self.pairs.values():
            pair.forbid(reason)
        for note in self.stays.values():
            note.forbid()
        for widget in (self.spin, *self.buttons.values()):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self._build_spin()
        column = self._column
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for key in PURPOSES:
            column.addLayout(self._build_head(key))
            sentence = self.sentences[key] = label("", 12, tone=2, wraps=True)
            sentence.setContentsMargins(INDENT, 0, 0, 4)
            sentence.setObjectName(f"purpose_{key}_sentence")
            pair = self.pairs[key] = NextPairButton(f"next_pair_{key}", has_title=False)
            pair.hide()
            column.addWidget(sentence)
            column.addWidget(pair)
            self.stays[key] = StaysNote(key)
            column.addWidget(self.stays[key])
            column.addSpacing(4)
        next(iter(self.buttons.values())).setChecked(True)

    def _build_head(self, key: str) -> QHBoxLayout:
        button = self.buttons[key] = QRadioButton()
        button.setObjectName(f"purpose_{key}")
        button.setFont(font(13, SEMI_BOLD))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self._group.addButton(button)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(button)
        if key == TOP:
            head.addWidget(self.spin)
        head.addStretch(1)
        return head

    def _build_spin(self) -> None:
        self.spin.setObjectName("top_k")
        self.spin.setAccessibleName("How many leading places matter")
        self.spin.setToolTip("How many leading places matter")
        self.spin.setFont(font(13, lines_up=True))
        self.spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.spin.setKeyboardTracking(False)
        self.spin.setFixedSize(46, 28)
        self.spin.setStyleSheet(bare("QSpinBox") + "QSpinBox { min-height: 26px; }")

    def _connect(self) -> None:
        self._group.buttonClicked.connect(self._on_clicked)
        self.spin.valueChanged.connect(self._on_stepped)
        self._settling.settled.connect(self._settle)
        for key, pair in self.pairs.items():
            pair.pair_chosen.connect(self.pair_chosen)
            self.stays[key].new_pair_wanted.connect(self.new_pair_wanted)

    def _on_clicked(self) -> None:
        self._settling.stop()
        if self.choice == TOP:
            self._top = float(self.spin.value())
        self._say()
        self.purpose_chosen.emit(self.horizon)

    def _on_stepped(self, k: int) -> None:
        self._top = float(k)
        self._say()
        self._settling.start()
        self.top_tried.emit(self.horizon)

    def _settle(self) -> None:
        self.top_chosen.emit(self.horizon)

    def _say(self) -> None:
        for key, purpose in PURPOSES.items():
            words = purpose.called(self._top)
            self.buttons[key].setText(f"{words[:1].upper()}{words[1:]}")
            self.buttons[key].setAccessibleName(f"This study is for {words}")
            self.sentences[key].setText(purpose.in_short(self._top))
            self.sentences[key].setToolTip(purpose.sentences(self._top))
            self.buttons[key].setAccessibleDescription(purpose.sentences(self._top))
            if self.buttons[key].isEnabled():
                self.buttons[key].setToolTip(purpose.sentences(self._top))
        self.spin.setVisible(self.choice == TOP)
        self._move_stop()

    def _move_stop(self) -> None:
        """Let Tab stop at the choice alone, as arrows go to the others; Qt forgets to move it."""
        chosen = self.buttons[self.choice]
        if any(button.hasFocus() for button in self.buttons.values()):
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        if chosen.focusPolicy() is Qt.FocusPolicy.TabFocus and self._stop is chosen:
            return
        self._stop = chosen
        for button in self.buttons.values():
            takes = Qt.FocusPolicy.TabFocus if button is chosen else Qt.FocusPolicy.NoFocus
            button.setFocusPolicy(takes)
