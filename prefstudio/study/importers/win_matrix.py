"""A square table of wins: how often the item of a row beat the item of a column."""

from __future__ import annotations

from pathlib import Path

from prefstudio.study.cells import as_number
from prefstudio.study.comparison_file import MOST_ANSWERS
from prefstudio.study.errors import DataError
from prefstudio.study.importers.delimited import pooled_records
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.graph_tables import NODE_COLUMN
from prefstudio.study.importers.source import HEAD_BYTES, Source, head_lines
from prefstudio.study.tables import Row, Table, sniffed_delimiter
from prefstudio.study.words import counted, quoted

_SQUARE = "Write one row and one column for each item, in the same order."
_Record = tuple[int, list[str]]


def is_win_matrix(head: bytes, path: Path) -> bool:
    """Tell a square of numbers, with the same names along its top and its side or with none."""
    lines = head_lines(head)
    if len(lines) < 2:
        return False
    delimiter = sniffed_delimiter("\n".join(lines))
    rows = [[cell.strip().strip('"') for cell in line.split(delimiter)] for line in lines]
    named = _is_named(rows[0])
    width = len(rows[0]) - named
    whole = len(head) < HEAD_BYTES
    square = len(rows) - named == width if whole else len(rows) - named <= width
    if width < 2 or not square:
        return False
    if named and any(row[0] != name for row, name in zip(rows[1:], rows[0][1:], strict=False)):
        return False
    return all(_is_count(cell) for row in rows[named:] for cell in row[named:])


def read_win_matrix(source: Source, findings: Findings) -> Content:
    """Read wins as counts; they are never written out one by one.

    Raises
    ------
    DataError
        When the table is not square, or its names differ along top and side.
    """
    records = list(pooled_records(source))
    if not records:
        raise DataError(source.name, "the file is empty", remedy=_SQUARE)
    names = _names(source.name, records)
    body = records if names is None else records[1:]
    n_items = len(body)
    skip = int(names is not None)
    rows = [
        row
        for place, (line, cells) in enumerate(body)
        for row in _wins(source.name, line, place, cells[skip:], n_items, names, findings)
    ]
    findings.guess(f"{source.name}: each number is how often the row's item beat the column's.")
    items = None
    if names is not None:
        items = Table(source.name, (NODE_COLUMN,), 1, tuple(Row(1, (name,)) for name in names))
    return Content(
        source.name,
        items=items,
        comparisons=Table(source.name, ("winner", "loser", "n"), 1, tuple(rows)),
        only_names=True,
        n_positions=n_items if names is None else None,
    )


def _is_named(first: list[str]) -> bool:
    """Tell whether the first row names the columns: its corner is empty, or it has words."""
    return not first[0].strip() or any(as_number(cell) is None for cell in first if cell.strip())


def _is_count(cell: str) -> bool:
    return not cell.strip() or as_number(cell) is not None


def _names(file: str, records: list[_Record]) -> list[str] | None:
    line, first = records[0]
    if not _is_named(first):
        return None
    names = [cell.strip() for cell in first[1:]]
    sides = [cells[0].strip() for _, cells in records[1:]]
    if names != sides:
        raise DataError(
            file, "the names along the top and the side differ", line=line, remedy=_SQUARE
        )
    if not all(names) or len(set(names)) != len(names):
        raise DataError(
            file, "a name is missing or there twice", line=line, remedy="Give each item one name."
        )
    return names


def _wins(
    file: str,
    line: int,
    place: int,
    cells: list[str],
    n_items: int,
    names: list[str] | None,
    findings: Findings,
) -> list[Row]:
    if len(cells) != n_items:
        raise DataError(
            file,
            f"there are {counted(n_items, 'row')}, but {counted(len(cells), 'column')} here",
            line=line,
            remedy=_SQUARE,
        )
    rows = []
    for other, cell in enumerate(cells):
        count = _count(cell)
        if count is None or (count and other == place):
            message = f"{quoted(cell)} is no number of wins"
            findings.problem(
                file,
                line,
                "an item cannot win against itself" if count else message,
                "Write whole numbers of 0 or more, 0 on the diagonal.",
                left_out=True,
                meanwhile="The cell is left out.",
            )
        elif count:
            ends = (str(place), str(other)) if names is None else (names[place], names[other])
            rows.append(Row(line, (*ends, str(count))))
    return rows


def _count(cell: str) -> int | None:
    """Return a number of wins, 0 for an empty cell, None when the cell holds none."""
    number = as_number(cell) if cell.strip() else 0.0
    if number is None or not number.is_integer() or not 0 <= number <= MOST_ANSWERS:
        return None
    return int(number)
