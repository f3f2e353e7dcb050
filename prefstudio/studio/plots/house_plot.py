"""A plot in the house's look: no frame, no spines, no ticks, quiet labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from prefstudio.studio.fonts import BOLD, font
from prefstudio.studio.numbers_as_text import MINUS
from prefstudio.studio.theme import LIGHT, Theme

LONGEST_KEY = 12
SIDES = 4  # pixels between a label and what lies beside it


COMES_BACK = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Why a plot may lose the focus only for a while."""


class HouseAxis(pg.AxisItem):  # type: ignore[misc]
    """Labels only, with figures that line up and a true minus."""

    def __init__(self, side: str, pixels: int = 11) -> None:
        super().__init__(side)
        self.setPen(pg.mkPen(None))
        self.setTickPen(pg.mkPen(None))
        self.setStyle(tickLength=0, tickTextOffset=8, tickAlpha=0)
        self.setStyle(tickFont=font(pixels, lines_up=True))
        # The label of the first item may reach a little over the end of its axis.
        self.setStyle(hideOverlappingLabels=False)

    def show_labels(self, ticks: list[tuple[float, str]], room_for: Sequence[str] = ()) -> None:
        """Show labels and take the room they need now; pyqtgraph would take it after painting.

        Parameters
        ----------
        ticks : list of tuple of float and str
            Places and their labels.
        room_for : sequence of str
            Labels that room is kept for besides.
        """
        self.setTicks([ticks])
        used, offset = self.style["tickFont"], self.style["tickTextOffset"]
        if self.orientation in ("left", "right"):
            labels = [*room_for, *(text for _, text in ticks)]
            self.setWidth(math.ceil(widest(labels, used)) + offset[0] - SIDES - 2)
        else:
            self.setHeight(math.ceil(QFontMetricsF(used).height()) + offset[1] + SIDES)

    def show_whole_labels(self, ticks: list[tuple[float, str]], end: float, unit: float) -> None:
        """Show labels but those that would be cut off at the right.

        Parameters
        ----------
        ticks : list of tuple of float and str
            Places and their labels.
        end : float
            Where the axis ends.
        unit : float
            How much of the axis a pixel is.
        """
        measure = QFontMetricsF(self.style["tickFont"])
        reaches = [at + unit * measure.horizontalAdvance(text) / 2.0 for at, text in ticks]
        whole = zip(ticks, reaches, strict=True)
        self.show_labels([tick for tick, reach in whole if reach <= end])

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [text.replace("-", MINUS) for text in super().tickStrings(values, scale, spacing)]


class HouseView(pg.ViewBox):  # type: ignore[misc]
    """The room in which a plot draws; another range holds at once.

    pyqtgraph would turn to it while it paints, which makes it paint everything once more.
    """

    def setRange(self, *asked: Any, **more: Any) -> None:
        super().setRange(*asked, **more)
        self.prepareForPaint()


