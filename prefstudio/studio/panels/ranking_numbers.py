"""The numbers of the ranking: of all items, in the order of a column, as a row each and as text."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.ranks import tied_ranks
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.numbers_as_text import count_of, figure
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column, Known
from prefstudio.studio.panels.ranking_rows import RankingRow, interval_in_figures
from prefstudio.studio.plots.intervals import REACH
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Standing, leading_meaning, leading_words
from prefstudio.study.view import View

MOST_TOLD = 12  # items that are told in words


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
            self.items.ids[position],
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

    def sorted(self, column: Column, *, is_descending: bool) -> Array:
        """Positions of the shown items by a column, and where that ties by their place."""
        if self.view is None:
            return np.empty(0, dtype=np.intp)
        shown = self.view.by_rank
        known = Known(self.items.names, self.rank, self.view, self._standing_that_fits())
        keys = [key[shown] for key in COLUMNS[column].keys(known)]
        if is_descending:
            keys = [-key for key in keys]
        return np.asarray(shown[np.lexsort(keys[::-1])])

    def heading(self, column: Column) -> str:
        """What a column is called; its chance is to be the best, or among the top k."""
        return COLUMNS[column].heading.format(chance=leading_words(self._k))

    def heading_tip(self, column: Column) -> str:
        """What a column tells, in a sentence."""
        meaning = leading_meaning(self._k, is_grouped=len(self.items.group_names) > 1)
        return COLUMNS[column].tip.format(meaning=meaning)

    def figure_table(self, positions: Iterable[int]) -> FigureTable:
        """The rows of some items, in full precision."""
        parts = [part for column in Column for part in COLUMNS[column].parts]
        chance = leading_words(self._k)
        headings = tuple(part.heading.format(chance=chance) for part in parts)
        rows = (self.row(position) for position in positions)
        return FigureTable(headings, tuple(tuple(part.cell(row) for part in parts) for row in rows))

    def _standing_that_fits(self) -> Standing | None:
        standing = self.standing
        fits = standing is not None and len(standing.rank) == self.items.n_items
        return standing if fits else None


def tab_separated(ranking: Ranking, positions: Iterable[int]) -> str:
    """Headings and the rows of some items as text for a spreadsheet."""
    headings = tuple(ranking.heading(column) for column in Column)
    rows = (ranking.row(position) for position in positions)
    lines = [headings, *(tuple(COLUMNS[column].text(row) for column in Column) for row in rows)]
    return "\n".join("\t".join(line) for line in lines)


def ranking_in_words(ranking: Ranking) -> str:
    """The first of a ranking for those who hear it."""
    if ranking.view is None:
        return "Nothing is ranked yet."
    told = []
    for position in ranking.view.by_rank[:MOST_TOLD].tolist():
        row = ranking.row(position)
        places = f", rank {interval_in_figures(row.low, row.high)}" if row.low is not None else ""
        told.append(f"{row.name} {figure(row.mean)} ± {figure(REACH * row.sd)}{places}")
    return f"Ranking of {count_of(ranking.n_shown, 'item')}. {'; '.join(told)}."
