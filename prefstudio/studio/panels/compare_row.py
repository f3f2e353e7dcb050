"""A row whose widgets are equally wide, to the pixel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = 10


class EqualRow(QWidget):
    """Widgets side by side, each as wide and as high as the others.

    What does not divide evenly goes into the gaps. The order is the same in every script: A is
    left and B is right.

    Parameters
    ----------
    widgets : sequence of QWidget
        From left to right; hidden ones take no room.
    gap : int
        Least space between two, in px.
    """

    def __init__(
        self, widgets: Sequence[QWidget], gap: int = GAP, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self._gap = gap
        self._widgets = tuple(widgets)
        for widget in self._widgets:
            widget.setParent(self)

    def place(self) -> None:
        """Give every widget its place."""
        shown = self._shown
        if not shown:
            return
        each = max((self.width() - self._gap * (len(shown) - 1)) // len(shown), 0)
        apart = (self.width() - each) / (len(shown) - 1) if len(shown) > 1 else 0.0
        for number, widget in enumerate(shown):
            widget.setGeometry(round(number * apart), 0, each, self.height())

    def sizeHint(self) -> QSize:
        return self._size([widget.sizeHint() for widget in self._shown])

    def minimumSizeHint(self) -> QSize:
        return self._size([widget.minimumSizeHint() for widget in self._shown])

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self.place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    @property
    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _size(self, hints: list[QSize]) -> QSize:
        if not hints:
            return QSize(0, 0)
        width = max(hint.width() for hint in hints) * len(hints) + self._gap * (len(hints) - 1)
        return QSize(width, max(hint.height() for hint in hints))
