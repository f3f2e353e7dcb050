"""Which column of a table of items says what: its id, its known facts, its features, the rest."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from prefstudio.study.cells import as_number
from prefstudio.study.tables import Table
from prefstudio.study.words import quoted

ID_COLUMN = "item_id"
FACT_COLUMNS = (
    "type", "path", "text", "label", "group", "role", "truth", "gain_db", "start_s", "end_s",
)  # fmt: skip
FEATURE_PREFIX = "x_"


@dataclass(frozen=True, slots=True)
class ItemColumns:
    """Positions of the columns of a table of items.

    Attributes
    ----------
    id_column
        Where the ids are; None means that ids are row numbers from 1.
    facts
        Position of each known column that is there.
    features
        The columns that are features, in the order of the file.
    extra
        The columns that mean nothing here and are kept.
    notes
        What was guessed, in words.
    """

    id_column: int | None
    facts: Mapping[str, int]
    features: tuple[int, ...]
    extra: tuple[int, ...]
    notes: tuple[str, ...]


def choose_columns(table: Table, categorical: Sequence[str] = ()) -> ItemColumns:
    """Tell the columns of a table of items apart by their names, or guess them where it has none.

    Parameters
    ----------
    table
        The table of items.
    categorical
        Columns that are features of words, even where a plain table would not make them features.
    """
    facts = {name: table.header.index(name) for name in FACT_COLUMNS if name in table.header}
    if ID_COLUMN in table.header:
        id_column: int | None = table.header.index(ID_COLUMN)
        notes: list[str] = []
    else:
        id_column = _unique_first_column(table, facts)
        notes = [_id_note(table, id_column)]
    free = [
        place
        for place in range(len(table.header))
        if place != id_column and place not in facts.values()
    ]
    features = [place for place in free if table.header[place].startswith(FEATURE_PREFIX)]
    if ID_COLUMN not in table.header:
        features = [
            place
            for place in free
            if place in features
            or table.header[place] in categorical
            or _is_plain_feature(table, place, notes)
        ]
    extra = tuple(place for place in free if place not in features)
    return ItemColumns(id_column, facts, tuple(features), extra, tuple(notes))


def _unique_first_column(table: Table, facts: Mapping[str, int]) -> int | None:
    cells = table.cells(0)
    unique = all(cells) and len(set(cells)) == len(cells)
    is_feature = table.header[0].startswith(FEATURE_PREFIX)
    return 0 if unique and not is_feature and 0 not in facts.values() else None


def _id_note(table: Table, id_column: int | None) -> str:
    if id_column is None:
        return f"{table.file}: no column is called {ID_COLUMN}, so ids are row numbers from 1."
    heading = quoted(table.header[id_column])
    return f"{table.file}: no column is called {ID_COLUMN}, so ids are taken from {heading}."


def _is_plain_feature(table: Table, place: int, notes: list[str]) -> bool:
    """Tell whether a column without a feature's name holds numbers; note one that nearly does."""
    plain = table.numbers(place)
    if plain is not None:
        return not np.isnan(plain).all()
    numbers = words = 0
    for cell in table.cells(place):
        number = as_number(cell) if cell else 0.0
        is_number = number is not None and math.isfinite(number)
        numbers += is_number and bool(cell)
        words += not is_number
    if numbers and words:
        heading = quoted(table.header[place])
        notes.append(
            f"{table.file}: the column {heading} holds numbers and other words, "
            "so it is kept but is no feature."
        )
    return numbers > 0 and not words
