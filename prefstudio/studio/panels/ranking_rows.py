"""What the ranking says of each item, as the table and its text show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.ranking import N_DRAWS
from prefstudio.engine.ranks import tied_ranks
from prefstudio.studio.figures import NO_BREAK, UNKNOWN, counted, figure
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Standing, leading_meaning, leading_words
from prefstudio.study.view import View

REACH = 1.96  # sd on either side of the mean: 95 %
MOST_TOLD = 12  # items that are told in words


class Column(IntEnum):
    """The columns from left to right."""

    RANK = 0
    ITEM = 1
    INTERVAL = 2
    MEAN = 3
    SD = 4
    CHANCE = 5
    ASKED = 6


HEADINGS = ("#", "Item", "Rank, 95 %", "Mean", "sd", "P(best)", "Asked")


HEADING_TIPS: dict[int, str] = {
    Column.RANK: "Place by the mean; tied items share one.",
    Column.ITEM: "What is compared.",
    Column.INTERVAL: "The places it lies in with 95 %.",
    Column.MEAN: "Its utility, as far as is known.",
    Column.SD: "How far its utility may lie from the mean.",
    Column.ASKED: "How many answers that count compared it.",
}


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One item of the ranking.

    Attributes
    ----------
    position
        By which other panels call it.
    badge
        A or B, when it is asked now; else empty.
    rank, middle
        Its rank, which tied items share, and the middle of the places that they fill.
    low, high, chance
        95 % interval of its rank and the chance to lead; None while they are not known.
    """

    position: int
    name: str
    badge: str
    rank: int
    middle: float
    low: int | None
    high: int | None
    mean: float
    sd: float
    chance: float | None
    n_compared: int

    def text(self, column: int) -> str:
        """What stands in a column."""
        match column:
            case Column.RANK:
                return f"{self.rank:,}"
            case Column.ITEM:
                return self.name
            case Column.INTERVAL:
                return interval_in_figures(self.low, self.high)
            case Column.MEAN:
                return figure(self.mean)
            case Column.SD:
                return figure(self.sd)
            case Column.CHANCE:
                return chance_in_figures(self.chance)
            case _:
                return f"{self.n_compared:,}"


