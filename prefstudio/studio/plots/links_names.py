"""Where names stand in the picture of the links: none covers another."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.plots.links_picture import Floats, Name

WIDTHS = (150.0, 96.0, 60.0)  # pixels that a name may be wide: rather cut than left out
MOST_LINES = 3
MOST_WORDS = 20  # among which a line may begin
LINE = 16.0  # pixels of height for every line of a name
BESIDE = 6.0  # pixels that a plate is wider than its name
APART = 2.0  # pixels between a disc and its name
SLANT = 0.7071  # of its radius, where a disc ends aslant
BADGE = 10.0  # pixels from the middle of a badge to where a name may begin

Wanted = tuple[int, str, bool]
"""Position of an item, its name, and whether it is asked or chosen."""


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
        boxes = np.concatenate([self._spots(item, *size) for _, *size in texts])
        cost = self._cost(boxes)
        best = int(np.argmin(cost))
        if not np.isfinite(cost[best]) or (cost[best] > 0 and not is_strong):
            return None
        self._plates = np.concatenate([self._plates, boxes[best : best + 1]])
        left, top, right, bottom = boxes[best].tolist()
        spots = len(boxes) // len(texts)
        return Name(item, texts[best // spots][0], is_strong, (left, top, right, bottom))

    def _spots(self, item: int, width: float, height: float) -> Floats:
        """Left, top, right and bottom of a plate at the sides and then at the corners of a disc."""
        x, y = self._places[item].tolist()
        radius = float(self._sizes[item]) / 2
        away, aslant = radius + APART, SLANT * radius + APART
        left = min(max(x - width / 2, 0.0), max(self._area[0] - width, 0.0))
        corners = [
            (left, y + away),
            (left, y - away - height),
            (x + away, y - height / 2),
            (x - away - width, y - height / 2),
        ]
        corners += [
            (across, down)
            for down in (y + aslant, y - aslant - height)
            for across in (x + aslant, x - aslant - width)
        ]
        made = np.array(corners)
        return np.concatenate([made, made + np.array([width, height])], axis=1)

    def _cost(self, boxes: Floats) -> Floats:
        """How many discs each box covers; no number where a name stands or the picture ends."""
        covered = _covers_rings(boxes, self._rings).sum(axis=1).astype(float)
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

    In one line, in two, in three, and only then cut.
    """
    measure = QFontMetricsF(name_font(is_strong))
    whole = [each for each in _wrapped(text, measure) if _plate(each, measure)[0] <= WIDTHS[0]]
    middle = Qt.TextElideMode.ElideMiddle
    cut = [measure.elidedText(text, middle, width) for width in WIDTHS]
    return tuple((each, *_plate(each, measure)) for each in dict.fromkeys((*whole, *cut)))


def _wrapped(text: str, measure: QFontMetricsF) -> Iterator[str]:
    """A name in one line, and in every further number of lines, each time as narrow as can be."""
    words = text.split(" ")
    yield text
    for n_lines in range(2, min(len(words), MOST_LINES) + 1):
        ways = itertools.combinations(range(1, min(len(words), MOST_WORDS)), n_lines - 1)
        yield min((_broken(words, way) for way in ways), key=lambda each: _plate(each, measure))


def _broken(words: list[str], places: tuple[int, ...]) -> str:
    """Words in lines that begin at the first word and at these."""
    ends = itertools.pairwise((0, *places, len(words)))
    return "\n".join(" ".join(words[start:end]) for start, end in ends)


def _plate(text: str, measure: QFontMetricsF) -> tuple[float, float]:
    """Width and height of the plate under a name."""
    lines = text.split("\n")
    return max(map(measure.horizontalAdvance, lines)) + BESIDE, LINE * len(lines)


def name_font(is_strong: bool) -> QFont:
    """How a name is written."""
    return font(12, SEMI_BOLD if is_strong else MEDIUM)


def _covers_rings(boxes: Floats, rings: Floats) -> np.ndarray:
    """Which discs each box covers, shape (n_boxes, n_rings)."""
    nearest = np.clip(rings[None, :, :2], boxes[:, None, :2], boxes[:, None, 2:])
    away = np.hypot(*np.moveaxis(nearest - rings[None, :, :2], -1, 0))
    return np.asarray(away < rings[None, :, 2])


def _meet(boxes: Floats, others: Floats) -> np.ndarray:
    """Which boxes overlap which others, shape (n_boxes, n_others)."""
    begins_before = (boxes[:, None, :2] < others[None, :, 2:]).all(axis=2)
    ends_after = (boxes[:, None, 2:] > others[None, :, :2]).all(axis=2)
    return np.asarray(begins_before & ends_after)
