"""A figure of the plan: a small field that tells what was chosen once it has come to rest."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox

from prefstudio.studio.fonts import font
from prefstudio.studio.panels.half_written import take_back
from prefstudio.studio.panels.quiet_inputs import bare
from prefstudio.studio.panels.settling import Settling


@dataclass(frozen=True, slots=True)
class FieldKind:
    """What a field takes.

    Attributes
    ----------
    name
        Its object name.
    words
        What it is, for those who hear it and as its tooltip.
    unit
        A share is written in per cent; what is written, divided by this, is the value.
    """

    name: str
    words: str
    low: float
    high: float
    decimals: int = 0
    step: float = 1.0
    suffix: str = ""
    unit: float = 1.0


class PlanField(QDoubleSpinBox):
    """A number without the wheel; keys and arrows may go on for a moment before it counts."""

    chosen = Signal(object)  # float, or int where it has no decimals

    def __init__(self, kind: FieldKind) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # else the wheel takes the answer keys
        self._kind = kind
        self._is_turned = False
        self._settling = Settling(self)
        self._build()
        self._settling.settled.connect(self._settle)
        self.valueChanged.connect(self._on_turned)
        self.editingFinished.connect(self._settle)

    def show_number(self, number: float) -> None:
        """Show a value; what a person turns stays as it is."""
        if self._is_turned:
            return
        self.blockSignals(True)
        self.setValue(number * self._kind.unit)
        self.blockSignals(False)

    @property
    def number(self) -> float:
        """The value that is shown."""
        value = self.value() / self._kind.unit
        is_whole = self._kind.decimals == 0 and self._kind.unit == 1.0
        return round(value) if is_whole else value

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not take_back(self, event):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _build(self) -> None:
        kind = self._kind
        self.setObjectName(kind.name)
        self.setAccessibleName(kind.words)
        self.setToolTip(kind.words)
        self.setFont(font(13, lines_up=True))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setDecimals(kind.decimals)
        self.setRange(kind.low, kind.high)
        self.setSingleStep(kind.step)
        self.setSuffix(kind.suffix)
        self.setKeyboardTracking(False)
        self.setFixedSize(68, 30)
        self.setStyleSheet(bare("QDoubleSpinBox"))

    def _on_turned(self) -> None:
        self._is_turned = True
        self._settling.start()

    def _settle(self) -> None:
        self._settling.stop()
        if self._is_turned:
            self._is_turned = False
            self.chosen.emit(self.number)
