"""From places and beliefs to the picture of the links, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.links_picture import Floats

SMALLEST, LARGEST = 16.0, 34.0  # pixels across a disc
MOST_NAMES = 60
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


def on_top(seen: Array, marked: Array) -> Array:
    """The items in view with the marked ones last, so that nothing covers them."""
    return np.concatenate([seen[~np.isin(seen, marked)], marked])


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
