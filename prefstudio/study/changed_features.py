"""Features of items that were added or changed; nobody else's features move."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from prefstudio.study.features import FeatureColumn, FeatureTable, FloatArray


class FeatureChanges:
    """Collects new cells by position and column."""

    def __init__(self, founding: FeatureTable) -> None:
        self._founding = founding
        self._cells: dict[str, dict[int, object]] = {}

    def set_cells(self, position: int, cells: Mapping[str, object]) -> None:
        """Give an item other features; an empty cell or None is one that is missing.

        Raises
        ------
        DataError, ValueError, OverflowError
            When there is no such feature, or a number stands for a word or the other way round;
            then no cell is set.
        """
        found = [(self._founding.column(name), value) for name, value in cells.items()]
        for column, value in found:
            _row(column, value)
        for column, value in found:
            self._cells.setdefault(column.heading, {})[position] = value

    def table(self, n_items: int) -> FeatureTable:
        """Return the features of `n_items` items, the founding ones first."""
        founding = self._founding
        if not self._cells and n_items == founding.n_items:
            return founding
        columns = tuple(
            _changed(column, n_items, self._cells.get(column.heading, {}))
            for column in founding.columns
        )
        return FeatureTable(founding.file, n_items, columns)


def _changed(column: FeatureColumn, n_items: int, cells: Mapping[int, object]) -> FeatureColumn:
    n_added = n_items - len(column.missing)
    values = np.vstack([column.values, np.tile(_row(column, None), (n_added, 1))])
    missing = np.concatenate([column.missing, np.ones(n_added, dtype=bool)])
    for position, value in cells.items():
        values[position] = _row(column, value)
        missing[position] = value is None or value == ""
    values.setflags(write=False)
    missing.setflags(write=False)
    # Mean and sd stay those of the founding items.
    return replace(column, values=values, missing=missing)


def _row(column: FeatureColumn, value: object) -> FloatArray:
    """Return the numbers of one cell; a word that no founding item has is no indicator's."""
    missing = value is None or value == ""
    if column.is_categorical:
        if not missing and not isinstance(value, str):
            raise ValueError(f"the feature {column.heading} holds words")
        word = "" if missing else value
        return np.array([float(word == each) for each in column.categories])
    if missing:
        return column.mean
    number = float(value) if isinstance(value, int | float) else math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise ValueError(f"the feature {column.heading} holds finite numbers")
    return np.array([number])
