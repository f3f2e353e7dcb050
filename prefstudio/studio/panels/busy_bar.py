"""A thin bar on top of a panel while its numbers are being computed."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from prefstudio.studio.icons import theme_now

HEIGHT = 2


class BusyBar(QWidget):
    """2 px of the accent along the upper edge of what it lies on; hidden at first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Computing")
        self.hide()

    def show_busy(self, is_busy: bool) -> None:
        """Lie on top, or go."""
        if is_busy == self.isHidden():  # told with every picture
            self.setVisible(is_busy)
            self.raise_()

    def fit(self, width: int) -> None:
        """Reach over the whole width."""
        self.setGeometry(0, 0, width, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme_now().color("accent"))
