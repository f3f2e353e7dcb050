"""The names in the picture of the links, placed anew only where they have to be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from prefstudio.studio.plots.links_composing import LARGEST
from prefstudio.studio.plots.links_crowd import Crowd
from prefstudio.studio.plots.links_marks import LinkMarks
from prefstudio.studio.plots.links_names import NamePlacing
from prefstudio.studio.plots.links_picture import LEAST_ASKED, Floats, Name
from prefstudio.studio.plots.links_sight import LinksSight


class LinksNaming:
    """Keeps names from picture to picture while what they follow from is the same.

    Among a crowd that is not how large single discs are: all count as the largest, so names stay
    where they are while an answer or a slider changes sds.
    """

    def __init__(self) -> None:
        self._names: tuple[Name, ...] = ()
        self._placing: NamePlacing | None = None
        self._pointed: tuple[int | None, tuple[Name, ...]] = None, ()
        self._of: tuple[object, ...] = ()
        self._at: tuple[Floats, Floats] = (np.zeros((0, 2)), np.zeros(0))

    def names(
        self,
        marks: LinkMarks,
        sight: LinksSight,
        labels: Sequence[str],
        sizes: Floats,
        area: QRectF,
        covered: QRectF,
    ) -> tuple[Name, ...]:
        """Names of marked items, of all where there is room, and where they stand."""
        if sight.is_crowd:
            sizes = _largest(marks, sight)
        named = tuple(marks.named(sight))
        rects = area.getRect(), covered.getRect()
        of = (named, marks.asked, marks.chosen, labels, len(sight.seen), rects)
        at = sight.pixels, sizes
        if of != self._of or not all(map(np.array_equal, at, self._at)):
            crowd = _crowd_of(sight, area)
            self._placing = marks.placing(sight, sizes, area, covered, crowd)
            self._names = marks.names(self._placing, sight, labels)
            self._of, self._at, self._pointed = of, at, (None, self._names)
        if marks.cursor != self._pointed[0]:
            is_seen = marks.cursor is not None and bool((sight.seen == marks.cursor).any())
            pointed = marks.cursor if is_seen else None
            self._pointed = marks.cursor, self._with_pointed(pointed, labels)
        return self._pointed[1]

    def _with_pointed(self, item: int | None, labels: Sequence[str]) -> tuple[Name, ...]:
        """The names, and last that of who is pointed at: no other gives way meanwhile."""
        if item is None or self._placing is None or any(each.item == item for each in self._names):
            return self._names
        name = self._placing.pointed(item, labels[item])
        return self._names if name is None else (*self._names, name)


def _crowd_of(sight: LinksSight, area: QRectF) -> Crowd | None:
    """The discs that names keep clear of, where there are too many to name them all."""
    if not sight.is_crowd or sight.is_dense:
        return None
    return Crowd(sight.pixels[sight.seen], LARGEST * sight.shrink, area)


def _largest(marks: LinkMarks, sight: LinksSight) -> Floats:
    """Pixels across all discs, as large as one of a crowd may be."""
    sizes = np.full(len(sight.pixels), LARGEST * sight.shrink)
    asked = list(marks.asked or ())
    sizes[asked] = np.maximum(sizes[asked], LEAST_ASKED)
    return sizes
