"""Files that come out the same, byte for byte, on every platform."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

Cell = str | int | float


def chance(seed: int) -> np.random.RandomState:
    """Numpy promises that the stream of this generator never changes, unlike the newer one's."""
    return np.random.RandomState(seed)


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """A table with LF line ends; numbers have at most three decimals."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(header)
    table.writerows([_written(cell) for cell in row] for row in rows)
    write_bytes(path, text.getvalue().encode())


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def standardised(values: np.ndarray) -> np.ndarray:
    """Columns of mean 0 and sd 1."""
    return (values - values.mean(axis=0)) / values.std(axis=0)


def _written(cell: Cell) -> str:
    if isinstance(cell, str | int | np.integer):
        return str(cell)
    return str(round(float(cell), 3) + 0.0)  # adding 0 turns -0.0 into 0.0
