"""The picture of the links on the screen: lines, plates, halos, discs, rings and badges."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from prefstudio.studio.fonts import BOLD, font
from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.links_ground import LinksGround
from prefstudio.studio.plots.links_leaders import SHORTEST, leader_of
from prefstudio.studio.plots.links_name_lines import name_font
from prefstudio.studio.plots.links_picture import (
    BADGE,
    LEAST_ASKED,
    LinksPicture,
    Name,
    Strokes,
    badge_at,
)
from prefstudio.studio.theme import LIGHT, Theme

PLATE = 0.85  # opacity of the paper under a name
CHOSEN_GAP = 3.0
HEAD = 7.0  # length of an arrow's head
LEADER_DOT = 1.75  # radius of the dot at the end of the line from a name to its disc


class LinksDrawing(pg.GraphicsObject):  # type: ignore[misc]
    """Paints a picture; its coordinates are the pixels of the view box it lies in."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = LinksPicture()
        self._theme: Theme = LIGHT
        self._area = QRectF(0, 0, 1, 1)
        self._fonts = {is_strong: name_font(is_strong) for is_strong in (False, True)}
        self._ground = LinksGround()
        self.setZValue(10)

    def show_picture(self, picture: LinksPicture, theme: Theme, area: QRectF) -> None:
        """Paint this next; the caller sees to it that the screen is painted."""
        if area != self._area:
            self.prepareGeometryChange()
        self.picture, self._theme, self._area = picture, theme, QRectF(area)

    def boundingRect(self) -> QRectF:
        return QRectF(self._area)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = self.picture
        # On paper, and where names go below discs, everything is drawn line by line.
        if widget is None or not picture.are_names_on_top:
            self._paint_ground(painter)
            self._paint_rubber(painter)
            self._paint_crowd(painter)
        else:
            self._ground.paint(painter, picture, self._theme, self._area, self._paint_all)
            self._paint_rubber(painter)
            self._paint_discs(painter, picture.raised)
            self._paint_names(painter, is_above=True)
        self._paint_marks(painter)
        # To the rings of the asked pair, not below them.
        for name in self._leading(are_asked=True):
            self._paint_leader(painter, name)

    def _leading(self, *, are_asked: bool) -> list[Name]:
        """Names with a line to their discs, those of the asked pair or the others."""
        picture, asked = self.picture, self.picture.asked or ()
        return [
            name
            for name in picture.names
            if (name.is_squeezed or picture.are_names_on_top) and (name.item in asked) is are_asked
        ]

    def _paint_ground(self, painter: QPainter) -> None:
        picture = self.picture
        if picture.density is not None:
            painter.drawImage(self._area, picture.density)
        for strokes in picture.strokes:
            self._paint_strokes(painter, strokes)

    def _paint_rubber(self, painter: QPainter) -> None:
        if self.picture.rubber is not None:
            painter.setPen(QPen(self._theme.color("accent"), 2.0, Qt.PenStyle.DashLine))
            painter.drawLine(*self.picture.rubber)

    def _paint_crowd(self, painter: QPainter) -> None:
        """Discs and names; over discs only names above them can be read."""
        self._paint_names(painter, is_above=False)
        self._paint_items(painter)
        self._paint_names(painter, is_above=True)

    def _paint_all(self, painter: QPainter) -> None:
        """All that stays as it is whichever pair is asked."""
        self._paint_ground(painter)
        self._paint_halos(painter)
        self._paint_discs(painter, np.sort(self.picture.drawn))

    def _paint_items(self, painter: QPainter) -> None:
        self._paint_halos(painter)
        self._paint_discs(painter, self.picture.drawn)

    def _paint_names(self, painter: QPainter, *, is_above: bool) -> None:
        """Names that stand above the discs, each with a line to its own, or the others."""
        picture = self.picture
        names = [
            name
            for name in picture.names
            if (name.is_squeezed or picture.are_names_on_top) is is_above
        ]
        for name in names:
            self._paint_name(painter, name)
        for name in self._leading(are_asked=False) if is_above else ():
            self._paint_leader(painter, name)

    def _paint_strokes(self, painter: QPainter, strokes: Strokes) -> None:
        ends = strokes.ends
        if not len(ends):
            return
        painter.setPen(strokes.pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = ends.reshape(-1, 2)
        painter.drawPath(pg.arrayToQPath(points[:, 0], points[:, 1], connect="pairs"))
        if strokes.has_heads:
            self._paint_heads(painter, strokes)

    @staticmethod
    def _paint_heads(painter: QPainter, strokes: Strokes) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(strokes.pen.color())
        along = strokes.ends[:, 2:] - strokes.ends[:, :2]
        along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
        across = along[:, ::-1] * (-0.45 * HEAD, 0.45 * HEAD)
        tip = strokes.ends[:, 2:]
        corners = np.stack([tip, tip - HEAD * along + across, tip - HEAD * along - across], axis=1)
        for three in corners.tolist():
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in three]))

    def _paint_halos(self, painter: QPainter) -> None:
        picture = self.picture
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent", picture.halo_opacity))
        for item in picture.drawn[picture.halos[picture.drawn] > 0.0]:
            painter.drawEllipse(self._disc(int(item), picture.halos[item]))

    def _paint_discs(self, painter: QPainter, drawn: NDArray[np.intp]) -> None:
        picture = self.picture
        places, sizes = picture.places[drawn].tolist(), picture.sizes[drawn].tolist()
        colours = picture.colours[drawn].tolist()
        painter.setPen(QPen(self._theme.color("data"), picture.outline))
        brush = QColor()
        for (x, y), size, (red, green, blue, _) in zip(places, sizes, colours, strict=True):
            brush.setRgb(red, green, blue)
            painter.setBrush(brush)
            painter.drawEllipse(QRectF(x - size / 2, y - size / 2, size, size))

    def _paint_name(self, painter: QPainter, name: Name) -> None:
        left, top, right, bottom = name.plate
        plate = QRectF(left, top, right - left, bottom - top)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("surface", PLATE))
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(self._theme.color("ink"))
        painter.setFont(self._fonts[name.is_strong])
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, name.text)

    def _paint_leader(self, painter: QPainter, name: Name) -> None:
        """Among a crowd a name stands near many discs: a line leads to the one it is of."""
        line, is_asked = leader_of(self.picture, name), name.item in (self.picture.asked or ())
        if is_asked and line.length() < SHORTEST:
            return
        painter.setPen(QPen(self._theme.color("ink"), 1.0))
        painter.drawLine(line)
        if is_asked:
            return  # it ends at a ring, which says enough
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("ink"))
        painter.drawEllipse(line.p2(), LEADER_DOT, LEADER_DOT)

    def _paint_marks(self, painter: QPainter) -> None:
        """Rings of chosen items, the dashed one of the keys' cursor, and the asked pair."""
        picture, accent = self.picture, self._theme.color("accent")
        for item in sorted(picture.chosen):
            self._paint_ring(painter, item, CHOSEN_GAP, QPen(accent, 2.0))
        if picture.cursor is not None:
            pen = QPen(self._theme.color("ink"), 1.5, Qt.PenStyle.DotLine)
            self._paint_ring(painter, picture.cursor, 2 * CHOSEN_GAP, pen)
        for letter, item in zip("AB", picture.asked or (), strict=False):
            self._paint_asked(painter, item, letter)

    def _paint_ring(self, painter: QPainter, item: int, gap: float, pen: QPen) -> None:
        size = float(self.picture.sizes[item]) + 2 * gap
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("surface"), pen.widthF() + 2.0))
        painter.drawEllipse(self._disc(item, size))
        painter.setPen(pen)
        painter.drawEllipse(self._disc(item, size))

    def _paint_asked(self, painter: QPainter, item: int, letter: str) -> None:
        picture, theme = self.picture, self._theme
        size = max(float(picture.sizes[item]), LEAST_ASKED)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("surface"))
        painter.drawEllipse(self._disc(item, size + 2 * asked_ring.HALO))
        painter.setPen(QPen(theme.color(asked_ring.ROLE), asked_ring.WIDTH))
        painter.setBrush(QColor(*picture.colours[item].tolist()))
        painter.drawEllipse(self._disc(item, size))
        x, y = badge_at(tuple(picture.places[item].tolist()), size)
        disc = QRectF(x - BADGE, y - BADGE, 2 * BADGE, 2 * BADGE)
        painter.setPen(QPen(theme.color("surface"), 1.5))
        painter.setBrush(theme.color(asked_ring.ROLE))
        painter.drawEllipse(disc)
        painter.setPen(theme.color("on_accent"))
        painter.setFont(font(10, BOLD))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, letter)

    def _disc(self, item: int, size: float) -> QRectF:
        x, y = self.picture.places[item].tolist()
        return QRectF(x - size / 2, y - size / 2, size, size)
