"""What of the links lies in view: where, how crowded, and how large discs are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from scipy.spatial import cKDTree

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.links_composing import LARGEST, MOST_NAMES
from prefstudio.studio.plots.links_picture import Floats

LEAST_SHRINK = 0.28
CROWDING = 0.7  # how fast discs shrink with their number; 0.5 would keep the share they cover
PARTED = 0.6  # of the way to the nearest item, across a disc where discs shall not overlap
MOST_DOTS = 5000
DENSITY_CELL = 4  # pixels


@dataclass(frozen=True, slots=True, eq=False)
class LinksSight:
    """Where items are on screen.

    Attributes
    ----------
    pixels
        Places of all items, shape (n_items, 2).
    shown, seen
        Items that are shown at all, and those of them in view.
    shrink
        How much smaller discs are, 1 where they are as large as they may be.
    """

    pixels: Floats
    shown: Array
    seen: Array
    shrink: float

    @property
    def is_dense(self) -> bool:
        """Whether there are too many in view for dots."""
        return len(self.seen) > MOST_DOTS

    @property
    def is_crowd(self) -> bool:
        """Whether there are too many in view to name them all."""
        return len(self.seen) > MOST_NAMES

    def density(self, area: QRectF, stops: Sequence[str]) -> QImage:
        """A picture of how many there are where."""
        return _density_image(self.pixels[self.seen], area, stops)


NOTHING_SEEN = LinksSight(
    np.zeros((0, 2)), np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp), 1.0
)


def sight_of(
    places: Floats,
    shown: Array,
    view_range: Sequence[Sequence[float]],
    area: QRectF,
    *,
    parts: bool,
) -> LinksSight:
    """What is in view of items at places from 0 to 1.

    Parameters
    ----------
    parts : bool
        Whether discs are so small that they do not overlap.
    """
    pixels = _pixels_of(places, view_range, area)
    seen = _seen_of(pixels, shown, area)
    shrink = _shrink_for(len(seen))
    if parts and len(seen) <= MOST_DOTS:
        shrink = min(shrink, _shrink_to_part(pixels[seen]))
    return LinksSight(pixels, shown, seen, shrink)


def _pixels_of(places: Floats, view_range: Sequence[Sequence[float]], area: QRectF) -> Floats:
    """Places in the pixels of an area that shows a range of x and a range of y."""
    (left, right), (low, high) = view_range
    across = (places[:, 0] - left) * (area.width() / (right - left))
    down = (high - places[:, 1]) * (area.height() / (high - low))
    return np.stack([across, down], axis=1)


def _seen_of(pixels: Floats, shown: Array, area: QRectF) -> Array:
    """The shown items that lie in an area, or so near that their discs reach into it."""
    inside = pixels[shown]
    beyond = (area.width() + LARGEST, area.height() + LARGEST)
    return np.asarray(shown[((inside > -LARGEST) & (inside < beyond)).all(axis=1)])


def _shrink_for(n_seen: int) -> float:
    """How much smaller discs are among many."""
    return float(np.clip((MOST_NAMES / max(n_seen, 1)) ** CROWDING, LEAST_SHRINK, 1.0))


def _shrink_to_part(pixels: Floats) -> float:
    """How much smaller discs are so that most of them leave their neighbours and links in sight."""
    if len(pixels) < 2:
        return 1.0
    nearest = np.asarray(cKDTree(pixels).query(pixels, k=2)[0])[:, 1]
    return float(np.clip(PARTED * np.median(nearest) / LARGEST, LEAST_SHRINK, 1.0))


def _density_image(points: Floats, area: QRectF, stops: Sequence[str]) -> QImage:
    """How many items there are in each little square of an area."""
    columns = max(int(area.width()) // DENSITY_CELL, 1)
    rows = max(int(area.height()) // DENSITY_CELL, 1)
    column = np.clip(points[:, 0] * columns / area.width(), 0, columns - 1).astype(np.intp)
    row = np.clip(points[:, 1] * rows / area.height(), 0, rows - 1).astype(np.intp)
    count = np.bincount(row * columns + column, minlength=rows * columns)
    amounts = np.sqrt(count.reshape(rows, columns).astype(float))
    colours = ColourMap(stops).colours(amounts, 0.0, float(amounts.max()) or 1.0)
    colours[amounts == 0, 3] = 0
    image = QImage(colours.tobytes(), columns, rows, QImage.Format.Format_RGBA8888)
    return image.copy()  # the bytes are nobody's after this
