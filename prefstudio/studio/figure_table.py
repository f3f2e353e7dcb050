"""The numbers of a figure as a table: its twin for those who read, and what is saved as CSV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

Cell: TypeAlias = str | float | int | None


@dataclass(frozen=True, slots=True)
class FigureTable:
    """What a figure shows, in words and numbers.

    Attributes
    ----------
    columns
        Headings, units among them where there are any.
    rows
        One tuple a row, as long as the headings; numbers in full precision, None where there is
        none.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@runtime_checkable
class Figure(Protocol):
    """A widget that tells its numbers, and what it is called."""

    def figure_name(self) -> str:
        """What it is called, such as "Utilities"; also the beginning of a file's name."""

    def figure_table(self) -> FigureTable:
        """The numbers it shows now."""
