"""Pointing into a matrix by mouse and keys; what is pointed at is a pair of items."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent

from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.plots.matrix_frame import SMALLEST_WINDOW, Cell, MatrixFrame
from prefstudio.studio.tips import show_tip

TIP_ABOVE = 70  # pixels from the top of a cell up to where Qt hangs its tooltip
SMALLEST_AIM = 5.0  # pixels of a cell under which a click enlarges instead of choosing
AIMED = 14.0  # pixels of a cell after that
NOTCH = 120  # what one step of a wheel counts
STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PointedMatrix(HousePlot):
    """A frame on a matrix that tells what was pointed at and chosen in it."""

    cell_pointed = Signal(object)  # Cell of positions, or None
    cell_chosen = Signal(object)  # Cell of positions
    cell_queued = Signal(object)  # Cell of positions, when Shift was held
    item_chosen = Signal(int)  # position, when its name was clicked
    frame_moved = Signal(object)  # MatrixFrame

    def __init__(self, name: str) -> None:
        super().__init__(name, ("left", "top"))
        self.frame = MatrixFrame.of(np.arange(0))
        self.pointed: Cell | None = None

    def has_values(self) -> bool:
        """Whether there is anything to point at."""
        raise NotImplementedError

    def show_pointed(self, pair: Cell | None) -> None:
        """Mark the cell that is pointed at."""
        raise NotImplementedError

    def cell_at(self, position: QPoint) -> Cell | None:
        """The items whose cell is under a position of the widget, or None."""
        place = self.getViewBox().mapSceneToView(self.mapToScene(position))
        row, column = math.floor(place.y()), math.floor(place.x())
        length = self.frame.length
        is_inside = 0 <= row < length and 0 <= column < length
        return self.frame.pair_at((row, column)) if is_inside and self.has_values() else None

    def position_of(self, pair: Cell) -> QPoint:
        """The centre of the cell of two shown items in the widget."""
        cell = self.frame.cell_of(pair)
        assert cell is not None, "not in the frame"
        position: QPoint = self.mapFromScene(
            self.getViewBox().mapViewToScene(QPointF(cell[1] + 0.5, cell[0] + 0.5))
        )
        return position

    def item_named_at(self, position: QPoint) -> int | None:
        """The item whose name beside the matrix is under a position, or None."""
        place = self.mapToScene(position)
        inside = self.getViewBox().mapSceneToView(place)
        for side, at, items in (
            ("left", inside.y(), self.frame.row_items),
            ("top", inside.x(), self.frame.column_items),
        ):
            is_beside = self.getAxis(side).sceneBoundingRect().contains(place)
            if is_beside and 0 <= at < len(items):
                return int(items[math.floor(at)])
        return None

    def cell_size(self) -> tuple[float, float]:
        """Width and height of a cell in pixels."""
        box = self.getViewBox()
        cell = box.mapViewToScene(QRectF(0, 0, 1, 1)).boundingRect()
        return cell.width(), cell.height()

    def can_be_aimed_at(self) -> bool:
        """Whether cells are large enough for a click to mean one of them."""
        length = self.frame.length
        return length <= SMALLEST_WINDOW or min(self.cell_size()) >= SMALLEST_AIM

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event.pos())
            return True
        return bool(super().viewportEvent(event))

    def _show_tip(self, position: QPoint) -> None:
        """Show the tooltip above the cell; below, it would cover what is read next."""
        pair = self.cell_at(position)
        if pair is None:
            show_tip(position, "", self.viewport())
            return
        top = self.position_of(pair).y() - self.cell_size()[1] / 2
        place = QPoint(position.x(), int(top) - TIP_ABOVE)
        show_tip(place, self.toolTip(), self.viewport())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        position = event.position().toPoint()
        self.point_at(self.cell_at(position))
        is_name = self.item_named_at(position) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_name else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.point_at(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        position = event.position().toPoint()
        pair, item = self.cell_at(position), self.item_named_at(position)
        if pair is not None and not self.can_be_aimed_at():
            self._enlarge(pair)
        elif pair is not None:
            self._choose(pair, event.modifiers())
        elif item is not None:
            self.item_chosen.emit(item)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel moves the window down or right."""
        turned = event.angleDelta()
        down, right = -round(turned.y() / NOTCH), -round(turned.x() / NOTCH)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            down, right = 0, down
        if self.frame.is_whole:
            event.ignore()
            return
        self._move(self.frame.moved(4 * down, 4 * right))
        event.accept()

    def owns(self, event: QKeyEvent) -> bool:
        is_way_out = event.key() == Qt.Key.Key_Escape and self.frame.is_zoomed
        return is_way_out or event.key() in (*STEPS, *PAGES, *ENTER)

    def forget_pointed(self) -> None:
        self.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS and self.has_values():
            self._step(*STEPS[key])
        elif key in PAGES and self.has_values():
            self._move(self.frame.moved(PAGES[key] * self.frame.length, 0))
        elif key in ENTER and self.pointed is not None:
            self._choose(self.pointed, event.modifiers())
        elif key is Qt.Key.Key_Escape and self.frame.is_zoomed:
            self._move(self.frame.zoomed_out())
        else:
            super().keyPressEvent(event)

    def _choose(self, pair: Cell, held: Qt.KeyboardModifier) -> None:
        is_for_later = bool(held & Qt.KeyboardModifier.ShiftModifier)
        (self.cell_queued if is_for_later else self.cell_chosen).emit(pair)

    def _step(self, down: int, right: int) -> None:
        """Point at the next cell; at the edge of the window the window comes along."""
        cell = None if self.pointed is None else self.frame.cell_of(self.pointed)
        if cell is None:
            self.point_at(self.frame.pair_at((0, 0)))
            return
        row, column, last = cell[0] + down, cell[1] + right, self.frame.length - 1
        if not (0 <= row <= last and 0 <= column <= last):
            self._move(self.frame.moved(down, right))
        inside = min(max(row, 0), last), min(max(column, 0), last)
        self.point_at(self.frame.pair_at(inside))

    def _enlarge(self, pair: Cell) -> None:
        """Show fewer cells around one, so that it can be aimed at."""
        box, ranks = self.getViewBox(), self.frame.ranks_of(pair)
        length = int(min(box.width(), box.height()) / AIMED)
        if ranks is not None:
            self._move(self.frame.centred_on(ranks, min(length, self.frame.length - 1)))

    def _move(self, frame: MatrixFrame) -> None:
        if (frame.rows, frame.columns) != (self.frame.rows, self.frame.columns):
            self.frame_moved.emit(frame)

    def point_at(self, pair: Cell | None) -> None:
        """Point at the cell of two items, or at none."""
        if pair == self.pointed:
            return
        self.pointed = pair
        self.show_pointed(pair)
        self.cell_pointed.emit(pair)
