"""Inputs in a panel that scrolls: whoever scrolls past them must not change them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
)

from prefstudio.studio.fonts import font
from prefstudio.studio.icons import icon, theme_now
from prefstudio.studio.panels.half_written import take_back

ARROW, ARROW_ROOM = 12, 24
HANDLE = 16  # pixels across, of every slider
RING, RADIUS = 2, 7  # of what has the focus


def bare(kind: str) -> str:
    """The style of a spin field without buttons, of the class called `kind`.

    Under a style sheet a field without buttons has no room for its text (Qt 6.11); so the
    buttons stay and take none.
    """
    return (
        f"{kind} {{ padding: 0; }}"
        f"{kind}::up-button, {kind}::down-button {{ width: 0; border: none; }}"
        f"{kind} QLineEdit {{ border: none; padding: 0; min-height: 0; background: none; }}"
    )


class RingedSlider(QSlider):
    """A slider from left to right, with a ring around it while it has the focus.

    A press beside the handle brings it there, and from there it is dragged: Qt would take it a
    page along the way, and leave whoever drags on with a press of its own.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # whoever drags it goes on answering by keys
        self._held_at = 0.0  # pixels from the middle of the handle

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.minimum() == self.maximum():
            event.ignore()
            return
        x = event.position().x()
        from_handle = x - self.x_at(self.value())
        self._held_at = from_handle if abs(from_handle) <= HANDLE / 2 else 0.0
        self.setSliderDown(True)
        self.setSliderPosition(self.value_at(x - self._held_at))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderPosition(self.value_at(event.position().x() - self._held_at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown() and event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def x_at(self, value: float) -> float:
        """Pixels from the left edge to the middle of the handle at a value."""
        span = max(self.maximum() - self.minimum(), 1)
        return HANDLE / 2 + (value - self.minimum()) / span * (self.width() - HANDLE)

    def value_at(self, x: float) -> int:
        """The value at which the middle of the handle would be nearest to a place."""
        room = self.width() - HANDLE
        place = round(x - HANDLE / 2)
        return QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme_now().color("accent"), RING))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)


class QuietSlider(RingedSlider):
    """A slider without the wheel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class QuietSpin(QSpinBox):
    """A spin field without the wheel."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not take_back(self, event):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class QuietChoice(QComboBox):
    """A choice without the wheel, as narrow as it must be.

    Parameters
    ----------
    name : str
        Its object name.
    words : str
        What is chosen, for those who hear it.
    """

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # no click or wheel takes the answer keys
        self.setFont(font(13))
        self.setFixedHeight(30)
        self.setMinimumContentsLength(4)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def offer(self, titles: Sequence[str], place: int) -> None:
        """Offer these, of which one is chosen; a list that is open stays unless they differ."""
        if tuple(titles) != tuple(self.itemText(each) for each in range(self.count())):
            self.hidePopup()
            self.clear()
            self.addItems(list(titles))
        self.setCurrentIndex(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.width() - ARROW_ROOM - 10
        right = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(option.currentText, right, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        place = QRect(self.width() - ARROW_ROOM, (self.height() - ARROW) // 2, ARROW, ARROW)
        role = "ink3" if self.isEnabled() else "control"
        icon("caret-down", theme_now(), role).paint(painter, place)
        painter.end()
