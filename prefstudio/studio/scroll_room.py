"""A place that scrolls where what it holds has less room than it needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ScrollRoom(QScrollArea):
    """Gives what it holds all its room, and scrolls only below the least size of that.

    A plain scroll area that resizes its widget would scroll already below the height that lines
    of text and pictures would like to have.

    Parameters
    ----------
    body : QWidget
        What it holds.
    least : QSize
        The room it needs itself; what it holds may need more.
    """

    def __init__(self, body: QWidget, least: QSize) -> None:
        super().__init__()
        self._body = body
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(least)
        self.setWidget(body)
        for each in (self.viewport(), body):  # the ground below it shows
            each.setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_done = super().eventFilter(watched, event)
        if event.type() is QEvent.Type.LayoutRequest and watched is self._body:
            self._fit()
        return is_done

    def _fit(self) -> None:
        """Make what it holds as large as the room, or as large as it must be."""
        body, room = self._body, self.maximumViewportSize()
        least = body.minimumSizeHint().expandedTo(body.minimumSize())
        if least.height() > room.height():
            room.setWidth(room.width() - self.verticalScrollBar().sizeHint().width())
        if least.width() > room.width():
            room.setHeight(room.height() - self.horizontalScrollBar().sizeHint().height())
        body.resize(room.expandedTo(least))
