"""The numbers of a figure as text that spreadsheets read."""

from __future__ import annotations

from prefstudio.studio.figure_table import Cell, FigureTable
from prefstudio.study.exporters.written_table import WrittenTable, number_cell, text_cell


def csv_of(table: FigureTable, file: str) -> bytes:
    """The CSV file of a figure.

    Raises
    ------
    DataError
        When a cell holds a character that no text file can; it names the file.
    """
    return _written(table).content(file)


def text_of(table: FigureTable) -> str:
    """The numbers with tabs between them, as a spreadsheet takes them from the clipboard."""
    return _written(table).content("clipboard", delimiter="\t").decode()


def _written(table: FigureTable) -> WrittenTable:
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    return WrittenTable(table.columns, rows)


def _cell(cell: Cell) -> str:
    return text_cell(cell) if isinstance(cell, str) else number_cell(cell)
