"""Where rank, badge, dot and name stand in a row of the ranking: on one line, none over another.

A badge has a place of its own between rank and dot, so that a pair that comes or goes moves
nothing, however long the names are.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt

DOT = 10.0
BADGE = 16.0
PAD = 6.0  # beside what stands in a cell, as in the heads
EDGE, BESIDE_BADGE, BESIDE_DOT = 4.0, 3.0, 6.0
LEAST_RANK = 34  # pixels of the column of ranks, whose heading may have an arrow
BESIDE_NAME = PAD + DOT + BESIDE_DOT  # pixels of the cell of a name that are not the name's


def rank_width(figures: float) -> int:
    """Pixels of the column of ranks, whose widest figure takes some: room for a badge as well."""
    return max(LEAST_RANK, math.ceil(EDGE + figures + BESIDE_BADGE + BADGE))


def rank_heading_side(width: int) -> Qt.AlignmentFlag:
    """Where the heading of ranks stands in so many pixels: above the figures, long or short."""
    side = Qt.AlignmentFlag.AlignLeft if width == LEAST_RANK else Qt.AlignmentFlag.AlignHCenter
    return side | Qt.AlignmentFlag.AlignVCenter


def rank_place(cell: QRectF) -> QRectF:
    """Where a rank ends at the right, in the cell of ranks."""
    return cell.adjusted(EDGE, 0, -BADGE - BESIDE_BADGE, -1)


def badge_place(cell: QRectF) -> QRectF:
    """The disc of an asked item, in the cell of ranks."""
    return _disc(cell, cell.right() - BADGE / 2, BADGE)


def dot_place(cell: QRectF) -> QRectF:
    """The disc in the colour of the mean, in the cell of the item."""
    return _disc(cell, cell.left() + PAD + DOT / 2, DOT)


def name_place(cell: QRectF) -> QRectF:
    """Where a name is written, in the cell of the item; the next cell begins with a space."""
    return cell.adjusted(BESIDE_NAME, 0, 0, -1)


def _disc(cell: QRectF, x: float, size: float) -> QRectF:
    """A disc in the middle of a row, above its rule."""
    middle = QPointF(x, cell.adjusted(0, 0, 0, -1).center().y())
    corner = QPointF(size / 2, size / 2)
    return QRectF(middle - corner, middle + corner)
