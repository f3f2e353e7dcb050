"""The marks of utilities: 95 % line, 50 % bar, mean dot, and where the mean was before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.intervals import HALF_REACH, REACH
from prefstudio.studio.theme import LIGHT, Theme

DOT, LINE, BAR, OUTLINE, TICK = 11.0, 2.0, 6.0, 1.75, 8.0  # pixels
SMALL = 6.0  # pixels across, under which a dot shows no colour of a map
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
        self._colours: list[QColor] = []
        self._view = QRectF()
        self.shown: Marks | None = None
        self.setZValue(10)

    def show_marks(self, marks: Marks, largest: float, view: QRectF, theme: Theme) -> None:
        """Draw marks; `largest` is the mean, without its sign, at the ends of the colour map."""
        if view != self._view:
            self.prepareGeometryChange()
        self.shown, self._view, self._theme = marks, view, theme
        colours = ColourMap(theme.diverging).colours(marks.mean, -largest, largest)
        self._colours = [QColor(*colour) for colour in colours.tolist()]
        self.update()

    def color_of(self, item: int) -> QColor:
        """The fill of an item's dot."""
        assert self.shown is not None
        place = int(np.flatnonzero(self.shown.items == item)[0])
        return self._theme.color("surface") if self._is_hollow(place) else self._colours[place]

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
        for place in range(len(self.shown.items)):
            self._paint_dot(painter, to_pixels, room, place)
        painter.restore()

    def _room(self, to_pixels: QTransform) -> float:
        """Pixels between two items."""
        unit = to_pixels.mapRect(QRectF(0, 0, 1, 1))
        return unit.width() if self._is_upright else unit.height()

    def _point(self, value: float, place: float) -> QPointF:
        return QPointF(place, value) if self._is_upright else QPointF(value, place)

    def _is_hollow(self, place: int) -> bool:
        assert self.shown is not None
        return bool(self.shown.is_hollow[place])

    def _paint_lit(self, painter: QPainter, to_pixels: QTransform, room: float) -> None:
        assert self.shown is not None
        view = to_pixels.mapRect(self._view)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent_soft"))
        for place in np.flatnonzero(self.shown.is_lit).tolist():
            at = to_pixels.map(self._point(0.0, float(self.shown.places[place])))
            if self._is_upright:
                painter.drawRect(QRectF(at.x() - room / 2, view.top(), room, view.height()))
            else:
                strip = QRectF(view.left(), at.y() - room / 2, view.width(), room)
                painter.drawRoundedRect(strip, 4, 4)

    def _paint_intervals(self, painter: QPainter, to_pixels: QTransform, room: float) -> None:
        """All lines of one look in one call, which hundreds of items need."""
        assert self.shown is not None
        for is_asked, role, strength in ((False, "data_mid", 0.55), (True, "accent", 0.45)):
            places = np.flatnonzero(self.shown.is_asked == is_asked).tolist()
            looks = (
                (REACH, min(LINE, 0.5 * room), 1.0),
                (HALF_REACH, min(BAR, 0.7 * room), strength),
            )
            for reach, width, opacity in looks:
                pen = QPen(self._theme.color(role, opacity), width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLines([self._line(to_pixels, place, reach) for place in places])

    def _line(self, to_pixels: QTransform, place: int, reach: float) -> QLineF:
        shown = self.shown
        assert shown is not None
        mean, sd, at = (float(each[place]) for each in (shown.mean, shown.sd, shown.places))
        ends = self._point(mean - reach * sd, at), self._point(mean + reach * sd, at)
        return to_pixels.map(QLineF(*ends))

    def _paint_dot(self, painter: QPainter, to_pixels: QTransform, room: float, place: int) -> None:
        shown = self.shown
        assert shown is not None
        at = float(shown.places[place])
        centre = to_pixels.map(self._point(float(shown.mean[place]), at))
        self._paint_before(painter, to_pixels, room, place, centre)
        size = max(min(DOT, room - 1.0), 3.0)
        role = "accent" if shown.is_asked[place] else "data"
        painter.setPen(QPen(self._theme.color(role), min(OUTLINE, size / 4)))
        painter.setBrush(self._fill(place, size, role))
        painter.drawEllipse(centre, size / 2, size / 2)

    def _fill(self, place: int, size: float, role: str) -> QColor:
        if self._is_hollow(place):
            return self._theme.color("surface")
        return self._theme.color(role) if size < SMALL else self._colours[place]

    def _paint_before(
        self, painter: QPainter, to_pixels: QTransform, room: float, place: int, centre: QPointF
    ) -> None:
        """A small tick across the line, where the mean was before the last answer."""
        assert self.shown is not None
        before = float(self.shown.before[place])
        if np.isnan(before):
            return
        at = to_pixels.map(self._point(before, float(self.shown.places[place])))
        moved = at - centre
        if max(abs(moved.x()), abs(moved.y())) < LEAST_MOVE:
            return
        reach = min(TICK, 0.42 * room)
        aside = QPointF(reach, 0.0) if self._is_upright else QPointF(0.0, reach)
        painter.setPen(QPen(self._theme.color("ink3"), 1.5))
        painter.drawLine(QLineF(at - aside, at + aside))
