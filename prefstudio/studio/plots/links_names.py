"""Where names stand in the picture of the links: none covers another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.plots.links_picture import Floats, Name

WIDEST = 150.0  # pixels that a name may be wide
CUT_WIDTHS = (150.0, 96.0, 60.0)  # of a name that is wider in however many lines
SHIFTS = (-0.25, 0.25, -0.45, 0.45)  # of its size that a plate may be moved along its disc
MOST_LINES = 3
MOST_WORDS = 20  # among which a line may begin
LINE = 16.0  # pixels of height for every line of a name
BESIDE = 6.0  # pixels that a plate is wider than its name
APART = 2.0  # pixels between a disc and its name
SLANT = 0.7071  # of its radius, where a disc ends aslant
NEAR = 7.0  # pixels from a disc within which a name may be taken for its own
NEARNESS = 0.01  # of covering a disc that being near it costs
BADGE = 10.0  # pixels from the middle of a badge to where a name may begin

Wanted = tuple[int, str, bool]
"""Position of an item, its name, and whether it is asked or chosen."""

Spots = Callable[[float, Floats, Floats], Floats]
"""Where plates may stand around a disc."""

Corner = tuple[Floats | float, Floats | float]
"""Left and top of plates, from the middle of their disc."""


class NamePlacing:
    """Finds room for one name after the other, the most important first.

    Parameters
    ----------
    places, sizes
        Centres and pixels across of all discs, shapes (n_items, 2) and (n_items,).
    discs
        Positions of the items whose discs no name may cover.
    asked
        Positions of the asked items, which have a badge at their upper right.
    area
        Where names may stand, in pixels.
    """

    def __init__(
        self,
        places: Floats,
        sizes: Floats,
        discs: Iterable[int],
        asked: Iterable[int],
        area: QRectF,
    ) -> None:
        self._places, self._sizes = places, sizes
        self._area = area.width(), area.height()
        rings = [(*places[item].tolist(), float(sizes[item]) / 2) for item in discs]
        rings += [self._badge(item) for item in asked]
        self._rings: Floats = np.array(rings, dtype=float).reshape(-1, 3)
        self._plates: Floats = np.zeros((0, 4))

    def place_all(self, wanted: Iterable[Wanted]) -> tuple[Name, ...]:
        """The names that there is room for, and where each stands."""
        placed = (self._place(*each) for each in wanted)
        return tuple(name for name in placed if name is not None)

    def _place(self, item: int, text: str, is_strong: bool) -> Name | None:
        """One name beside its disc; None where others stand everywhere."""
        texts = _texts(text, is_strong)
        sizes = np.array([size for _, *size in texts])
        for spots in (_beside, _moved):
            boxes = self._boxes(item, sizes, spots)
            cost = self._cost(boxes)
            best = int(np.argmin(cost))
            if cost[best] < 1.0 or (is_strong and np.isfinite(cost[best])):
                self._plates = np.concatenate([self._plates, boxes[best : best + 1]])
                left, top, right, bottom = boxes[best].tolist()
                written = texts[best // (len(boxes) // len(texts))][0]
                return Name(item, written, is_strong, (left, top, right, bottom))
        return None

    def _boxes(self, item: int, sizes: Floats, spots: Spots) -> Floats:
        """Left, top, right and bottom of plates of some sizes at every spot."""
        corners = spots(float(self._sizes[item]) / 2, sizes[:, None, 0], sizes[:, None, 1])
        corners += self._places[item]
        most = np.maximum(self._area[0] - sizes[:, None, 0], 0.0)
        is_across = corners[..., 0] + sizes[:, None, 0] > self._places[item, 0]
        is_across &= corners[..., 0] < self._places[item, 0]  # above or below its disc
        inside = np.clip(corners[..., 0], 0.0, most)
        corners[..., 0] = np.where(is_across, inside, corners[..., 0])
        boxes = np.concatenate([corners, corners + sizes[:, None, :]], axis=2)
        return np.asarray(boxes.reshape(-1, 4))

    def _cost(self, boxes: Floats) -> Floats:
        """How many discs each box covers; no number where a name stands or the picture ends.

        Of boxes that cover as many, one is better that is near few discs, so that nobody takes
        its name for another's.
        """
        away = _distances(boxes, self._rings)
        covered = (away < 0.0).sum(axis=1) + NEARNESS * (away < NEAR).sum(axis=1)
        is_taken = _meet(boxes, self._plates).any(axis=1)
        is_outside = (boxes[:, :2] < -1.0).any(axis=1)
        is_outside |= (boxes[:, 2:] > np.array(self._area) + 1.0).any(axis=1)
        return np.where(is_taken | is_outside, np.inf, covered)

    def _badge(self, item: int) -> tuple[float, float, float]:
        x, y = self._places[item].tolist()
        radius = float(self._sizes[item]) / 2
        return x + radius, y - radius, BADGE


@lru_cache(maxsize=4096)
def _texts(text: str, is_strong: bool) -> tuple[tuple[str, float, float], ...]:
    """A name as it may be written, with width and height of its plate, the best first.

    In one line, in two or in three, and cut only if it is too wide even then.
    """
    measure = QFontMetricsF(name_font(is_strong))
    whole = [each for each in _wrapped(text, measure) if _plate(each, measure)[0] <= WIDEST]
    middle = Qt.TextElideMode.ElideMiddle
    ways = whole or [measure.elidedText(text, middle, width) for width in CUT_WIDTHS]
    return tuple((each, *_plate(each, measure)) for each in dict.fromkeys(ways))


def _wrapped(text: str, measure: QFontMetricsF) -> Iterator[str]:
    """A name in one line, and in every further number of lines, each time as narrow as can be."""
    words = _breakable(text)
    yield text
    for n_lines in range(2, min(len(words), MOST_LINES) + 1):
        ways = itertools.combinations(range(1, min(len(words), MOST_WORDS)), n_lines - 1)
        yield min((_broken(words, way) for way in ways), key=lambda each: _plate(each, measure))


def _broken(words: list[str], places: tuple[int, ...]) -> str:
    """Words in lines that begin at the first word and at these."""
    ends = itertools.pairwise((0, *places, len(words)))
    return "\n".join("".join(words[start:end]).rstrip(" ") for start, end in ends)


def _breakable(text: str) -> list[str]:
    """Parts after which a line may end: words with the blank behind them, or up to a hyphen."""
    return re.findall(r"[^ -]*[ -]+|[^ -]+", text)


def _plate(text: str, measure: QFontMetricsF) -> tuple[float, float]:
    """Width and height of the plate under a name."""
    lines = text.split("\n")
    return max(map(measure.horizontalAdvance, lines)) + BESIDE, LINE * len(lines)


def name_font(is_strong: bool) -> QFont:
    """How a name is written."""
    return font(12, SEMI_BOLD if is_strong else MEDIUM)


def _beside(radius: float, width: Floats, height: Floats) -> Floats:
    """Left upper corners of plates at the sides and then at the corners of a disc at 0, 0.

    Parameters
    ----------
    radius : float
        Of the disc.
    width, height : ndarray, shape (n_plates, 1)

    Returns
    -------
    ndarray, shape (n_plates, n_spots, 2)
    """
    away, aslant = radius + APART, SLANT * radius + APART
    corners: list[Corner] = [(-width / 2, away), (-width / 2, -away - height)]
    corners += [(away, -height / 2), (-away - width, -height / 2)]
    corners += [(aslant, aslant), (-aslant - width, aslant)]
    corners += [(aslant, -aslant - height), (-aslant - width, -aslant - height)]
    return _corners(corners, width)


def _moved(radius: float, width: Floats, height: Floats) -> Floats:
    """The same for plates at the sides that are moved along the disc."""
    away = radius + APART
    corners: list[Corner] = []
    for shift in SHIFTS:
        across, down = (shift - 0.5) * width, (shift - 0.5) * height
        corners += [(across, away), (across, -away - height)]
        corners += [(away, down), (-away - width, down)]
    return _corners(corners, width)


def _corners(corners: list[Corner], like: Floats) -> Floats:
    stacked = [np.hstack([x + 0.0 * like, y + 0.0 * like]) for x, y in corners]
    return np.stack(stacked, axis=1)


def _distances(boxes: Floats, rings: Floats) -> Floats:
    """How far each box is from every disc, below 0 where it covers it, (n_boxes, n_rings)."""
    x, y, radius = rings.T
    across = np.maximum(np.maximum(boxes[:, :1] - x, x - boxes[:, 2:3]), 0.0)
    down = np.maximum(np.maximum(boxes[:, 1:2] - y, y - boxes[:, 3:]), 0.0)
    return np.asarray(np.sqrt(across * across + down * down) - radius)


def _meet(boxes: Floats, others: Floats) -> np.ndarray:
    """Which boxes overlap which others, shape (n_boxes, n_others)."""
    begins_before = (boxes[:, None, :2] < others[None, :, 2:]).all(axis=2)
    ends_after = (boxes[:, None, 2:] > others[None, :, :2]).all(axis=2)
    return np.asarray(begins_before & ends_after)
