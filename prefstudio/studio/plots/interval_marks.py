"""The marks of utilities: 95 % line, 50 % bar, mean dot, and where the mean was before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.colour_map import colour_map
from prefstudio.studio.plots.hollow import broken
from prefstudio.studio.plots.intervals import HALF_REACH, REACH
from prefstudio.studio.theme import LIGHT, Theme

DOT, LINE, BAR, OUTLINE, TICK = 11.0, 2.0, 6.0, 1.75, 8.0  # pixels
BROKEN = 9.0  # pixels across, under which a broken outline would be a blur
SMALL = 6.0  # pixels across, under which a dot shows no colour of a map
CLOSE = 4.0  # pixels from item to item, under which lines would be a solid block
QUIET = 0.5  # strength of lines there
LEAST_MOVE = 1.5  # pixels a mean must have moved to be marked


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What is drawn, one entry a drawn item.

    Attributes
    ----------
    items
        Their positions.
    places, mean, sd
        Where each lies, and its utility.
    before
        The mean before the last answer; not a number where nothing is marked.
    is_hollow
        Never compared.
    is_asked, is_lit
        Asked now; chosen or pointed at.
    """

    items: Array
    places: Array
    mean: Array
    sd: Array
    before: Array
    is_hollow: Array
    is_asked: Array
    is_lit: Array


