"""A table of plain text, streamed: comma, semicolon or tab, one header row or none."""

from __future__ import annotations

from collections.abc import Iterator

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import LEFT_OUT, Findings
from prefstudio.study.importers.source import Source, head_text
from prefstudio.study.tables import (
    Row,
    Table,
    checked_header,
    decimal_comma_note,
    read_records,
    sniffed_delimiter,
    with_decimal_points,
)
from prefstudio.study.words import counted, listed, quoted

MOST_ROWS, MOST_CELLS = 1_000_000, 20_000_000
"""How large a table may be; more would fill the memory."""

_POOLED_CELLS = 65_536  # cells that recur, such as ids, are kept once


def read_delimited(source: Source, findings: Findings) -> Table:
    """Read a table with a header; a row that is too wide is left out and told.

    Raises
    ------
    DataError
        When the file is empty or out of all measure, a quotation mark is never closed, or a
        heading is there twice.
    """
    delimiter = sniffed_delimiter(head_text(source.head))
    records = pooled_records(source)
    first = next(records, None)
    if first is None:
        raise DataError(
            source.name,
            "the file is empty",
            remedy="Write a first row with the names of the columns.",
        )
    line, names = first
    header = checked_header(source.name, line, names)
    rows = _rows(source.name, records, len(header), findings)
    table, headings = with_decimal_points(Table(source.name, header, line, rows), delimiter)
    if headings:
        findings.guess(decimal_comma_note(source.name, headings))
    return table


def pooled_records(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty with the line it begins on; equal cells are one text."""
    delimiter = sniffed_delimiter(head_text(source.head))
    pool: dict[str, str] = {}
    for line, cells in read_records(source.name, source.lines(), delimiter):
        if len(pool) > _POOLED_CELLS:
            pool.clear()
        yield line, [pool.setdefault(cell, cell) for cell in cells]


def with_header_as_row(table: Table) -> Table:
    """Return a table whose header is all numbers, so that it is a row, with plain headings."""
    if not all(as_number(name) is not None for name in table.header):
        return table
    header = tuple(f"column_{place}" for place in range(1, len(table.header) + 1))
    return Table(table.file, header, 0, (Row(table.header_line, table.header), *table.rows))


def _rows(
    file: str, records: Iterator[tuple[int, list[str]]], width: int, findings: Findings
) -> tuple[Row, ...]:
    rows: list[Row] = []
    most = min(MOST_ROWS, MOST_CELLS // max(width, 1))
    for line, cells in records:
        if len(rows) == most:
            raise DataError(
                file,
                f"the table has more than {most:,} rows",
                line=line,
                remedy="Cut it into parts and import one of them; count answers of a kind in a "
                "column n.",
            )
        surplus = cells[width:]
        if any(surplus):
            findings.problem(
                file,
                line,
                f"this row has {counted(len(cells), 'cell')}, but the header has "
                f"{counted(width, 'column')}; too many are {listed(map(quoted, surplus[:3]))}",
                "Put quotes around a cell that holds the separator.",
                left_out=True,
                meanwhile=LEFT_OUT,
            )
            continue
        rows.append(Row(line, tuple(cells[:width]) + ("",) * (width - len(cells))))
    return tuple(rows)
