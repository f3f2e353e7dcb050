"""From places and beliefs to the picture of the links, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from scipy.spatial import cKDTree

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.links_picture import Floats

SMALLEST, LARGEST = 16.0, 34.0  # pixels across a disc
LEAST_SHRINK = 0.28
CROWDING = 0.7  # how fast discs shrink with their number; 0.5 would keep the share they cover
PARTED = 0.6  # of the way to the nearest item, across a disc where discs shall not overlap
MOST_NAMES = 60
MOST_DOTS = 5000
DENSITY_CELL = 4  # pixels
HALO_FROM = 0.2  # of the largest change
HALO_GROWTH = 30.0  # pixels that the halo of what moved most is larger than its disc
MARGINS = (54.0, 26.0, 54.0, 44.0)  # pixels left, above, right and below, for discs and names
SMALL_MARGINS = (12.0, 18.0, 18.0, 12.0)  # where few have names

Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SdRange:
    """The least and the largest sd, and the pixels across of their discs."""

    low: float
    high: float
    low_size: float
    high_size: float


def pixels_of(places: Floats, view_range: Sequence[Sequence[float]], area: QRectF) -> Floats:
    """Places in the pixels of an area that shows a range of x and a range of y."""
    (left, right), (low, high) = view_range
    across = (places[:, 0] - left) * (area.width() / (right - left))
    down = (high - places[:, 1]) * (area.height() / (high - low))
    return np.stack([across, down], axis=1)


def seen_of(pixels: Floats, shown: Array, area: QRectF) -> Array:
    """The shown items that lie in an area, or so near that their discs reach into it."""
    inside = pixels[shown]
    beyond = (area.width() + LARGEST, area.height() + LARGEST)
    return np.asarray(shown[((inside > -LARGEST) & (inside < beyond)).all(axis=1)])


def on_top(seen: Array, marked: Array) -> Array:
    """The items in view with the marked ones last, so that nothing covers them."""
    return np.concatenate([seen[~np.isin(seen, marked)], marked])


def shrink_for(n_seen: int) -> float:
    """How much smaller discs are among many."""
    return float(np.clip((MOST_NAMES / max(n_seen, 1)) ** CROWDING, LEAST_SHRINK, 1.0))


def shrink_to_part(pixels: Floats) -> float:
    """How much smaller discs are so that most of them leave their neighbours and links in sight."""
    if len(pixels) < 2:
        return 1.0
    nearest = np.asarray(cKDTree(pixels).query(pixels, k=2)[0])[:, 1]
    return float(np.clip(PARTED * np.median(nearest) / LARGEST, LEAST_SHRINK, 1.0))


def sizes_of(sd: Floats, ends: Ends, shrink: float) -> Floats:
    """Pixels across, the area growing evenly from the least to the largest sd."""
    low, high = ends
    span = high - low
    share = np.clip((sd - low) / span, 0.0, 1.0) if span > 0.01 * high else 0.2 + 0.0 * sd
    area = SMALLEST**2 + share * (LARGEST**2 - SMALLEST**2)
    return np.asarray(shrink * np.sqrt(area))


def moved_share(change: Floats, limit: float) -> Floats:
    """How far items moved, of the one that moved most; 0 where it is not worth a halo."""
    distance = np.abs(change)
    largest = float(distance.max(initial=0.0))
    if largest <= 1e-9 * limit:
        return np.zeros(len(change))
    share = distance / largest
    return np.where(share > HALO_FROM, share, 0.0)


def fitting_range(places: Floats, area: QRectF) -> tuple[Ends, Ends]:
    """Ranges of x and y that show all places with room for their discs and names."""
    left, above, right, below = MARGINS if len(places) <= MOST_NAMES else SMALL_MARGINS
    low, high = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    return (
        _padded((low[0], high[0]), area.width(), (left, right)),
        _padded((low[1], high[1]), area.height(), (below, above)),
    )


def _padded(ends: Ends, room: float, margins: Ends) -> Ends:
    before, after = margins
    squeeze = min(1.0, 0.6 * room / (before + after))
    inner = max(room - squeeze * (before + after), 1.0)
    is_flat = ends[1] - ends[0] < 1e-6
    start, size = (ends[0] - 0.5, 1.0) if is_flat else (ends[0], ends[1] - ends[0])
    unit = size / inner
    return start - squeeze * before * unit, start + size + squeeze * after * unit


def density_image(points: Floats, area: QRectF, stops: Sequence[str]) -> QImage:
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
