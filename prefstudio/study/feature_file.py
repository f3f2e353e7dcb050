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
    FloatArray,
    categorical_feature,
    founded_feature,
    numeric_feature,
)
from prefstudio.study.item_columns import FEATURE_PREFIX, ItemColumns
from prefstudio.study.settings import FeatureSettings, StudySettings
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import did_you_mean, quoted


def check_feature_settings(table: Table, columns: ItemColumns, settings: StudySettings) -> None:
    """See that every feature that study.toml names is one of a table of items.

    Raises
    ------
    DataError
        When one is not.
    """
    features = [table.header[place] for place in columns.features]
    known = {*features, *(heading.removeprefix(FEATURE_PREFIX) for heading in features)}
    named = [("categorical", name) for name in settings.categorical]
    named += [(f"feature[{k}].name", each.name) for k, each in enumerate(settings.features)]
    for path, name in named:
        if name in known:
            continue
        remedy = did_you_mean(name, features, f"List columns of {table.file} that are features.")
        if name in table.header:
            remedy = f"Rename the column {FEATURE_PREFIX}{name} in {table.file} to make it one."
        raise settings.error(
            path, f"no feature column of {table.file} is called {quoted(name)}", remedy
        )


def features_from_table(
    table: Table,
    columns: ItemColumns,
    categorical: Sequence[str] = (),
    founding: Sequence[FeatureSettings] = (),
) -> FeatureTable:
    """Make the features of a table of items.

    Parameters
    ----------
    table, columns
        The table, and which of its columns are features.
    categorical
        Features to be read as categories, named with or without ``x_``.
    founding
        What some features are standardised by, because items were added later.

    Raises
    ------
    DataError
        When a column mixes numbers and words, or holds a number that is not finite, or words
        where `founding` tells of numbers.
    """
    known = {each.name: each for each in founding}
    made = []
    for place in columns.features:
        heading = table.header[place]
        name = heading.removeprefix(FEATURE_PREFIX)
        told = known.get(heading) or known.get(name)
        is_chosen = name in categorical or heading in categorical
        if told is None:
            made.append(_feature(table, place, is_chosen))
        else:
            made.append(_founded(table, place, is_chosen, told))
    return FeatureTable(table.file, len(table.rows), tuple(made))


def _feature(table: Table, place: int, is_chosen: bool) -> FeatureColumn:
    """Return a feature that its own cells tell; one that was chosen is of words."""
    heading = table.header[place]
    name = heading.removeprefix(FEATURE_PREFIX)
    numbers = None if is_chosen else _numbers(table, place)
    if numbers is None:
        return categorical_feature(name, heading, table.cells(place))
    return _scalable(table, numeric_feature(name, heading, numbers))


def _founded(table: Table, place: int, is_chosen: bool, told: FeatureSettings) -> FeatureColumn:
    """Return a feature whose mean and sd are told."""
    heading = table.header[place]
    name = heading.removeprefix(FEATURE_PREFIX)
    if told.categories:
        words = table.cells(place)
        return founded_feature(name, heading, told.categories, words, told.mean, told.sd)
    numbers = None if is_chosen else _numbers(table, place)
    if numbers is None:
        raise _not_numbers(table, heading)
    return founded_feature(name, heading, (), numbers, told.mean, told.sd)


def _numbers(table: Table, place: int) -> FloatArray | None:
    """Return the numbers of a feature, nan where it is missing; None when it is of words."""
    numbers = table.numbers(place)
    if numbers is not None:
        return numbers
    if _is_words(table, place):
        return None
    return np.array([as_number(cell or "nan") for cell in table.cells(place)], dtype=np.float64)


def _not_numbers(table: Table, heading: str) -> DataError:
    return DataError(
        table.file,
        "study.toml tells a mean and an sd of numbers, and the column holds words",
        column=heading,
        remedy="Take its [[feature]] out of study.toml, or mend the column.",
    )


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
