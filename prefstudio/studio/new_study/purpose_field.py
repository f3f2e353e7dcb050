"""What a new study is for, asked in plain words."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.panels.quiet_inputs import QuietChoice, QuietSpin
from prefstudio.studio.widgets import label
from prefstudio.study.purpose import FIRST_TOP, PURPOSES, TOP, guessed_horizon, purpose_of
from prefstudio.study.settings import StudySettings

SOUGHT = ("model.horizon", "model.criterion")


class PurposeField(QWidget):
    """Guesses the purpose, and lets a person say another; what the files say holds till then."""

    def __init__(self) -> None:
        super().__init__()
        self.choice = QuietChoice("new_study_purpose", "What the study is for")
        self.spin = QuietSpin()
        self.spin.setObjectName("new_study_top")
        self.spin.setAccessibleName("How many are sought")
        self.spin.setRange(2, FIRST_TOP)
        self.spin.setValue(FIRST_TOP)
        self.spin.setFixedSize(64, 30)
        self.sentence = label("", 12, tone=3, wraps=True)
        self.is_told = False  # by the files or by a person, and no guess
        self._is_said = False
        for purpose in PURPOSES.values():
            words = purpose.title.format(k="…")
            self.choice.addItem(f"{words[:1].upper()}{words[1:]}", purpose.key)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.choice, 1)
        row.addWidget(self.spin)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.sentence)
        self.choice.activated.connect(self._on_said)
        self.spin.valueChanged.connect(self._on_said)
        self._show()

    @property
    def horizon(self) -> float | None:
        """How many leading places matter; None where the files say so themselves."""
        if self.is_told and not self._is_said:
            return None
        horizon = PURPOSES[self.choice.currentData()].horizon
        return float(self.spin.value()) if horizon is None else horizon

    def show_found(self, settings: StudySettings, n_items: int) -> None:
        """Show what the files say, or else a guess; what a person said stays."""
        self.is_told = any(name in settings.lines for name in SOUGHT)
        horizon = settings.model.horizon if self.is_told else guessed_horizon(n_items)
        self.spin.blockSignals(True)
        self.spin.setMaximum(max(n_items, 2))
        if not self._is_said:
            purpose = purpose_of(horizon)
            self.choice.setCurrentIndex(list(PURPOSES).index(purpose.key))
            self.spin.setValue(math.ceil(horizon) if purpose.key == TOP else FIRST_TOP)
        self.spin.blockSignals(False)
        self._show()

    def _on_said(self) -> None:
        self._is_said = True
        self._show()

    def _show(self) -> None:
        purpose = PURPOSES[self.choice.currentData()]
        self.spin.setVisible(purpose.key == TOP)
        self.sentence.setText(purpose.sentences(self.spin.value()))
