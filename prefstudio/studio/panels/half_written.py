"""Numbers that are half written: Esc takes them back, and leaves the keys where they are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QSpinBox


class NumberEdit(QLineEdit):
    """A field that tells when what is written in it shall not count."""

    taken_back = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.taken_back.emit()
        else:
            super().keyPressEvent(event)


def take_back(spin: QSpinBox | QDoubleSpinBox, event: QKeyEvent) -> bool:
    """Show the value of a field again where Esc was pressed in a half-written one.

    Returns
    -------
    bool
        Whether it was so; else the key means something else.
    """
    whole = f"{spin.prefix()}{spin.textFromValue(spin.value())}{spin.suffix()}"  # type: ignore[arg-type]
    if event.key() != Qt.Key.Key_Escape or spin.text() == whole:
        return False
    spin.setValue(spin.value())  # type: ignore[arg-type]
    return True
