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
    part
        What it holds of all that there is, such as "48 × 48 of 300 × 300 items"; empty when it
        holds everything.
    rest
        Where all of it is found.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    part: str = ""
    rest: str = ""


@runtime_checkable
class Figure(Protocol):
    """A widget that tells its numbers, and what it is called."""

    def figure_name(self) -> str:
        """What it is called, such as "Utilities"; also the beginning of a file's name."""

    def figure_table(self) -> FigureTable:
        """The numbers it shows now."""


@runtime_checkable
class PartialFigure(Figure, Protocol):
    """A figure that may show a part only of what it can tell."""

    def whole_table(self) -> FigureTable:
        """All numbers, as far as nobody has to wait for them."""
