"""A table in plain text: comma, semicolon or tab between its cells, one header row."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prefstudio.study.errors import DataError
from prefstudio.study.text_file import read_text
from prefstudio.study.words import counted, did_you_mean, listed, quoted

_DELIMITERS = ",;\t"
_SNIFFED_ROWS = 20
_PIECE = 20_000
_TEXT_COLUMNS = frozenset({"item_id", "path", "text", "label", "group"})
_WITH_COMMA = re.compile(r"[-+]?[0-9]+(,[0-9]+)?([eE][-+]?[0-9]+)?")
_RUN_BY_SPREADSHEET = re.compile(r"'*[=+\-@\t\r]")
_KEPT_FROM_SPREADSHEET = re.compile(r"'+[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, as many as the header has, and the line it begins on, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table as it was written: every cell is text, nothing is trimmed but the header."""

    file: str
    header: tuple[str, ...]
    header_line: int
    rows: tuple[Row, ...]
    _numbers: dict[int, NDArray[np.float64] | None] = field(default_factory=dict, repr=False)

    def position(self, column: str) -> int | None:
        """Return the position of a column from 0, or None when there is no such column."""
        return self.header.index(column) if column in self.header else None

    def require(self, column: str, remedy: str) -> int:
        """Return the position of a column.

        Raises
        ------
        DataError
            When there is no such column; a heading that looks like it is named.
        """
        position = self.position(column)
        if position is None:
            raise DataError(
                self.file,
                f"there is no column called {quoted(column)}",
                line=self.header_line,
                remedy=did_you_mean(column, self.header, remedy),
            )
        return position

    def cells(self, position: int) -> list[str]:
        """Return the cells of one column, without the spaces around them."""
        return [row.cells[position].strip() for row in self.rows]

    def numbers(self, position: int) -> NDArray[np.float64] | None:
        """Return the numbers that all cells of a column plainly say, nan for empty ones.

        None says that they must be looked at one by one. A column is read once only.
        """
        if position not in self._numbers:
            self._numbers[position] = plain_numbers(self.cells(position))
        return self._numbers[position]

    def error(self, row: Row, message: str, *, column: int | None = None, remedy: str) -> DataError:
        """Return the error that names this table, a row's line and a column by its heading."""
        heading = None if column is None else self.header[column]
        return DataError(self.file, message, line=row.line, column=heading, remedy=remedy)


