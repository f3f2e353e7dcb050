"""Which items stand out in the picture of the links, and which are named there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.links_crowd import Crowd
from prefstudio.studio.plots.links_names import NamePlacing
from prefstudio.studio.plots.links_picture import Floats, Name
from prefstudio.studio.plots.links_sight import LinksSight

TOP = 5


@dataclass(frozen=True, slots=True)
class LinkMarks:
    """What is marked.

    Attributes
    ----------
    asked
        The pair on screen, A first.
    cursor
        The item that the keys are at.
    by_rank
        Items from the best to the last; empty before the first numbers.
    """

    asked: tuple[int, int] | None
    chosen: frozenset[int]
    cursor: int | None
    by_rank: tuple[int, ...]

    def among(self, items: Array) -> Array:
        """Those of some items that are drawn and named however many there are."""
        each = [*self._strong, *self._at_cursor, *self.by_rank[:TOP]]
        marked = np.unique(each).astype(np.intp)
        return marked[np.isin(marked, items)]

    def named(self, sight: LinksSight) -> list[int]:
        """The items in view that are to have a name anyway, the most important first."""
        best = self.by_rank[:TOP] if sight.is_crowd else self.by_rank
        seen = sight.seen.tolist()
        others = () if sight.is_crowd else seen
        among = set(seen)
        return [item for item in dict.fromkeys([*self._strong, *best, *others]) if item in among]

    def placing(
        self,
        sight: LinksSight,
        sizes: Floats,
        area: QRectF,
        covered: QRectF,
        crowd: Crowd | None = None,
    ) -> NamePlacing:
        """Who finds room for the names."""
        named = self.named(sight)
        asked = [item for item in self.asked or () if item in named]
        return NamePlacing(sight.pixels, sizes, named, asked, area, covered, crowd)

    def names(
        self, placing: NamePlacing, sight: LinksSight, labels: Sequence[str]
    ) -> tuple[Name, ...]:
        """Names in the order of their weight; without room a lesser one is left out.

        What is cut so that others have room gets what they leave.
        """
        names = []
        for item in self.named(sight):
            wanted = (item, labels[item], item in self._strong)
            name = placing.place(*wanted)
            if name is None and item in self._strong:
                name = placing.squeeze(*wanted)
            if name is not None:
                names.append(name)
        return tuple(placing.widened(name, labels[name.item]) for name in names)

    @property
    def _strong(self) -> tuple[int, ...]:
        return (*(self.asked or ()), *sorted(self.chosen))

    @property
    def _at_cursor(self) -> tuple[int, ...]:
        return () if self.cursor is None else (self.cursor,)
