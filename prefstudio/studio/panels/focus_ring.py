"""A ring around a whole panel whose body has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class FocusRing(QFrame):
    """2 px of the accent around a panel, while its body has the focus that Tab brought there.

    Else there is none: Compare has the focus most of the time, and the ring would say nothing.

    Parameters
    ----------
    panel : QWidget
        What it lies on and reaches around.
    """

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self.setProperty("kind", "focus_ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        panel.installEventFilter(self)

    def attend(self, body: QWidget) -> None:
        """Show when a body has the focus."""
        body.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent():
            if isinstance(event, QResizeEvent):
                self.resize(event.size())
        elif event.type() is QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.setVisible(event.reason() in BY_TAB)
            self.raise_()
        elif event.type() is QEvent.Type.FocusOut:
            self.hide()
        return super().eventFilter(watched, event)
