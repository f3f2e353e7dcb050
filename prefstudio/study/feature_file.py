"""The feature columns of a table of items."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.features import (
    FeatureColumn,
    FeatureTable,
    categorical_feature,
    numeric_feature,
)
from prefstudio.study.item_columns import FEATURE_PREFIX, ItemColumns
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import quoted


def features_from_table(
    table: Table, columns: ItemColumns, categorical: Sequence[str] = ()
) -> FeatureTable:
    """Make the features of a table of items.

    Parameters
    ----------
    table, columns
        The table, and which of its columns are features.
    categorical
        Features to be read as categories, named with or without ``x_``.

    Raises
    ------
    DataError
        When a column mixes numbers and words, or holds a number that is not finite.
    """
    made = []
    for place in columns.features:
        heading = table.header[place]
        name = heading.removeprefix(FEATURE_PREFIX)
        cells = table.cells(place)
        if name in categorical or heading in categorical or _is_words(table, place):
            made.append(categorical_feature(name, heading, cells))
        else:
            numbers = np.array([float("nan") if not cell else as_number(cell) for cell in cells])
            made.append(_scalable(table, numeric_feature(name, heading, numbers)))
    return FeatureTable(table.file, len(table.rows), tuple(made))


def _is_words(table: Table, place: int) -> bool:
    """Tell whether a feature is categorical: it has values, and none of them is a number."""
    said = [(row, as_number(row.cells[place])) for row in table.rows if row.cells[place].strip()]
    for row, number in said:
        if number is not None and not math.isfinite(number):
            raise _mixture(table, row, place, "is no finite number")
    words = [row for row, number in said if number is None]
    numbers = [row for row, number in said if number is not None]
    if words and numbers:
        # The fewer of the two are the likelier slip.
        if len(words) <= len(numbers):
            raise _mixture(table, words[0], place, "is no number, but other cells here are")
        raise _mixture(table, numbers[0], place, "is a number, but most cells here are words")
    return bool(words)


def _mixture(table: Table, row: Row, place: int, problem: str) -> DataError:
    return table.error(
        row,
        f"{quoted(row.cells[place].strip())} {problem}",
        column=place,
        remedy=f"Mend or empty the cell, rename the column without {FEATURE_PREFIX}, "
        "or list it under categorical in study.toml.",
    )


def _scalable(table: Table, column: FeatureColumn) -> FeatureColumn:
    if not (np.isfinite(column.mean).all() and np.isfinite(column.sd).all()):
        raise DataError(
            table.file,
            "the numbers are too large to take their mean and spread",
            column=column.heading,
            remedy="Write them in a larger unit.",
        )
    return column
