"""Marks on the cells of a matrix: rings, corners and dots, drawn in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.matrix_frame import Cell
from prefstudio.studio.theme import Theme

CORNER = 9.0
DOT = 3.5
LEAST_DOT, DOT_SHARE = 2.0, 0.22  # pixels, and of a cell that is small: its colour is what counts
SMALLEST_RING = 11.0  # pixels across, around cells that are smaller
SMALLEST_SQUARE = 13.0  # pixels of a cell under which its ring is round, with a dot inside
INSIDE = 2.0  # pixels from the edge of a cell to its corner mark
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
    asked_ring.stroke_ring(painter, theme, place, radius, role, width)
    if is_round:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(role))
        painter.drawEllipse(place.center(), 1.75, 1.75)


def paint_corner(painter: QPainter, theme: Theme, place: QRectF) -> None:
    """Mark the upper right corner of a cell."""
    is_small = min(place.width(), place.height()) < SMALLEST_INSET
    edge = 0.5 if is_small else INSIDE
    inside = place.adjusted(edge, edge, -edge, -edge)
    side = min(CORNER, 0.6 * min(inside.width(), inside.height()))
    corner = inside.topRight()
    painter.setPen(QPen(theme.color("surface"), 0.75 if is_small else 1.25))
    painter.setBrush(theme.color("accent"))
    painter.drawPolygon(QPolygonF([corner - QPointF(side, 0), corner, corner + QPointF(0, side)]))


def paint_dots(
    painter: QPainter,
    to_pixels: QTransform,
    answered: NDArray[np.bool_],
    is_dark: NDArray[np.bool_],
    *,
    has_figures: bool,
) -> None:
    """A dot in every answered cell: below its figure, or in the middle where there is none."""
    size = to_pixels.mapRect(QRectF(0, 0, 1, 1))
    across = min(DOT, max(LEAST_DOT, DOT_SHARE * min(size.width(), size.height())))
    inset = 4.0 + across / 2
    right, below = size.width() - inset, size.height() - inset
    beside = QPointF(right, below) if has_figures else QPointF(size.width(), size.height()) / 2
    for color, chosen in ((SOFT_WHITE, answered & is_dark), (SOFT_BLACK, answered & ~is_dark)):
        pen = QPen(color, across)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corners = (to_pixels.map(QPointF(column, row)) for row, column in np.argwhere(chosen))
        painter.drawPoints(QPolygonF([corner + beside for corner in corners]))


def ring_around(to_pixels: QTransform, cell: Cell) -> QRectF:
    """Where the ring of a cell lies, never too small to be seen."""
    row, column = cell
    place = to_pixels.mapRect(QRectF(column, row, 1, 1)).adjusted(0.5, 0.5, -0.5, -0.5)
    if min(place.width(), place.height()) >= SMALLEST_SQUARE:
        return place
    side = max(SMALLEST_RING, min(place.width(), place.height()))
    corner = place.center() - QPointF(side, side) / 2
    return QRectF(corner.x(), corner.y(), side, side)
