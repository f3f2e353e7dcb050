"""How many discs of a crowd lie where names could stand, found in one look however many."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.links_picture import Floats

CELL = 4.0  # pixels across the squares in which discs are counted
BESIDE = 1.0  # pixels that a name keeps away from a disc


class Crowd:
    """Counts discs below plates, all taken for as large as the largest may be.

    Attributes
    ----------
    rings
        Centre and radius of each, shape (n_discs, 3).

    Parameters
    ----------
    places
        Centres of the discs in pixels, shape (n_discs, 2).
    size
        Pixels across a disc.
    area
        What is in view.
    """

    def __init__(self, places: Floats, size: float, area: QRectF) -> None:
        self._reach = size / 2 + BESIDE
        self.rings: Floats = np.column_stack([places, np.full(len(places), size / 2)])
        shape = np.ceil(np.array([area.width(), area.height()]) / CELL).astype(np.intp)
        self._shape = np.maximum(shape, 1)
        across, down = self._cells(places).T
        counts = np.bincount(across * self._shape[1] + down, minlength=int(self._shape.prod()))
        # All discs above and to the left of each corner, from which follow those in any box.
        self._sums = np.zeros(self._shape + 1, dtype=np.intp)
        self._sums[1:, 1:] = counts.reshape(self._shape).cumsum(axis=0).cumsum(axis=1)

    def below(self, boxes: Floats, own: Floats) -> Array:
        """Discs that plates cover or touch but the one whose name it is, shape (n_boxes,).

        Parameters
        ----------
        boxes
            Left, top, right and bottom, shape (n_boxes, 4).
        own
            The centre of that one, shape (2,).
        """
        start = self._clipped(np.floor((boxes[:, :2] - self._reach) / CELL), 0)
        end = self._clipped(np.ceil((boxes[:, 2:] + self._reach) / CELL), 0)
        (left, top), (right, bottom) = start.T, end.T
        sums = self._sums
        found = sums[right, bottom] - sums[left, bottom] - sums[right, top] + sums[left, top]
        cell = self._cells(own)
        is_own = (start <= cell).all(axis=1) & (cell < end).all(axis=1)
        return np.asarray(found - is_own)

    def _cells(self, places: Floats) -> Array:
        """The squares that places lie in; those out of view are counted at the edge."""
        return self._clipped(np.floor(places / CELL), 1)

    def _clipped(self, cells: Floats, less: int) -> Array:
        return np.asarray(np.clip(cells, 0, self._shape - less).astype(np.intp))
