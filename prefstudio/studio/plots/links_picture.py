"""What the picture of the links is made of, in pixels, and where the mouse meets it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPen

Floats = NDArray[np.float64]
REACH = 6.0  # pixels beside a disc or a link that still mean it
BADGE = 8.0  # radius of the letter at the upper right of an asked disc
OVER_DISC = 3.0  # pixels that a badge reaches over its disc: its ring, and none of its colour
SLANT = 0.7071  # of its radius, where a disc ends aslant
LEAST_ASKED = 15.0  # pixels across an asked disc, however small the others are


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Links that are drawn alike; rows of `ends` are x, y, x, y; `has_heads` where they point."""

    ends: Floats
    pen: QPen
    has_heads: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A name beside an item.

    Attributes
    ----------
    plate
        Left, top, right and bottom of the paper under it.
    is_squeezed
        Whether it found no free place, and stands over other discs or away from its own.
    """

    item: int
    text: str
    is_strong: bool
    plate: tuple[float, float, float, float]
    is_squeezed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LinksPicture:
    """Everything that is painted; items are called by position.

    Attributes
    ----------
    places
        Centres of all items in pixels, shape (n_items, 2).
    sizes
        Pixels across, shape (n_items,).
    colours
        Red, green, blue and opacity, shape (n_items, 4).
    drawn
        The items that are drawn, the last on top.
    raised
        Those of them that nothing may cover.
    halos
        Pixels across of the halos around items, 0 where there is none, shape (n_items,).
    """

    places: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    sizes: Floats = field(default_factory=lambda: np.zeros(0))
    colours: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 4), np.uint8))
    drawn: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    raised: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    halos: Floats = field(default_factory=lambda: np.zeros(0))
    halo_opacity: float = 0.15
    outline: float = 1.5
    strokes: tuple[Strokes, ...] = ()
    names: tuple[Name, ...] = ()
    are_names_on_top: bool = False
    asked: tuple[int, int] | None = None
    chosen: frozenset[int] = frozenset()
    cursor: int | None = None
    rubber: tuple[QPointF, QPointF] | None = None
    density: QImage | None = None


def badge_at(place: tuple[float, float], size: float) -> tuple[float, float]:
    """The middle of the badge of an asked disc, so far out that its colour stays in sight."""
    x, y = place
    away = SLANT * (max(size, LEAST_ASKED) / 2 + BADGE - OVER_DISC)
    return x + away, y - away


def item_at(picture: LinksPicture, place: QPointF) -> int | None:
    """The drawn item under a place, the nearest where several are."""
    drawn = picture.drawn
    if not len(drawn):
        return None
    away = picture.places[drawn] - (place.x(), place.y())
    beyond = np.hypot(away[:, 0], away[:, 1]) - picture.sizes[drawn] / 2
    nearest = int(np.argmin(beyond))
    return int(drawn[nearest]) if beyond[nearest] <= REACH else None


def segment_at(ends: Floats, place: QPointF) -> int | None:
    """The row of the segment x, y, x, y under a place, or None."""
    if not len(ends):
        return None
    start, along = ends[:, :2], ends[:, 2:] - ends[:, :2]
    towards = np.array([place.x(), place.y()]) - start
    length = np.maximum(np.einsum("id,id->i", along, along), 1e-9)
    share = np.clip(np.einsum("id,id->i", towards, along) / length, 0.0, 1.0)
    away = np.linalg.norm(towards - share[:, None] * along, axis=1)
    nearest = int(np.argmin(away))
    return nearest if away[nearest] <= REACH else None


def item_beside(picture: LinksPicture, item: int, direction: tuple[int, int]) -> int:
    """The next item in a direction, for the arrow keys; the same where there is none."""
    away = picture.places[picture.drawn] - picture.places[item]
    along = away @ np.array(direction, dtype=float)
    across = np.abs(away @ np.array(direction[::-1], dtype=float))
    is_ahead = along > np.maximum(0.5 * across, 1e-6)
    if not is_ahead.any():
        return item
    cost = np.where(is_ahead, along + 2.0 * across, np.inf)
    return int(picture.drawn[int(np.argmin(cost))])
