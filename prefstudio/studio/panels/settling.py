"""When what keys and arrows move has come to rest, and counts."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

SETTLED_AFTER = 500  # ms without a key before what the keys moved is chosen


class Settling(QTimer):
    """Runs out once nothing has moved for a moment; each start begins the moment anew.

    Whoever moves something by mouse says himself when it rests: it is stopped meanwhile.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(SETTLED_AFTER)

    def settle(self) -> None:
        """Run out at once, if something moved a moment ago."""
        if self.isActive():
            self.stop()
            self.timeout.emit()


def settle_in(panels: Iterable[QWidget]) -> None:
    """Let count at once what is still being written in panels or was turned a moment ago."""
    focused = QApplication.focusWidget()
    for panel in panels:
        if focused is not None and panel.isAncestorOf(focused):
            focused.clearFocus()  # what is written counts once the keys go elsewhere
        for settling in panel.findChildren(Settling):
            settling.settle()
