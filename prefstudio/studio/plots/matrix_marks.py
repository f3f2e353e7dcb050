"""Marks on the cells of a matrix: rings, corners and dots, drawn in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.matrix_frame import Cell
from prefstudio.studio.theme import Theme

CORNER = 9.0
DOT = 3.5
LOW_DOT, LOWEST = 3.0, 1.5  # the same below a figure in a low cell, and pixels under it there
LIFT = 1.0  # pixels that a figure in a low cell stands higher, for what may be below it
DOT_INSET = 4.0  # pixels from the edge of a cell to its dot
LEAST_DOT, DOT_SHARE = 2.0, 0.22  # pixels, and of a cell that is small: its colour is what counts
SMALLEST_RING = 11.0  # pixels across, around cells that are smaller
SMALLEST_SQUARE = 13.0  # pixels of a cell under which its ring is round, with a dot inside
INSIDE = 2.0  # pixels from the edge of a cell to its corner mark
HALO = 1.25  # pixels of paper around a corner mark
GAP = 1.0  # pixels from the edge of a cell to its marks, where its figure leaves so little room
SMALLEST_INSET = 16.0  # pixels of a cell whose corner mark fills its very corner
WHITE, BLACK = QColor("#FFFFFF"), QColor("#000000")
SOFT_WHITE, SOFT_BLACK = QColor(255, 255, 255, 210), QColor(0, 0, 0, 165)


@dataclass(frozen=True, slots=True, eq=False)
class MatrixMarks:
    """Which cells of a window are marked.

    Attributes
    ----------
    rings
        Asked now.
    corners
        The next largest.
    answered
        True where a pair was answered, in the shape of the window; None where nothing is known.
    """

    rings: tuple[Cell, ...] = ()
    corners: tuple[Cell, ...] = ()
    answered: NDArray[np.bool_] | None = None


def paint_ring(
    painter: QPainter,
    theme: Theme,
    to_pixels: QTransform,
    cell: Cell,
    role: str = asked_ring.ROLE,
    width: float = asked_ring.WIDTH,
) -> None:
    """Ring a cell, with a halo so that it is seen on every colour."""
    place = ring_around(to_pixels, cell)
    is_round = min(place.width(), place.height()) < SMALLEST_SQUARE and role == asked_ring.ROLE
    radius = place.height() / 2 if is_round else min(4.0, place.width() / 4)
    painter.setBrush(theme.color("surface") if is_round else Qt.BrushStyle.NoBrush)
    # Without a dot inside, which would say that the pair was answered.
    asked_ring.stroke_ring(painter, theme, place, radius, role, width)


def paint_corner(
    painter: QPainter, theme: Theme, place: QRectF, figure: QRectF | None = None
) -> None:
    """Mark the upper right corner of a cell, beside its figure where it has one."""
    is_small = min(place.width(), place.height()) < SMALLEST_INSET
    painter.setPen(QPen(theme.color("surface"), 0.75 if is_small else HALO))
    painter.setBrush(theme.color("accent"))
    painter.drawPolygon(corner_in(place.size(), figure).translated(place.topLeft()))


def figure_in(size: QSizeF, taken: QSizeF) -> QRectF:
    """Where the largest figure stands in a cell: in the middle, or higher for a dot below it.

    Parameters
    ----------
    size : QSizeF
        Of the cell.
    taken : QSizeF
        What the figure takes; digits have nothing below their line.
    """
    figure = QRectF(QPointF(), taken)
    figure.moveCenter(QPointF(size.width() / 2, size.height() / 2))
    is_low = figure.bottom() + DOT > _usual_dot(size, DOT / 2).y()
    return figure.translated(0.0, -LIFT) if is_low else figure


def corner_in(size: QSizeF, figure: QRectF | None = None) -> QPolygonF:
    """The triangle in the upper right corner of a cell, smaller where a figure leaves less room."""
    place = QRectF(QPointF(), size)
    is_small = min(place.width(), place.height()) < SMALLEST_INSET
    edge, side = 0.5 if is_small else INSIDE, CORNER
    if figure is not None:
        beside = place.right() - figure.right() + figure.top()
        if beside - HALO < side + 2 * edge:
            edge = GAP
        side = min(side, beside - HALO - 2 * edge)
    inside = place.adjusted(edge, edge, -edge, -edge)
    side = max(min(side, 0.6 * min(inside.width(), inside.height())), 0.0)
    corner = inside.topRight()
    return QPolygonF([corner - QPointF(side, 0), corner, corner + QPointF(0, side)])


def paint_dots(
    painter: QPainter,
    to_pixels: QTransform,
    answered: NDArray[np.bool_],
    is_dark: NDArray[np.bool_],
    figure: QRectF | None = None,
) -> None:
    """A dot in every answered cell: below its figure, or in the middle where there is none."""
    size = to_pixels.mapRect(QRectF(0, 0, 1, 1)).size()
    beside, across = dot_in(size, figure)
    for color, chosen in ((SOFT_WHITE, answered & is_dark), (SOFT_BLACK, answered & ~is_dark)):
        pen = QPen(color, across)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corners = (to_pixels.map(QPointF(column, row)) for row, column in np.argwhere(chosen))
        painter.drawPoints(QPolygonF([corner + beside for corner in corners]))


def dot_in(size: QSizeF, figure: QRectF | None = None) -> tuple[QPointF, float]:
    """The middle of the dot in a cell, and how many pixels it is across.

    At the lower right where a cell has a figure. In a low cell it stands midway below the figure;
    after it, it would be read as a point.
    """
    across = min(DOT, max(LEAST_DOT, DOT_SHARE * min(size.width(), size.height())))
    if figure is None:
        return QPointF(size.width(), size.height()) / 2, across
    usual = _usual_dot(size, across / 2)
    if figure.bottom() + across <= usual.y():
        return usual, across
    return QPointF(size.width() / 2, size.height() - LOWEST - LOW_DOT / 2), LOW_DOT


def _usual_dot(size: QSizeF, radius: float) -> QPointF:
    return QPointF(size.width(), size.height()) - QPointF(1, 1) * (DOT_INSET + radius)


def ring_around(to_pixels: QTransform, cell: Cell) -> QRectF:
    """Where the ring of a cell lies, never too small to be seen."""
    row, column = cell
    place = to_pixels.mapRect(QRectF(column, row, 1, 1)).adjusted(0.5, 0.5, -0.5, -0.5)
    if min(place.width(), place.height()) >= SMALLEST_SQUARE:
        return place
    side = max(SMALLEST_RING, min(place.width(), place.height()))
    corner = place.center() - QPointF(side, side) / 2
    return QRectF(corner.x(), corner.y(), side, side)
