"""The border between two parts of a bar of shares."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from prefstudio.studio.icons import theme_now

HANDLE_WIDTH, HANDLE_HEIGHT, TARGET = 8, 18, 28


class ShareHandle(QSlider):
    """The border between two parts; its value is the part at its left in per cent.

    A slider to whoever reads the window aloud, with a look of its own.
    """

    def __init__(self, place: int, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.place = place
        self.setObjectName(f"share_handle_{place}")
        self.setSingleStep(1)
        self.setPageStep(10)
        self.setFixedSize(TARGET, TARGET)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # whoever drags it goes on answering by keys
        # The bar takes the mouse: where two handles meet it knows which one is meant.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0.0, 0.0, HANDLE_WIDTH, HANDLE_HEIGHT)
        box.moveCenter(QRectF(self.rect()).center())
        has_focus = self.hasFocus()
        painter.setPen(
            QPen(theme.color("accent" if has_focus else "control"), 2 if has_focus else 1)
        )
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # whoever scrolls past must not change the model
