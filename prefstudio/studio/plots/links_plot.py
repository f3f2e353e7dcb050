"""The picture of the links under hands: pointing, choosing, zooming, drawing and removing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from prefstudio.studio.plots.link_edits import (
    ALREADY,
    NOT_LINKED,
    SHARED,
    TWO,
    LinkDrawn,
    LinkErased,
    rows_between,
)
from prefstudio.studio.plots.links_picture import item_at, item_beside, segment_at
from prefstudio.studio.plots.links_strokes import ends_of, visible_rows
from prefstudio.studio.plots.links_view import LinksView
from prefstudio.study.links import UNNAMED_RELATION

CLICK = 4  # pixels that a hand may move while it clicks
ZOOM = 0.8
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)

__all__ = ["LinkDrawn", "LinkErased", "LinksPlot"]


class LinksPlot(LinksView):
    """Tells which item is pointed at and chosen, and which links are drawn and removed."""

    item_pointed = Signal(object)  # int or None
    item_chosen = Signal(int)
    items_chosen = Signal(object)  # frozenset of int: the selection with one more or one less
    link_drawn = Signal(object)  # LinkDrawn
    link_removed = Signal(object)  # LinkErased
    refused = Signal(str)  # why nothing was drawn or removed
    edit_left = Signal()  # by the key that leads out of it

    def __init__(self) -> None:
        super().__init__()
        self.relation = UNNAMED_RELATION  # of the links that are drawn
        self.is_editing = False
        self._pressed_at: QPoint | None = None
        self._drawn_from: int | None = None
        self.viewport().setMouseTracking(True)

    def edit(self, is_editing: bool) -> None:
        """Let links be drawn and removed, or no longer."""
        self.is_editing = is_editing
        self._drop_rubber()
        # Only who edits needs the keys of the picture after a click.
        policy = Qt.FocusPolicy.StrongFocus if is_editing else Qt.FocusPolicy.TabFocus
        self.setFocusPolicy(policy)
        self.viewport().setCursor(
            Qt.CursorShape.CrossCursor if is_editing else Qt.CursorShape.ArrowCursor
        )

    def item_under(self, position: QPoint) -> int | None:
        """The item under a position of the widget, or None."""
        return item_at(self.picture, self._in_box(position))

    def link_under(self, position: QPoint) -> int | None:
        """The row of the link under a position of the widget, or None."""
        picture = self.picture
        if self.links is None or not len(picture.places):
            return None
        rows = visible_rows(self.links, self.hidden, self._shown(), len(picture.places))
        found = segment_at(ends_of(self.links, rows, picture.places), self._in_box(position))
        return None if found is None else int(rows[found])

    def position_of(self, item: int) -> QPoint:
        """The centre of an item in the widget."""
        place = QPointF(*self.picture.places[item].tolist())
        position: QPoint = self.mapFromScene(self.getViewBox().mapToScene(place))
        return position

    def draw_link(self, first: int, second: int) -> None:
        """Tell that a link is wanted, unless it is there."""
        if first == second:
            return
        relation = self.relation
        if any(self._relation_of(row) == relation for row in self._rows_between(first, second)):
            self.refused.emit(ALREADY)
        else:
            self.link_drawn.emit(LinkDrawn(first, second, relation))

    def remove_link(self, row: int) -> None:
        """Tell that a link is to go, unless it stands for something else."""
        links = self.links
        assert links is not None
        if links.is_shared[links.relation[row]]:
            self.refused.emit(SHARED)
            return
        ends = int(links.first[row]), int(links.second[row])
        self.link_removed.emit(LinkErased(*ends, self._relation_of(row)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint()
        item = self.item_under(self._pressed_at)
        is_left = event.button() is Qt.MouseButton.LeftButton
        if self.is_editing and is_left and item is not None:
            self._drawn_from = item
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        if self._drawn_from is not None:
            start = QPointF(*self.picture.places[self._drawn_from].tolist())
            self.rubber = (start, self._in_box(position))
            self.redraw()
        else:
            super().mouseMoveEvent(event)
        self._point_at(self.item_under(position))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        start, self._drawn_from = self._drawn_from, None
        self._drop_rubber()
        if start is None:
            super().mouseReleaseEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        item = self.item_under(position)
        if start is not None and item is not None and item != start:
            self.draw_link(start, item)
        elif self._is_click(position):
            self._click(item, position, self._extends(event.modifiers()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        self.fit()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def owns(self, event: QKeyEvent) -> bool:
        editing = (Qt.Key.Key_L, Qt.Key.Key_Escape, *REMOVE) if self.is_editing else ()
        return event.key() in (*ARROWS, *ENTER, Qt.Key.Key_Home, *editing)

    def forget_pointed(self) -> None:
        self._point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in ARROWS:
            self._move_cursor(ARROWS[Qt.Key(key)])
        elif key in ENTER and self.cursor is not None:
            self._choose(self.cursor, self._extends(event.modifiers()))
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self._zoom(ZOOM if key == Qt.Key.Key_Plus else 1 / ZOOM)
        elif self.is_editing and key == Qt.Key.Key_Escape:
            self.edit_left.emit()
        elif self.is_editing and key == Qt.Key.Key_L:
            self._draw_chosen()
        elif self.is_editing and key in REMOVE:
            self._remove_chosen()
        else:
            super().keyPressEvent(event)

    def _click(self, item: int | None, position: QPoint, extends: bool) -> None:
        if item is not None:
            self._choose(item, extends)
            return
        row = self.link_under(position) if self.is_editing else None
        if row is not None:
            self.remove_link(row)

    def _choose(self, item: int, extends: bool) -> None:
        if extends:
            self.items_chosen.emit(self.chosen ^ {item})
        else:
            self.item_chosen.emit(item)

    def _draw_chosen(self) -> None:
        pair = self._chosen_pair()
        if pair is None:
            self.refused.emit(TWO)
        else:
            self.draw_link(*pair)

    def _remove_chosen(self) -> None:
        pair = self._chosen_pair()
        rows = [] if pair is None else self._rows_between(*pair)
        if pair is None or not rows:
            self.refused.emit(TWO if pair is None else NOT_LINKED)
        for row in rows:
            self.remove_link(row)

    def _chosen_pair(self) -> tuple[int, int] | None:
        """The two chosen items; or the one that is chosen, and the one under the keys' cursor."""
        pair = sorted(self.chosen)
        if len(pair) == 1 and self.cursor is not None and self.cursor != pair[0]:
            pair.append(self.cursor)
        return (pair[0], pair[1]) if len(pair) == 2 else None

    def _rows_between(self, first: int, second: int) -> list[int]:
        return [] if self.links is None else rows_between(self.links, self.hidden, first, second)

    def _relation_of(self, row: int) -> str:
        assert self.links is not None
        return self.links.names[int(self.links.relation[row])]

    def _move_cursor(self, direction: tuple[int, int]) -> None:
        picture = self.picture
        if not len(picture.drawn):
            return
        if self.cursor is None:
            best = self.view.by_rank[:1].tolist() if self.view is not None else []
            item = best[0] if best else int(picture.drawn[0])
        else:
            item = item_beside(picture, self.cursor, direction)
        self._point_at(item)

    def _point_at(self, item: int | None) -> None:
        if item == self.cursor:
            return
        self.cursor = item
        self.item_pointed.emit(item)
        self.redraw()

    def _zoom(self, factor: float) -> None:
        self.getViewBox().scaleBy((factor, factor))
        self.is_fitted = False

    def _drop_rubber(self) -> None:
        if self.rubber is not None:
            self.rubber = None
            self.redraw()

    def _is_click(self, position: QPoint) -> bool:
        pressed, self._pressed_at = self._pressed_at, None
        return pressed is not None and (position - pressed).manhattanLength() <= CLICK

    def _in_box(self, position: QPoint) -> QPointF:
        place: QPointF = self.getViewBox().mapFromScene(self.mapToScene(position))
        return place

    @staticmethod
    def _extends(modifiers: Qt.KeyboardModifier) -> bool:
        return bool(
            modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        )