class Ranking:
    """The numbers of all items, of which `row` makes one row."""

    def __init__(self, items: ShownItems) -> None:
        self.items = items
        self.view: View | None = None
        self.standing: Standing | None = None
        self._k = 1
        self.asked: tuple[int, int] | None = None
        self.rank: Array = np.zeros(items.n_items, dtype=np.intp)
        self._n_tied: Array = np.ones(items.n_items, dtype=np.intp)
        self.largest = 1.0

    def take_view(self, view: View) -> None:
        """Take in new means; a rank is that among the items that are shown."""
        self.view = view
        shown = view.by_rank
        self.rank = np.zeros(self.items.n_items, dtype=np.intp)
        self.rank[shown] = tied_ranks(view.mean[shown], view.sd[shown])
        self._n_tied = np.bincount(self.rank[shown], minlength=len(shown) + 1)[self.rank]
        means = view.mean[view.shown]
        self.largest = float(np.max(np.abs(means), initial=0.0)) or 1.0

    def take_standing(self, standing: Standing | None) -> None:
        """Take in new intervals and chances, or know none; what they are called stays."""
        self.standing = standing
        if standing is not None:
            self._k = standing.leading.k

    @property
    def n_shown(self) -> int:
        """How many items have a place."""
        return 0 if self.view is None else len(self.view.shown)

    def row(self, position: int) -> RankingRow:
        """What is known of an item that is shown."""
        view, standing = self.view, self._standing_that_fits()
        assert view is not None
        return RankingRow(
            position,
            self.items.names[position],
            self.badge(position),
            int(self.rank[position]),
            float(self.rank[position] + 0.5 * (self._n_tied[position] - 1)),
            None if standing is None else int(standing.rank_low[position]),
            None if standing is None else int(standing.rank_high[position]),
            float(view.mean[position]),
            float(view.sd[position]),
            None if standing is None else float(standing.leading.chance[position]),
            int(view.n_compared[position]),
        )

    def badge(self, position: int) -> str:
        """A or B of an asked item; empty for any other."""
        if self.asked is None or position not in self.asked:
            return ""
        return "AB"[self.asked.index(position)]

    def sorted(self, column: int, *, is_descending: bool) -> Array:
        """Positions of the shown items by a column, and where that ties by their place."""
        if self.view is None:
            return np.empty(0, dtype=np.intp)
        shown = self.view.by_rank
        keys = [key[shown] for key in self._keys(column)]
        if is_descending:
            keys = [-key for key in keys]
        return np.asarray(shown[np.lexsort(keys[::-1])])

    def _keys(self, column: int) -> tuple[Array, ...]:
        """What a column is sorted by, the first first; everything as numbers."""
        view, standing = self.view, self._standing_that_fits()
        assert view is not None
        if column == Column.ITEM:
            names = np.array([name.casefold() for name in self.items.names])
            return (np.unique(names, return_inverse=True)[1],)
        if column in (Column.INTERVAL, Column.CHANCE) and standing is not None:
            if column == Column.CHANCE:
                return (standing.leading.chance,)
            return standing.rank_low.astype(int), standing.rank_high.astype(int)
        plain = {Column.MEAN: view.mean, Column.SD: view.sd, Column.ASKED: view.n_compared}
        return (plain.get(Column(column), self.rank),)

    def heading(self, column: int) -> str:
        """What a column is called; its chance is to be the best, or among the top k."""
        return leading_words(self._k) if column == Column.CHANCE else HEADINGS[column]

    def heading_tip(self, column: int) -> str:
        """What a column tells, in a sentence."""
        if column != Column.CHANCE:
            return HEADING_TIPS[column]
        meaning = leading_meaning(self._k, is_grouped=len(self.items.group_names) > 1)
        return f"{meaning}, counted in {N_DRAWS:,} draws."

    def _standing_that_fits(self) -> Standing | None:
        standing = self.standing
        fits = standing is not None and len(standing.rank) == self.items.n_items
        return standing if fits else None


def interval_in_figures(low: int | None, high: int | None) -> str:
    """Two ranks as "1–4", one as "1"."""
    if low is None or high is None:
        return UNKNOWN
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def chance_in_figures(chance: float | None) -> str:
    """A chance in per cent; what would read 0 or 100 says on which side it lies."""
    if chance is None or not np.isfinite(chance):
        return UNKNOWN
    if chance < 0.01:
        return f"<{NO_BREAK}1{NO_BREAK}%"
    if 0.99 < chance < 1.0:
        return f">{NO_BREAK}99{NO_BREAK}%"
    return f"{100 * chance:.0f}{NO_BREAK}%"


def tab_separated(ranking: Ranking, positions: Iterable[int]) -> str:
    """Headings and the rows of some items as text for a spreadsheet."""
    headings = tuple(ranking.heading(column) for column in Column)
    rows = (ranking.row(position) for position in positions)
    lines = [headings, *(tuple(row.text(column) for column in Column) for row in rows)]
    return "\n".join("\t".join(line) for line in lines)


def ranking_in_words(ranking: Ranking) -> str:
    """The first of a ranking for those who hear it."""
    if ranking.view is None:
        return "Nothing is ranked yet."
    told = []
    for position in ranking.view.by_rank[:MOST_TOLD].tolist():
        row = ranking.row(position)
        places = f", rank {row.text(Column.INTERVAL)}" if row.low is not None else ""
        told.append(f"{row.name} {figure(row.mean)} ± {figure(REACH * row.sd)}{places}")
    return f"Ranking of {counted(ranking.n_shown, 'item')}. {'; '.join(told)}."