class HousePlot(pg.PlotWidget):  # type: ignore[misc]
    """What all plots share; a plot draws what it is given and knows no model."""

    def __init__(self, name: str, sides: tuple[str, str]) -> None:
        axes = {side: HouseAxis(side) for side in sides}
        view = HouseView(enableMenu=False)
        super().__init__(axisItems=axes, viewBox=view, background=None, enableMenu=False)
        self.theme = LIGHT
        self.setAccessibleName(name)
        self.setProperty("kind", "plot")
        self.setFrameShape(QFrame.Shape.NoFrame)
        # A click must not take the answer keys away; the viewport passes its policy on, so first.
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMinimumSize(80, 80)
        for side in ("left", "bottom", "top", "right"):
            self.showAxis(side, side in sides)
        self.getPlotItem().setContentsMargins(0, 0, 0, 0)
        self._end_menus()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.theme = theme
        self.setBackground(theme.color("surface"))
        self._colour_axes(theme)
        self.redraw()

    def pen(self, role: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A pen of a role's colour; pyqtgraph counts its width in the screen's own pixels."""
        scaled = width * self.devicePixelRatioF()
        made: QPen = pg.mkPen(self.theme.color(role), width=scaled, style=style)
        return made

    def _end_menus(self) -> None:
        """Let pyqtgraph's own menus, which nobody opens, go with the plot.

        They belong to nobody and would be left to the garbage collection, which may come while Qt
        goes through all widgets.
        """
        item = self.getPlotItem()
        self.destroyed.connect(item.ctrlMenu.deleteLater)
        self.destroyed.connect(item.stateGroup.deleteLater)

    def owns(self, event: QKeyEvent) -> bool:
        """Whether a key is the plot's own while it has the focus, and no answer key."""
        return False

    def forget_pointed(self) -> None:
        """Point at nothing any more."""

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in COMES_BACK:
            self.forget_pointed()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if _is_of_window(event):
                event.ignore()
                return False
            if event.type() is QEvent.Type.ShortcutOverride and self.owns(event):
                event.accept()
                return True
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self.show_theme(self.theme)
        return bool(super().event(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the room inside the focus ring; pyqtgraph would fill that of the ring, too."""
        if not self.closed:
            room = QRectF(self.viewport().rect())
            pg.GraphicsView.setRange(self, room, padding=0, disableAutoPixel=False)

    def redraw(self) -> None:
        """Draw again what is shown, in the colours of the theme."""
        raise NotImplementedError

    def _colour_axes(self, theme: Theme) -> None:
        for side in ("left", "bottom", "top"):
            axis = self.getAxis(side)
            if axis.isVisible():
                axis.setTextPen(pg.mkPen(theme.color("ink3")))


class BadgeItem(pg.GraphicsObject):  # type: ignore[misc]
    """The A or B of an asked item, the same size at every zoom."""

    RADIUS = 8.0

    def __init__(self, letter: str, theme: Theme, offset: tuple[float, float]) -> None:
        super().__init__()
        self._letter, self._theme, self._centre = letter, theme, QPointF(*offset)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(40)

    @property
    def look(self) -> tuple[str, Theme]:
        """What it is drawn like, wherever it hangs."""
        return self._letter, self._theme

    def boundingRect(self) -> QRectF:
        return self._disc().adjusted(-2, -2, 2, 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("surface"), 1.5))
        painter.setBrush(self._theme.color("accent"))
        painter.drawEllipse(self._disc())
        painter.setPen(self._theme.color("on_accent"))
        painter.setFont(font(10, BOLD))
        painter.drawText(self._disc(), Qt.AlignmentFlag.AlignCenter, self._letter)

    def _disc(self) -> QRectF:
        radius = self.RADIUS
        corner = self._centre - QPointF(radius, radius)
        return QRectF(corner.x(), corner.y(), 2 * radius, 2 * radius)


def _is_of_window(event: QKeyEvent) -> bool:
    """Whether a key is the window's, whatever has the focus; Ctrl and Enter choose one more."""
    held = Qt.KeyboardModifier
    others = held.AltModifier | held.MetaModifier
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        others |= held.ControlModifier
    return bool(event.modifiers() & others)


def widest(labels: Sequence[str], used: QFont) -> float:
    """Pixels that the widest of some labels needs, with a little room around it."""
    measure = QFontMetricsF(used)
    return 2.0 * SIDES + max((measure.horizontalAdvance(label) for label in labels), default=0.0)


def step_that_fits(room: float, needed: float) -> int:
    """How many places one label must stand for, so that it does not touch the next.

    Parameters
    ----------
    room : float
        Pixels between two places.
    needed : float
        Pixels that a label needs.
    """
    return max(1, math.ceil(needed / max(room, 1e-6)))


def every(labels: Sequence[str], first: float, step: int) -> list[tuple[float, str]]:
    """Ticks one apart from `first` on, and of them the first and then each `step`-th."""
    end = len(labels) - step // 3  # nearer to the end a label would be cut off
    return [(first + place, labels[place]) for place in range(0, max(end, 1), step)]


def short(name: str, longest: int = LONGEST_KEY) -> str:
    """A name where there is little room, cut in its middle when it is long."""
    if len(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return f"{name[: longest - 1 - tail].rstrip()}…{name[len(name) - tail :].lstrip()}"
