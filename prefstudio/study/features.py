"""Features: what is known of each item before any answer, as numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prefstudio.study.errors import DataError
from prefstudio.study.item_columns import FEATURE_PREFIX
from prefstudio.study.words import counted, did_you_mean, quoted

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d+")


@dataclass(frozen=True, slots=True, eq=False)
class FeatureColumn:
    """One feature of all items: a number each, or one indicator for each category.

    Attributes
    ----------
    name
        The heading without ``x_``.
    heading
        The heading as the file has it.
    categories
        The words of a categorical feature in alphabetical order, ``""`` for an empty cell;
        none for a numeric one.
    values
        ``(n_items, n_columns)``: the numbers, with the mean in the place of an empty cell; or the
        indicators in the order of `categories`. Read-only.
    missing
        ``(n_items,)``: which cells were empty. Read-only.
    mean, sd
        ``(n_columns,)``: mean and population sd of `values` over the founding items, by which the
        feature is standardised for good; sd 0 says that the column is constant. Read-only.
    """

    name: str
    heading: str
    categories: tuple[str, ...]
    values: FloatArray
    missing: BoolArray
    mean: FloatArray
    sd: FloatArray

    @property
    def is_categorical(self) -> bool:
        """Whether the feature is a set of indicators."""
        return bool(self.categories)

    @property
    def column_names(self) -> tuple[str, ...]:
        """What each column of `values` is called: ``age``, or ``colour=red``."""
        if not self.is_categorical:
            return (self.name,)
        return tuple(f"{self.name}={category}" for category in self.categories)

    def standardized(self) -> FloatArray:
        """Return `values` less their mean, in units of their sd; a constant column is 0."""
        scale = np.where(self.sd > 0, self.sd, 1.0)
        return np.where(self.sd > 0, (self.values - self.mean) / scale, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTable:
    """The features of all items."""

    file: str
    n_items: int
    columns: tuple[FeatureColumn, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the features, without ``x_``."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> FeatureColumn:
        """Return the feature of a name, written with or without ``x_``.

        Raises
        ------
        DataError
            When there is none; the nearest name is told.
        """
        for column in self.columns:
            if name in (column.heading, column.name):
                return column
        names = [column.heading for column in self.columns]
        raise DataError(
            self.file,
            f"no feature is called {quoted(name)}",
            column=name,
            remedy=did_you_mean(
                name, names, f"Name a column of numbers or words {FEATURE_PREFIX}…."
            ),
        )

    def chosen(self, names: Sequence[str] = ()) -> tuple[FeatureColumn, ...]:
        """Return the features of some names, in that order; all of them for no name."""
        return tuple(self.column(name) for name in names) if names else self.columns

    def column_names(self, columns: Sequence[str] = ()) -> tuple[str, ...]:
        """Return what the columns of `matrix` are called, indicators each by its own."""
        return tuple(name for column in self.chosen(columns) for name in column.column_names)

    def matrix(self, columns: Sequence[str] = (), standardize: bool = True) -> FloatArray:
        """Return the features as numbers.

        Parameters
        ----------
        columns
            Names of features; all of them when empty.
        standardize
            Whether each column, indicators too, is taken less its mean and in units of its sd.

        Returns
        -------
        ``(n_items, n_columns)``, a new array.
        """
        chosen = self.chosen(columns)
        blocks = [column.standardized() if standardize else column.values for column in chosen]
        return np.hstack([np.empty((self.n_items, 0)), *blocks])

    def notes(self) -> tuple[str, ...]:
        """Return what a preview says of the features: empty cells, constant columns, guesses."""
        return tuple(
            f"{self.file}: the column {quoted(column.heading)} {remark}."
            for column in self.columns
            for remark in _remarks(column)
        )


def numeric_feature(name: str, heading: str, numbers: FloatArray) -> FeatureColumn:
    """Make a feature of one number an item, nan where it is missing."""
    missing = np.isnan(numbers)
    present = numbers[~missing]
    with np.errstate(over="ignore", invalid="ignore"):
        filled = np.where(missing, present.mean() if present.size else 0.0, numbers)
    return _feature(name, heading, (), filled[:, np.newaxis], missing)


def categorical_feature(name: str, heading: str, cells: Sequence[str]) -> FeatureColumn:
    """Make a feature of one word an item, ``""`` where it is missing."""
    categories, codes = np.unique(np.array(cells, dtype=object), return_inverse=True)
    indicators = np.equal.outer(codes, np.arange(len(categories))).astype(np.float64)
    missing = np.array([not cell for cell in cells])
    return _feature(name, heading, tuple(categories), indicators, missing)


def founded_feature(
    name: str,
    heading: str,
    categories: tuple[str, ...],
    cells: Sequence[str] | FloatArray,
    mean: Sequence[float],
    sd: Sequence[float],
) -> FeatureColumn:
    """Make a feature whose mean and sd are those of earlier items.

    Parameters
    ----------
    categories
        The words of those items; a word that is none of them gets no indicator. None for numbers.
    cells
        One word an item, ``""`` where it is missing; or one number, nan where it is missing.
    mean, sd
        What the feature is standardised by; an empty cell of numbers takes the mean.
    """
    centre, spread = np.array(mean, dtype=np.float64), np.array(sd, dtype=np.float64)
    if categories:
        words = np.array(cells, dtype=object)
        missing = np.array([not cell for cell in cells])
        values = np.array([words == each for each in categories], dtype=np.float64).T
    else:
        numbers = np.asarray(cells, dtype=np.float64)
        missing = np.isnan(numbers)
        values = np.where(missing, centre[0], numbers)[:, np.newaxis]
    for array in (values, missing, centre, spread):
        array.setflags(write=False)
    return FeatureColumn(name, heading, categories, values, missing, centre, spread)


def _feature(
    name: str, heading: str, categories: tuple[str, ...], values: FloatArray, missing: BoolArray
) -> FeatureColumn:
    with np.errstate(over="ignore", invalid="ignore"):
        # A constant column has an sd of exactly 0, which rounding in the mean would spoil.
        constant = values.max(axis=0) == values.min(axis=0)
        mean = np.where(constant, values[0], values.mean(axis=0))
        sd = np.where(constant, 0.0, values.std(axis=0))
    for array in (values, missing, mean, sd):
        array.setflags(write=False)
    return FeatureColumn(name, heading, categories, values, missing, mean, sd)


def _remarks(column: FeatureColumn) -> list[str]:
    remarks = []
    n_missing = int(column.missing.sum())
    if n_missing:
        place = "the column's mean"
        if column.is_categorical:
            place = "an indicator of its own" if "" in column.categories else "none of its words"
        remarks.append(f"has {counted(n_missing, 'empty cell')}, read as {place}")
    if not (column.sd > 0).any():
        remarks.append("is the same for every item, so it tells nothing and becomes 0")
    words = [category for category in column.categories if category]
    if words and all(_DECIMAL_COMMA.fullmatch(word) for word in words):
        remarks.append("has numbers with a decimal comma and is read as categories; write points")
    return remarks
