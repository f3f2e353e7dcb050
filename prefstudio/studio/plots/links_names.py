"""Where names stand in the picture of the links: none covers another, or a disc."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF

from prefstudio.engine.linalg import Array
from prefstudio.studio.fitting_names import DOTS
from prefstudio.studio.plots.links_crowd import Crowd
from prefstudio.studio.plots.links_leaders import n_crossed
from prefstudio.studio.plots.links_name_lines import Written, ways_to_write, wider_ways
from prefstudio.studio.plots.links_picture import BADGE, Floats, Name, badge_at
from prefstudio.studio.plots.links_spots import Spots, all_about, around, beside, moved

CLEAR = 6.0  # pixels between a name and the disc of another item
NEAR = 12.0  # pixels from such a disc within which a name is better elsewhere
NEARNESS = 0.01  # pixels too near to a disc that being near one is as bad as
COVERED = 8.0  # pixels too near to discs that covering one of a crowd is as bad as
FARNESS = 0.2  # pixels too near to a disc that a pixel away from its own is as bad as
CROSSED = 16.0  # pixels too near to discs that a line across one is as bad as
MOST_CROSSINGS = 60_000  # of lines and discs that are looked at for one name
TAKEN = 1000.0  # pixels too near to discs that covering a name is as bad as
NOBODY = -1  # whose a badge is: it keeps no name away, its own or another's, but from itself


class NamePlacing:
    """Finds room for one name after the other, the most important first.

    Parameters
    ----------
    places, sizes
        Centres and pixels across of all discs, shapes (n_items, 2) and (n_items,).
    discs
        Positions of the items whose discs no name may cover or touch.
    asked
        Positions of the asked items, which have a badge at their upper right.
    area
        Where names may stand, in pixels.
    covered
        Where something else lies upon the picture; may be empty.
    crowd
        All discs, where there are too many to name them; a line leads from each name to its own,
        so it may stand farther away. None where all are to have names.
    """

    def __init__(
        self,
        places: Floats,
        sizes: Floats,
        discs: Sequence[int],
        asked: Sequence[int],
        area: QRectF,
        covered: QRectF,
        crowd: Crowd | None = None,
    ) -> None:
        self._places, self._sizes, self._crowd = places, sizes, crowd
        self._n_crowd = 0 if crowd is None else len(crowd.rings)
        self._area = np.array([area.width(), area.height()])
        rings = [(*places[item].tolist(), float(sizes[item]) / 2) for item in discs]
        rings += [(*badge_at(tuple(places[item].tolist()), sizes[item]), BADGE) for item in asked]
        self._rings: Floats = np.array(rings, dtype=float).reshape(-1, 3)
        self._asked = tuple(asked)
        self._owners = np.array([*discs, *[NOBODY] * len(asked)], dtype=np.intp)
        self._plates: Floats = np.zeros((0, 4))
        if not covered.isEmpty():
            self._plates = np.array([covered.getCoords()])

    def place(self, item: int, text: str, is_strong: bool) -> Name | None:
        """One name beside its disc; None where others stand everywhere."""
        return self._placed(item, ways_to_write(text, is_strong), is_strong)

    def _placed(self, item: int, texts: Sequence[Written], is_strong: bool) -> Name | None:
        sizes = np.array([size for _, *size in texts])
        for spots in (beside, moved) if self._crowd is None else (around,):
            boxes = self._boxes(item, sizes, spots)
            lacks, near = self._lacks(item, boxes)
            if self._crowd is not None:
                near += self._far(item, boxes)
            is_free = self._is_inside(boxes) & ~self._is_taken(boxes) & (lacks == 0.0)
            is_free &= self._n_covered(item, boxes) == 0
            if is_free.any():
                best = int(np.argmin(np.where(is_free, near, np.inf)))
                return self._keep(item, texts, boxes, best, is_strong)
        return None

    def squeeze(self, item: int, text: str, is_strong: bool) -> Name | None:
        """One name where it covers least of other discs, if need be away from its own.

        Only a strong name covers others where it must.
        """
        texts = ways_to_write(text, is_strong)
        sizes = np.array([size for _, *size in texts])
        boxes = self._boxes(item, sizes, all_about if is_strong else around)
        size = boxes[:, 2:] - boxes[:, :2]
        boxes[:, :2] = np.clip(boxes[:, :2], 0.0, np.maximum(self._area - size, 0.0))
        boxes[:, 2:] = boxes[:, :2] + size
        is_taken = self._is_taken(boxes)
        if not is_strong and is_taken.all():
            return None
        lacks, near = self._lacks(item, boxes)
        lacks += COVERED * self._n_covered(item, boxes)
        is_lost = is_taken.astype(float) + self._is_hidden(item, boxes)
        cost = lacks + near + self._far(item, boxes) + TAKEN * is_lost
        n_lined = MOST_CROSSINGS // (len(self._rings) + self._n_crowd)
        lined = np.argsort(cost, kind="stable")[: max(n_lined, 1)]
        cost[lined] += CROSSED * self._n_crossed(item, boxes[lined])
        best = int(lined[np.argmin(cost[lined])])
        return replace(self._keep(item, texts, boxes, best, is_strong), is_squeezed=True)

    def widened(self, name: Name, text: str) -> Name:
        """A name that was cut, with more of it where that has room, now that all have theirs."""
        is_cut = DOTS in name.text and DOTS not in text
        left, _, right, _ = name.plate
        texts = wider_ways(text, name.is_strong, right - left) if is_cut else ()
        if name.is_squeezed or not texts:
            return name
        plates = self._plates
        self._plates = plates[(plates != name.plate).any(axis=1)]
        wider = self._placed(name.item, texts, name.is_strong)
        if wider is None:
            self._plates = plates
        return wider or name

    def pointed(self, item: int, text: str) -> Name | None:
        """The name of who is pointed at, for which no later one makes room."""
        plates = self._plates
        name = self.place(item, text, False) or self.squeeze(item, text, False)
        self._plates = plates
        return name

    def _keep(
        self, item: int, texts: Sequence[Written], boxes: Floats, best: int, is_strong: bool
    ) -> Name:
        self._plates = np.concatenate([self._plates, boxes[best : best + 1]])
        left, top, right, bottom = boxes[best].tolist()
        text = texts[best // (len(boxes) // len(texts))][0]
        return Name(item, text, is_strong, (left, top, right, bottom))

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

    def _lacks(self, item: int, boxes: Floats) -> tuple[Floats, Floats]:
        """How many pixels each box is too near to discs, and what being near some costs.

        Its own disc may be as near as can be; if another was, nobody could tell whose name it is.
        """
        away = _distances(boxes, self._rings)
        is_other = (self._owners != item) & (self._owners != NOBODY)
        needed = np.where(is_other, CLEAR, 0.0)
        lacks = np.maximum(needed - away, 0.0).sum(axis=1)
        return lacks, NEARNESS * ((away < NEAR) & is_other).sum(axis=1)

    def _far(self, item: int, boxes: Floats) -> Floats:
        """What being away from its own disc costs each box."""
        return np.asarray(FARNESS * _distances(boxes, self._own(item))[:, 0])

    def _own(self, item: int) -> Floats:
        return np.array([[*self._places[item].tolist(), self._sizes[item] / 2]])

    def _n_covered(self, item: int, boxes: Floats) -> Array:
        """Discs of a crowd below each box."""
        if self._crowd is None:
            return np.zeros(len(boxes), dtype=np.intp)
        return self._crowd.below(boxes, self._places[item])

    def _is_hidden(self, item: int, boxes: Floats) -> np.ndarray:
        """Which boxes lie below what is drawn over names: their own disc, the asked, a badge."""
        is_over = np.isin(self._owners, [*self._asked, NOBODY])
        over = np.concatenate([self._rings[is_over], self._own(item)])
        return np.asarray((_distances(boxes, over) < 0.0).any(axis=1))

    def _n_crossed(self, item: int, boxes: Floats) -> Array:
        """Other discs and badges that a line from each box to its disc would cross."""
        own = self._places[item]
        crossed = n_crossed(boxes, own, self._rings[self._owners != item])
        return (
            crossed if self._crowd is None else crossed + n_crossed(boxes, own, self._crowd.rings)
        )

    def _is_taken(self, boxes: Floats) -> np.ndarray:
        return np.asarray(_meet(boxes, self._plates).any(axis=1))

    def _is_inside(self, boxes: Floats) -> np.ndarray:
        begins = (boxes[:, :2] >= -1.0).all(axis=1)
        return np.asarray(begins & (boxes[:, 2:] <= self._area + 1.0).all(axis=1))


def _distances(boxes: Floats, rings: Floats) -> Floats:
    """How far each box is from every disc, below 0 where it covers it, (n_boxes, n_rings)."""
    x, y, radius = rings.T
    across = np.maximum(np.maximum(boxes[:, :1] - x, x - boxes[:, 2:3]), 0.0)
    down = np.maximum(np.maximum(boxes[:, 1:2] - y, y - boxes[:, 3:]), 0.0)
    return np.asarray(np.sqrt(across * across + down * down) - radius)


def _meet(boxes: Floats, others: Floats) -> np.ndarray:
    """Which boxes overlap which others, shape (n_boxes, n_others)."""
    left, top, right, bottom = (boxes[:, side, None] for side in range(4))
    other_left, other_top, other_right, other_bottom = others.T
    meet_across = (left < other_right) & (right > other_left)
    return np.asarray(meet_across & (top < other_bottom) & (bottom > other_top))
