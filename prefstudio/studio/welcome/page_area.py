"""A page that scrolls, and tells when the part of it in sight becomes larger or smaller."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea


class PageArea(QScrollArea):
    """Tells of its size, which a message above it changes as well as the window does."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()