class IntervalMarks(pg.GraphicsObject):  # type: ignore[misc]
    """All items in one piece, drawn in pixels; values run across, or upwards when upright."""

    def __init__(self, *, is_upright: bool) -> None:
        super().__init__()
        self._is_upright = is_upright
        self._theme = LIGHT
        self._largest = 1.0
        self._view = QRectF()
        self.shown: Marks | None = None
        self.setZValue(10)

    def show_marks(self, marks: Marks, largest: float, view: QRectF, theme: Theme) -> None:
        """Draw marks; `largest` is the mean, without its sign, at the ends of the colour map."""
        if view != self._view:
            self.prepareGeometryChange()
        self.shown, self._view, self._theme, self._largest = marks, view, theme, largest
        self.update()

    @property
    def has_hollow(self) -> bool:
        """Whether an item is drawn that was never compared."""
        return self.shown is not None and bool(self.shown.is_hollow.any())

    @property
    def are_broken(self) -> bool:
        """Whether there is room for the broken outline of such an item."""
        return _size_of_dots(self._room(self.sceneTransform())) >= BROKEN

    @property
    def has_ticks(self) -> bool:
        """Whether a mean has moved so far that it is marked where it was."""
        return self.shown is not None and bool(self._are_far(self.sceneTransform()).any())

    def boundingRect(self) -> QRectF:
        return self._view

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self.shown is None:
            return
        to_pixels = painter.transform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = self._room(to_pixels)
        self._paint_lit(painter, to_pixels, room)
        self._paint_intervals(painter, to_pixels, room)
        self._paint_dots(painter, to_pixels, room)
        painter.restore()

    def _room(self, to_pixels: QTransform) -> float:
        """Pixels between two items."""
        unit = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        return unit.width() if self._is_upright else unit.height()

    def _pixels(self, values: Array, to_pixels: QTransform) -> Array:
        """Where values of the drawn items lie in pixels, shape (n_items, 2); all at once."""
        assert self.shown is not None
        x, y = (self.shown.places, values) if self._is_upright else (values, self.shown.places)
        across = to_pixels.m11() * x + to_pixels.m21() * y + to_pixels.dx()
        down = to_pixels.m12() * x + to_pixels.m22() * y + to_pixels.dy()
        return np.column_stack([across, down])

    def _are_far(self, to_pixels: QTransform) -> Array:
        """Which means have moved so far that it is marked; none of those with nothing before."""
        assert self.shown is not None
        mean, before = (self._pixels(at, to_pixels) for at in (self.shown.mean, self.shown.before))
        return np.asarray(np.abs(before - mean).max(axis=1, initial=0.0) >= LEAST_MOVE)

    def _is_hollow(self, place: int) -> bool:
        assert self.shown is not None
        return bool(self.shown.is_hollow[place])

    def _paint_lit(self, painter: QPainter, to_pixels: QTransform, room: float) -> None:
        assert self.shown is not None
        view = to_pixels.mapRect(self._view)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent_soft"))
        for x, y in self._pixels(self.shown.mean, to_pixels)[self.shown.is_lit].tolist():
            if self._is_upright:
                painter.drawRect(QRectF(x - room / 2, view.top(), room, view.height()))
            else:
                strip = QRectF(view.left(), y - room / 2, view.width(), room)
                painter.drawRoundedRect(strip, 4, 4)

    def _paint_intervals(self, painter: QPainter, to_pixels: QTransform, room: float) -> None:
        """All lines of one look in one call, which hundreds of items need."""
        assert self.shown is not None
        shown = self.shown
        for is_asked, role, strength in ((False, "data_mid", 0.55), (True, "accent", 0.45)):
            looks = _looks(room, strength, is_quiet=room < CLOSE and not is_asked)
            for reach, width, opacity in looks:
                pen = QPen(self._theme.color(role, opacity), width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                reached = reach * shown.sd
                ends = [self._pixels(shown.mean + way * reached, to_pixels) for way in (-1, 1)]
                drawn = np.hstack(ends)[shown.is_asked == is_asked]
                painter.drawLines([QLineF(*line) for line in drawn.tolist()])

    def _paint_dots(self, painter: QPainter, to_pixels: QTransform, room: float) -> None:
        """Every mean, above the tick of where it was before."""
        shown = self.shown
        assert shown is not None
        centres = self._pixels(shown.mean, to_pixels)
        before, far = self._pixels(shown.before, to_pixels), self._are_far(to_pixels)
        size = _size_of_dots(room)
        pens = {
            is_asked: QPen(self._theme.color(role), min(OUTLINE, size / 4))
            for is_asked, role in ((False, "data"), (True, "accent"))
        }
        fills = {
            False: self._theme.color("data"),
            True: self._theme.color("accent"),
            None: self._theme.color("surface"),
        }
        singly = np.ones(len(centres), dtype=bool)
        if size < SMALL:  # hundreds of like dots, in one call
            singly = shown.is_hollow | shown.is_asked
            for x, y in before[far & ~singly].tolist():
                self._paint_before(painter, QPointF(x, y), room)
            _paint_like_dots(painter, centres[~singly], pens[False], size)
        coloured = colour_map(self._theme.diverging)
        colours = coloured.colours(shown.mean, -self._largest, self._largest)
        places = np.flatnonzero(singly)
        each = zip(places.tolist(), centres[places].tolist(), strict=True)
        for place, (x, y) in each:
            is_asked, is_hollow = bool(shown.is_asked[place]), self._is_hollow(place)
            if far[place]:
                self._paint_before(painter, QPointF(*before[place].tolist()), room)
            pen = pens[is_asked]
            painter.setPen(broken(pen) if is_hollow and size >= BROKEN else pen)
            if is_hollow or size < SMALL:
                painter.setBrush(fills[None if is_hollow else is_asked])
            else:
                painter.setBrush(QColor(*colours[place].tolist()))
            painter.drawEllipse(QPointF(x, y), size / 2, size / 2)

    def _paint_before(self, painter: QPainter, at: QPointF, room: float) -> None:
        """A small tick across the line, where the mean was before the last answer."""
        reach = min(TICK, 0.42 * room)
        aside = QPointF(reach, 0.0) if self._is_upright else QPointF(0.0, reach)
        painter.setPen(QPen(self._theme.color("ink3"), 1.5))
        painter.drawLine(QLineF(at - aside, at + aside))


def _size_of_dots(room: float) -> float:
    return max(min(DOT, room - 1.0), 3.0)


def _looks(room: float, strength: float, *, is_quiet: bool) -> tuple[tuple[float, ...], ...]:
    """Reach, width and strength of the 95 % lines and of the 50 % bars.

    Where hundreds stand side by side they are hairlines, so that the means stand out.
    """
    if is_quiet:
        return (REACH, 0.45 * room, QUIET), (HALF_REACH, 0.6 * room, strength)
    return (REACH, min(LINE, 0.5 * room), 1.0), (HALF_REACH, min(BAR, 0.7 * room), strength)


def _paint_like_dots(painter: QPainter, centres: Array, outline: QPen, size: float) -> None:
    """Dots of one colour, as wide as an ellipse of some size is with its outline."""
    if not len(centres):  # pyqtgraph cannot make a polygon of nothing
        return
    pen = QPen(outline.color(), size + outline.widthF())
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(pg.functions.arrayToQPolygonF(centres[:, 0], centres[:, 1]))
