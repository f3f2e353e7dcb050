"""A second reader of a study's folder: the csv module and no code of the program."""

from __future__ import annotations

import csv
import re
from pathlib import Path

Rows = list[dict[str, str]]

_MARKED = re.compile(r"'+[=+\-@\t\r]")


def read_rows(path: Path, delimiter: str = ",") -> Rows:
    """Read a table; the mark that keeps a spreadsheet from running a cell is taken off."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = [
            [cell[1:] if _MARKED.match(cell) else cell for cell in row]
            for row in csv.reader(file, delimiter=delimiter, strict=True)
        ]
    return [dict(zip(header, row, strict=True)) for row in rows]


def raw_cells(path: Path, delimiter: str = ",") -> list[str]:
    """Read all cells of a table as they stand."""
    with path.open(encoding="utf-8", newline="") as file:
        return [cell for row in csv.reader(file, delimiter=delimiter, strict=True) for cell in row]
