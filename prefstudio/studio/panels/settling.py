"""When what keys and arrows move has come to rest, and counts."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

SETTLED_AFTER = 500  # ms without a key before what the keys moved is chosen


class Settling(QTimer):
    """Runs out once nothing has moved for a moment; each start begins the moment anew.

    Whoever moves something by mouse says himself when it rests: it is stopped meanwhile.
    """

    settled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(SETTLED_AFTER)
        self.timeout.connect(self.settled)

    def hurry(self) -> None:
        """Wait no longer, if something moved just now: what comes next builds upon it."""
        if self.isActive():
            self.stop()
            self.settled.emit()