def plain_numbers(cells: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the finite numbers of trimmed cells, nan for empty ones; None if one is no number."""
    numbers = np.empty(len(cells))
    # Piece by piece, since one call for a million cells would hold up all other threads.
    for start in range(0, len(cells), _PIECE):
        piece = cells[start : start + _PIECE]
        n_empty = piece.count("")
        try:
            if "_" in "".join(piece):
                return None
            read = np.array([float(cell or "nan") for cell in piece], dtype=np.float64)
        except ValueError:
            return None
        if np.isfinite(read).sum() != len(piece) - n_empty:
            return None
        numbers[start : start + _PIECE] = read
    numbers.setflags(write=False)
    return numbers


def read_table(path: str | Path, *, needed: bool = False) -> Table:
    """Read a table; one that is `needed` cannot be deleted as the way out of a mistake.

    The delimiter is the one that fits the first rows best. Empty rows are left out; a short row
    is filled up with empty cells.

    Raises
    ------
    DataError
        When the file is not there or holds no table; see also `read_text`.
    """
    path = Path(path)
    text = read_text(path)
    # newline="" leaves the ends of lines inside quotes as they were written.
    lines = io.StringIO(text, newline="")
    delimiter = sniffed_delimiter(text)
    records = read_records(path.name, lines, delimiter)
    first = next(records, None)
    if first is None:
        raise DataError(
            path.name,
            "the file is empty",
            remedy="Write a first row with the names of the columns"
            + ("." if needed else ", or delete the file."),
        )
    header_line, names = first
    header = checked_header(path.name, header_line, names)
    rows = tuple(_row(path.name, line, cells, len(header)) for line, cells in records)
    return with_decimal_points(Table(path.name, header, header_line, rows), delimiter)[0]


def with_decimal_points(table: Table, delimiter: str) -> tuple[Table, tuple[str, ...]]:
    """Read decimal commas where semicolons part the cells.

    Returns
    -------
    The table, with points in each column whose every value is a number and one has a comma; and
    the headings of those columns.
    """
    if delimiter != ";":
        return table, ()
    places = [k for k in range(len(table.header)) if _has_decimal_commas(table, k)]
    if not places:
        return table, ()
    rows = tuple(Row(row.line, _with_points(row.cells, places)) for row in table.rows)
    headings = tuple(table.header[place] for place in places)
    return Table(table.file, table.header, table.header_line, rows), headings


def decimal_comma_note(file: str, headings: Sequence[str]) -> str:
    """Say which columns were read with decimal commas."""
    columns = listed(map(quoted, headings))
    return f"{file}: cells are parted by semicolons, so commas in {columns} are decimal points."


def _has_decimal_commas(table: Table, place: int) -> bool:
    if table.header[place] in _TEXT_COLUMNS:
        return False
    cells = [cell for cell in table.cells(place) if cell]
    return any("," in cell for cell in cells) and all(map(_WITH_COMMA.fullmatch, cells))


def _with_points(cells: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    mended = list(cells)
    for place in places:
        mended[place] = mended[place].replace(",", ".")
    return tuple(mended)


def spreadsheet_safe(cell: str) -> str:
    """Return a text cell so that no spreadsheet runs it; `read_table` takes the mark off again."""
    return f"'{cell}" if _RUN_BY_SPREADSHEET.match(cell) else cell


def as_meant(cell: str) -> str:
    """Take off the mark that keeps a spreadsheet from running a cell."""
    return cell[1:] if cell[:1] == "'" and _KEPT_FROM_SPREADSHEET.match(cell) else cell


def sniffed_delimiter(text: str) -> str:
    """Return the delimiter under which most of the first rows are as wide as the header.

    One under which quotes are closed where cells end goes before one under which they are not.
    """

    def fitness(delimiter: str) -> tuple[bool, bool, float, int]:
        try:
            widths = _first_widths(text, delimiter, strict=False)
        except csv.Error:
            return False, False, 0.0, 0
        width = widths[0] if widths else 0
        # The share, not the number: a wrong delimiter makes many rows of a cell with many lines.
        share = widths.count(width) / max(len(widths), 1)
        return width > 1, _is_well_quoted(text, delimiter), share, width

    return max(_DELIMITERS, key=fitness)


def _first_widths(text: str, delimiter: str, *, strict: bool) -> list[int]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    return [len(cells) for cells in islice(reader, _SNIFFED_ROWS) if cells]


def _is_well_quoted(text: str, delimiter: str) -> bool:
    try:
        _first_widths(text, delimiter, strict=True)
    except csv.Error:
        return False
    return True


def read_records(
    file: str, lines: Iterable[str], delimiter: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty with the line it begins on.

    Raises
    ------
    DataError
        When a quotation mark is not closed, or a cell is out of all measure.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _csv_error(file, line, str(error)) from error
        if any(cell.strip() for cell in cells):
            yield line, [as_meant(cell) for cell in cells]


def _csv_error(file: str, line: int, reason: str) -> DataError:
    """Say in words what the csv module found."""
    if "field larger" in reason:
        return DataError(
            file,
            f"a cell is longer than {csv.field_size_limit():,} characters",
            line=line,
            remedy="Put the text in a file of its own and name that in the column path, "
            "or look for a quotation mark that is never closed.",
        )
    return DataError(
        file,
        "a quotation mark is opened here and not closed as it should be",
        line=line,
        remedy="Close it before the next cell, and write a quotation mark inside quotes twice.",
    )


def checked_header(file: str, line: int, cells: Sequence[str]) -> tuple[str, ...]:
    """Return the headings: trimmed, named where empty, without empty ones at the end.

    Raises
    ------
    DataError
        When a heading is there twice.
    """
    names = [cell.strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    header = tuple(name or f"column_{place}" for place, name in enumerate(names, start=1))
    for name, times in Counter(header).items():
        if times > 1:
            raise DataError(
                file,
                f"the column {quoted(name)} is there {counted(times, 'time')}",
                line=line,
                column=name,
                remedy="Rename or delete all but one of them.",
            )
    return header


def _row(file: str, line: int, cells: list[str], width: int) -> Row:
    surplus = cells[width:]
    if any(surplus):
        raise DataError(
            file,
            f"this row has {counted(len(cells), 'cell')}, but the header has "
            f"{counted(width, 'column')}; too many are {listed(map(quoted, surplus[:3]))}",
            line=line,
            remedy="Put quotes around a cell that holds the separator, or name the column.",
        )
    return Row(line, tuple(cells[:width]) + ("",) * (width - len(cells)))
