"""Links and discs painted once, and kept for as long as none of them moves or changes colour."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from prefstudio.studio.plots.links_picture import LinksPicture, Strokes
from prefstudio.studio.theme import LIGHT, Theme


class LinksGround:
    """What lies below the names and marks of a crowded picture.

    A thousand discs take as long to paint as all other panels together, and most of what happens,
    such as another pair that is asked, moves none of them.
    """

    def __init__(self) -> None:
        self._picture = LinksPicture()
        self._theme: Theme = LIGHT
        self._place = (QRectF(), QTransform(), 0.0)
        self._pixmap: QPixmap | None = None

    def paint(
        self,
        painter: QPainter,
        picture: LinksPicture,
        theme: Theme,
        area: QRectF,
        draw: Callable[[QPainter], None],
    ) -> None:
        """Paint what `draw` draws, from memory where nothing changed.

        Parameters
        ----------
        painter : QPainter
            Of the screen, in the coordinates of `area`.
        picture : LinksPicture
        theme : Theme
        area : QRectF
            What `draw` paints in.
        draw : callable
            Draws the picture's links and discs, and nothing else.
        """
        ratio = painter.device().devicePixelRatioF()
        place = (QRectF(area), painter.transform(), ratio)
        is_kept = self._pixmap is not None and place == self._place and theme == self._theme
        if not is_kept or not is_same_ground(picture, self._picture):
            self._pixmap = _painted(place, draw)
            self._picture, self._theme, self._place = picture, theme, place
        assert self._pixmap is not None
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(_frame(place).topLeft(), self._pixmap)
        painter.restore()


def is_same_ground(one: LinksPicture, other: LinksPicture) -> bool:
    """Whether two pictures differ in nothing but their names and marks."""
    if one.density is not None or other.density is not None:
        return False
    looks = [(each.halo_opacity, each.outline, len(each.strokes)) for each in (one, other)]
    if looks[0] != looks[1]:
        return False
    names = ("places", "sizes", "colours", "halos")
    pairs = [(getattr(one, name), getattr(other, name)) for name in names]
    pairs.append((np.sort(one.drawn), np.sort(other.drawn)))
    are_same = all(np.array_equal(mine, theirs) for mine, theirs in pairs)
    return are_same and all(map(_are_alike, one.strokes, other.strokes))


def _are_alike(one: Strokes, other: Strokes) -> bool:
    looks = [(each.pen, each.has_heads) for each in (one, other)]
    return looks[0] == looks[1] and np.array_equal(one.ends, other.ends)


def _frame(place: tuple[QRectF, QTransform, float]) -> QRectF:
    """The area on the screen, widened to whole pixels, so that nothing is blurred."""
    area, to_screen, ratio = place
    box = to_screen.mapRect(area)
    left, top = (math.floor(each * ratio) / ratio for each in (box.left(), box.top()))
    return QRectF(left, top, box.right() - left, box.bottom() - top)


def _painted(place: tuple[QRectF, QTransform, float], draw: Callable[[QPainter], None]) -> QPixmap:
    frame, (_, to_screen, ratio) = _frame(place), place
    wide, high = (max(math.ceil(each * ratio), 1) for each in (frame.width(), frame.height()))
    pixmap = QPixmap(wide, high)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(to_screen * QTransform.fromTranslate(-frame.left(), -frame.top()))
    draw(painter)
    painter.end()
    return pixmap
