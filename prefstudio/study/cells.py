"""What a cell of a table says: a number, a whole number, yes or no, one of some words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prefstudio.study.tables import Row, Table
from prefstudio.study.words import did_you_mean, listed, quoted

_YES = frozenset({"1", "true", "yes"})
_NO = frozenset({"0", "false", "no"})


def as_number(text: str) -> float | None:
    """Return the number a text says, perhaps not finite, or None when it says none."""
    if "_" in text:
        return None
    try:
        return float(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None


def read_text_cell(row: Row, column: int | None) -> str:
    """Return a cell without the spaces around it; empty when there is no such column."""
    return "" if column is None else row.cells[column].strip()


def read_number(table: Table, row: Row, column: int | None) -> float | None:
    """Return a finite number, or None for an empty cell.

    Raises
    ------
    DataError
        When the cell holds anything else.
    """
    text = read_text_cell(row, column)
    if not text:
        return None
    number = as_number(text)
    if number is None or not math.isfinite(number):
        raise table.error(
            row,
            f"{quoted(text)} is no finite number",
            column=column,
            remedy="Write a number with a decimal point, such as 0.5, or leave the cell empty.",
        )
    return number


def read_whole_number(
    table: Table, row: Row, column: int | None, lowest: int, highest: int | None = None
) -> int | None:
    """Return a whole number within its range (``3.0`` is one too), or None for an empty cell.

    Raises
    ------
    DataError
        When the cell holds anything else.
    """
    text = read_text_cell(row, column)
    if not text:
        return None
    number = as_number(text)
    range_words = f"{lowest} to {highest}" if highest is not None else f"{lowest} or more"
    too_high = number is not None and highest is not None and number > highest
    if number is None or not number.is_integer() or number < lowest or too_high:
        raise table.error(
            row,
            f"{quoted(text)} is no whole number of {range_words}",
            column=column,
            remedy=f"Write a whole number of {range_words}.",
        )
    return int(number)


def read_yes_no(table: Table, row: Row, column: int | None) -> bool | None:
    """Return what 1 or 0 (true or false, yes or no) says, or None for an empty cell.

    Raises
    ------
    DataError
        When the cell holds anything else.
    """
    text = read_text_cell(row, column)
    word = text.casefold().removesuffix(".0")
    if not word:
        return None
    if word not in _YES and word not in _NO:
        raise table.error(
            row, f"{quoted(text)} is neither 1 nor 0", column=column, remedy="Write 1 or 0."
        )
    return word in _YES


def read_choice(table: Table, row: Row, column: int | None, choices: Sequence[str]) -> str | None:
    """Return the choice a cell names, in whatever case, or None for an empty cell.

    Raises
    ------
    DataError
        When the cell names none of them.
    """
    text = read_text_cell(row, column)
    if not text:
        return None
    for choice in choices:
        if text.casefold() == choice.casefold():
            return choice
    raise table.error(
        row,
        f"{quoted(text)} is none of {listed(choices)}",
        column=column,
        remedy=did_you_mean(text, choices, f"Write one of {', '.join(choices)}."),
    )
