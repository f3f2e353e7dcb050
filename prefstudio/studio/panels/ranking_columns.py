"""The columns of the ranking: one table of all that a column is.

Table, headings, order, drawing and what is saved as numbers read it. Every part of an entry has to
be given, so none can be forgotten when a column is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QFont

from prefstudio.engine.linalg import Array
from prefstudio.engine.ranking import N_DRAWS
from prefstudio.studio.figure_table import Cell
from prefstudio.studio.fonts import MEDIUM, REGULAR, SEMI_BOLD
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.panels.ranking_rows import (
    RankingRow,
    chance_in_figures,
    interval_in_figures,
)
from prefstudio.study.standing import Standing
from prefstudio.study.view import View


class Column(IntEnum):
    """The columns from left to right."""

    RANK = 0
    ITEM = 1
    INTERVAL = 2
    MEAN = 3
    SD = 4
    CHANCE = 5
    ASKED = 6


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of all items, by which columns are sorted.

    Attributes
    ----------
    rank
        The place of every item, shape (n_items,).
    standing
        None while intervals and chances are not known.
    """

    names: tuple[str, ...]
    rank: Array
    view: View
    standing: Standing | None


class Widths(NamedTuple):
    """Pixels of a column, from where there is much room to where there is little.

    A column gives way first with its bar, then by being left out, which None stands for.
    """

    wide: int
    close: int
    few: int | None
    narrow: int | None


class SavedPart(NamedTuple):
    """A column of the numbers that are saved: its heading and its cell of a row."""

    heading: str
    cell: Callable[[RankingRow], Cell]


@dataclass(frozen=True, slots=True)
class RankingColumn:
    """All that a column is.

    Attributes
    ----------
    heading, tip
        What it is called, and a sentence of what it tells; {chance} and {meaning} stand for the
        words of the chance that a study is about.
    text
        What stands in its cell.
    keys
        What it is sorted by, the first first; everything as numbers.
    largest_first
        Whether a first click on its heading lists the largest number first.
    is_left
        Whether its heading begins at the left: words do, figures end at the right; intervals and
        chances have a bar before them. That of ranks stands as `rank_heading_side` has it.
    weight, role
        Weight of its letters, and the role of their colour.
    widths
        None where it takes the room of what it holds.
    parts
        Its numbers as they are saved, in full precision.
    """

    heading: str
    tip: str
    text: Callable[[RankingRow], str]
    keys: Callable[[Known], tuple[Array, ...]]
    largest_first: bool
    is_left: bool
    weight: QFont.Weight
    role: str
    widths: Widths | None
    parts: tuple[SavedPart, ...]


def _by_name(known: Known) -> tuple[Array, ...]:
    names = np.array([name.casefold() for name in known.names])
    return (np.unique(names, return_inverse=True)[1],)


def _by_interval(known: Known) -> tuple[Array, ...]:
    if known.standing is None:
        return (known.rank,)
    return known.standing.rank_low.astype(int), known.standing.rank_high.astype(int)


def _by_chance(known: Known) -> tuple[Array, ...]:
    if known.standing is None:
        return (-known.rank,)  # the best have the largest chance
    return (known.standing.leading.chance,)


COLUMNS: Mapping[Column, RankingColumn] = {
    Column.RANK: RankingColumn(
        heading="#",
        tip="Place by the mean; tied items share one.",
        text=lambda row: f"{row.rank:,}",
        keys=lambda known: (known.rank,),
        largest_first=False,
        is_left=True,
        weight=SEMI_BOLD,
        role="ink",
        widths=None,
        parts=(SavedPart("Rank", lambda row: row.rank),),
    ),
    Column.ITEM: RankingColumn(
        heading="Item",
        tip="What is compared.",
        text=lambda row: row.name,
        keys=_by_name,
        largest_first=False,
        is_left=True,
        weight=MEDIUM,
        role="ink",
        widths=None,
        parts=(SavedPart("Item", lambda row: row.item_id), SavedPart("Name", lambda row: row.name)),
    ),
    Column.INTERVAL: RankingColumn(
        heading="Rank, 95 %",
        tip="The places it lies in with 95 %.",
        text=lambda row: interval_in_figures(row.low, row.high),
        keys=_by_interval,
        largest_first=False,
        is_left=True,
        weight=REGULAR,
        role="ink2",
        widths=None,
        parts=(
            SavedPart("Rank low (95 %)", lambda row: row.low),
            SavedPart("Rank high (95 %)", lambda row: row.high),
        ),
    ),
    Column.MEAN: RankingColumn(
        heading="Mean",
        tip="Its utility, as far as is known.",
        text=lambda row: figure(row.mean),
        keys=lambda known: (known.view.mean,),
        largest_first=True,
        is_left=False,
        weight=SEMI_BOLD,
        role="ink",
        widths=Widths(60, 60, 60, 48),
        parts=(SavedPart("Mean", lambda row: row.mean),),
    ),
    Column.SD: RankingColumn(
        heading="sd",
        tip="How far its utility may lie from the mean.",
        text=lambda row: figure(row.sd),
        keys=lambda known: (known.view.sd,),
        largest_first=True,
        is_left=False,
        weight=REGULAR,
        role="ink2",
        widths=Widths(48, 48, None, None),
        parts=(SavedPart("sd", lambda row: row.sd),),
    ),
    Column.CHANCE: RankingColumn(
        heading="{chance}",
        tip=f"{{meaning}}, counted in {N_DRAWS:,} draws.",
        text=lambda row: chance_in_figures(row.chance),
        keys=_by_chance,
        largest_first=True,
        is_left=True,
        weight=REGULAR,
        role="ink2",
        widths=Widths(108, 60, 108, 60),  # 60 have room for no bar
        parts=(SavedPart("{chance}", lambda row: row.chance),),
    ),
    Column.ASKED: RankingColumn(
        heading="Asked",
        tip="How many answers that count compared it.",
        text=lambda row: f"{row.n_compared:,}",
        keys=lambda known: (known.view.n_compared,),
        largest_first=True,
        is_left=False,
        weight=REGULAR,
        role="ink2",
        widths=Widths(56, 56, None, None),
        parts=(SavedPart("Asked", lambda row: row.n_compared),),
    ),
}
