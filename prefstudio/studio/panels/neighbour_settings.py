"""The semi-supervised step: whether nearest neighbours pull together, how many, and how hard."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.panels.named_row import NamedRow
from prefstudio.studio.panels.parameter_row import ParameterRow, Turn
from prefstudio.studio.panels.parameter_scale import Scale
from prefstudio.studio.panels.quiet_inputs import QuietSpin, bare
from prefstudio.studio.panels.settling import Settling
from prefstudio.studio.widgets import label
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_edits import with_neighbours
from prefstudio.study.component_words import ComponentsSheet
from prefstudio.study.setting_table import LARGEST_SCALE, SETTINGS
from prefstudio.study.settings import SemiSupervisedSettings

STRENGTH = "strength"
STRENGTH_SCALE = Scale(0.01, 100.0, True, 1e-6, LARGEST_SCALE)
WORDS = (
    "Every item is tied to those nearest to it by its features, and tied items are pulled "
    "together. An answer then follows the shape that all items make, also those never asked."
)
NEEDS = "Nearest neighbours need a component of features."


class NeighbourSettings(QWidget):
    """A switch, a number and a slider."""

    change_tried = Signal(object)  # SettingsChanged, while something moves
    change_chosen = Signal(object)  # SettingsChanged, when it has come to rest

    def __init__(self) -> None:
        super().__init__()
        self._sheet: ComponentsSheet | None = None
        self._is_forbidden = False
        self.switch = QCheckBox("Follow nearest neighbours")
        self.spin = QuietSpin()
        help = SETTINGS["model.semi_supervised.strength"].help
        self.strength_row = ParameterRow((STRENGTH, 0), "Strength", STRENGTH_SCALE, help)
        self._settling = Settling(self)
        self._build()
        self._connect()

    def show_sheet(self, sheet: ComponentsSheet) -> None:
        """Show the step as it is recorded; what a person holds stays as it is."""
        self._sheet = sheet
        step = sheet.neighbours
        self.switch.setChecked(step is not None)
        self.switch.setEnabled(sheet.has_features and not self._is_forbidden)
        self.switch.setToolTip("" if sheet.has_features else NEEDS)
        self._spin_line.setVisible(step is not None)
        self.strength_row.setVisible(step is not None)
        if step is None:
            return
        self.strength_row.show_value(step.strength)
        if not self._settling.isActive():
            self.spin.blockSignals(True)
            self.spin.setRange(1, max(sheet.model.n_items - 1, step.neighbours, 1))
            self.spin.setValue(step.neighbours)
            self.spin.blockSignals(False)

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self._is_forbidden = True
        self.strength_row.forbid(reason)
        for widget in (self.switch, self.spin):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self.switch.setObjectName("neighbours_switch")
        self.switch.setFont(font(13))
        self.spin.setObjectName("neighbours")
        self.spin.setAccessibleName("How many nearest items are linked")
        self.spin.setToolTip(SETTINGS["model.semi_supervised.neighbours"].help)
        self.spin.setFont(font(13, lines_up=True))
        self.spin.setKeyboardTracking(False)
        self.spin.setFixedWidth(58)
        self.spin.setStyleSheet(bare("QSpinBox"))
        self.spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._spin_line = NamedRow("How many", self.spin, fills=False)
        self.strength_row.show_narrow(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(5)
        column.addWidget(self.switch)
        column.addWidget(label(WORDS, 12, tone=2, wraps=True))
        column.addWidget(self._spin_line)
        column.addWidget(self.strength_row)
        column.addStretch(1)

    def _connect(self) -> None:
        self.switch.clicked.connect(self._on_switched)
        self.spin.valueChanged.connect(self._on_stepped)
        self._settling.settled.connect(self._on_settled)
        self.strength_row.tried.connect(self._on_tried)
        self.strength_row.chosen.connect(self._on_turned)

    def _change(self, **values: float) -> SettingsChanged:
        assert self._sheet is not None
        step = self._sheet.neighbours or SemiSupervisedSettings()
        return with_neighbours(self._sheet.model.settings, replace(step, **values))  # type: ignore[arg-type]

    def _on_switched(self, is_on: bool) -> None:
        if self._sheet is not None:
            step = SemiSupervisedSettings() if is_on else None
            self.change_chosen.emit(with_neighbours(self._sheet.model.settings, step))

    def _on_stepped(self, number: int) -> None:
        self._settling.start()
        self.change_tried.emit(self._change(neighbours=number))

    def _on_settled(self) -> None:
        self.change_chosen.emit(self._change(neighbours=self.spin.value()))

    def _on_tried(self, turn: Turn) -> None:
        self.change_tried.emit(self._change(strength=turn.value))

    def _on_turned(self, turn: Turn) -> None:
        self.change_chosen.emit(self._change(strength=turn.value))
