"""A table as it is written: UTF-8, LF, and no cell that a spreadsheet would run."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from prefstudio.study.errors import DataError
from prefstudio.study.tables import spreadsheet_safe
from prefstudio.study.words import quoted

_PLAIN_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?")
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True, eq=False)
class WrittenTable:
    """Headings and rows of cells; cells were made by the functions below."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def content(self, file: str, delimiter: str = ",", missing: str = "") -> bytes:
        """Return the file's bytes.

        Parameters
        ----------
        file
            The file as an error shall name it.
        delimiter
            What stands between two cells.
        missing
            What is written for an empty cell.

        Raises
        ------
        DataError
            When a cell holds a character that no text file can.
        """
        header = [text_cell(heading) for heading in self.header]
        written = []
        for row in (header, *self.rows):
            if _UNWRITABLE.search("".join(row)):
                _name_unwritable(file, self.header, row)
            written.append(delimiter.join(_in_quotes(cell or missing, delimiter) for cell in row))
        return ("\n".join(written) + "\n").encode()


def text_cell(text: str) -> str:
    """Return a text so that no spreadsheet runs it."""
    return spreadsheet_safe(text)


def kept_cell(cell: str) -> str:
    """Return the cell of a column that only its reader knows: numbers stay numbers."""
    return cell if _PLAIN_NUMBER.fullmatch(cell) else spreadsheet_safe(cell)


def number_cell(number: float | None) -> str:
    """Return a number to its last digit; nothing for None and for what is not a number."""
    if number is None or number != number:
        return ""
    return repr(float(number)).removesuffix(".0")


def yes_no_cell(yes: bool) -> str:
    """Return 1 for yes and 0 for no."""
    return "1" if yes else "0"


def kept_headings(
    extras: Iterable[Mapping[str, str]], taken: Collection[str], prefix: str | None = None
) -> dict[str, str]:
    """Return under which heading each column that has no meaning here is written.

    Parameters
    ----------
    extras
        The cells of every row, by heading.
    taken
        Headings that mean something in the table that is written.
    prefix
        A beginning of headings that means something too.
    """
    headings: dict[str, str] = {}
    used = set(taken)
    for heading in dict.fromkeys(name for extra in extras for name in extra):
        name = heading.strip() or "column"
        while name in used or (prefix and name.startswith(prefix)):
            name = f"kept_{name}"
        used.add(name)
        headings[heading] = name
    return headings


def _in_quotes(cell: str, delimiter: str) -> str:
    # The csv module leaves a bare carriage return without quotes before Python 3.13.
    if any(mark in cell for mark in (delimiter, '"', "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _name_unwritable(file: str, header: Sequence[str], row: Sequence[str]) -> None:
    for heading, cell in zip(header, row, strict=True):
        if _UNWRITABLE.search(cell):
            raise DataError(
                file,
                f"{quoted(cell)} holds a character that no text file can",
                column=heading,
                remedy="Write it without that character.",
            )
