"""Matrix Market: links as a matrix whose rows are the items in their order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import LEFT_OUT, Content, Findings
from prefstudio.study.importers.source import Source
from prefstudio.study.links import UNNAMED_RELATION, Relation
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import counted

_BANNER = "%%matrixmarket"
_FIELDS = ("real", "integer", "pattern", "unsigned-integer", "double")
_SYMMETRIES = ("general", "symmetric")
_WHOLE = re.compile(r"[0-9]{1,9}")
_REMEDY = "Write the matrix again, for example with scipy.io.mmwrite."


@dataclass(frozen=True, slots=True)
class _Shape:
    n_rows: int
    n_columns: int
    n_entries: int
    is_dense: bool
    is_pattern: bool
    is_symmetric: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    row: int
    column: int
    value: str


def is_matrix_market(head: bytes, path: Path) -> bool:
    """Tell the format by its banner."""
    return head[:64].lstrip(b"\xef\xbb\xbf").lower().startswith(_BANNER.encode())


def read_matrix_market(source: Source, findings: Findings) -> Content:
    """Read a matrix of links; one that is not square links items to what they share.

    Raises
    ------
    DataError
        When the banner or the sizes are not as they should be.
    """
    lines = _numbered(source)
    shape = _read_shape(source.name, lines)
    entries = list(_entries(source.name, lines, shape, findings))
    if not shape.is_dense and len(entries) != shape.n_entries:
        findings.problem(
            source.name,
            None,
            f"the sizes promise {counted(shape.n_entries, 'entry', 'entries')}, but "
            f"{counted(len(entries), 'entry', 'entries')} can be read",
            "Check that the file is whole.",
            left_out=True,
        )
    if shape.n_rows != shape.n_columns:
        return _content(source.name, shape, entries, Relation(UNNAMED_RELATION, bipartite=True))
    entries = _off_diagonal(source.name, entries, findings)
    directed = not shape.is_symmetric and not _mirrors(entries)
    if not directed and not shape.is_symmetric:
        entries = [entry for entry in entries if entry.row < entry.column]
    findings.guess(
        f"{source.name}: the matrix is {'not ' if directed else ''}symmetric, so its links are "
        f"{'directed, from row to column' if directed else 'undirected'}."
    )
    return _content(source.name, shape, entries, Relation(UNNAMED_RELATION, directed=directed))


def _numbered(source: Source) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.lines(), start=1):
        if line.strip():
            yield number, line.strip()


def _read_shape(file: str, lines: Iterator[tuple[int, str]]) -> _Shape:
    number, banner = next(lines, (1, ""))
    words = banner.casefold().split()
    if len(words) != 5 or words[1] != "matrix" or words[2] not in ("coordinate", "array"):
        raise DataError(file, "the first line is not as it should be", line=number, remedy=_REMEDY)
    if words[3] not in _FIELDS or words[4] not in _SYMMETRIES:
        raise DataError(
            file,
            f"a matrix that is {words[3]} and {words[4]} cannot be links",
            line=number,
            remedy="Write real numbers of 0 or more, general or symmetric.",
        )
    number, sizes = next(
        ((at, line) for at, line in lines if not line.startswith("%")), (number + 1, "")
    )
    is_dense = words[2] == "array"
    numbers = sizes.split()
    if len(numbers) != (2 if is_dense else 3) or not all(map(_WHOLE.fullmatch, numbers)):
        raise DataError(file, "this line does not tell the sizes", line=number, remedy=_REMEDY)
    n_rows, n_columns, *rest = map(int, numbers)
    n_entries = rest[0] if rest else n_rows * n_columns
    return _Shape(
        n_rows, n_columns, n_entries, is_dense, words[3] == "pattern", words[4] == "symmetric"
    )


def _entries(
    file: str, lines: Iterator[tuple[int, str]], shape: _Shape, findings: Findings
) -> Iterator[_Entry]:
    places = _dense_places(shape) if shape.is_dense else None
    for number, line in lines:
        if line.startswith("%"):
            continue
        words = line.split()
        entry = (
            _coordinate(number, words, shape)
            if places is None
            else _dense(number, words, next(places, None))
        )
        if entry is None:
            findings.problem(
                file, number, "this is no entry of the matrix", _REMEDY,
                left_out=True, meanwhile=LEFT_OUT,
            )  # fmt: skip
        elif places is None or as_number(entry.value) != 0:
            yield entry


def _coordinate(line: int, words: list[str], shape: _Shape) -> _Entry | None:
    if len(words) != (2 if shape.is_pattern else 3) or not all(map(_WHOLE.fullmatch, words[:2])):
        return None
    row, column = int(words[0]) - 1, int(words[1]) - 1
    if not (0 <= row < shape.n_rows and 0 <= column < shape.n_columns):
        return None
    value = "1" if shape.is_pattern else words[2]
    return None if as_number(value) is None else _Entry(line, row, column, value)


def _dense(line: int, words: list[str], place: tuple[int, int] | None) -> _Entry | None:
    if place is None or len(words) != 1 or as_number(words[0]) is None:
        return None
    return _Entry(line, *place, words[0])


def _dense_places(shape: _Shape) -> Iterator[tuple[int, int]]:
    """Yield the places of a dense matrix: column by column, from the diagonal if symmetric."""
    for column in range(shape.n_columns):
        for row in range(column if shape.is_symmetric else 0, shape.n_rows):
            yield row, column


def _off_diagonal(file: str, entries: list[_Entry], findings: Findings) -> list[_Entry]:
    diagonal = [entry for entry in entries if entry.row == entry.column]
    if diagonal:
        findings.problem(
            file,
            diagonal[0].line,
            f"{counted(len(diagonal), 'entry', 'entries')} on the diagonal would link items to "
            "themselves",
            "Take them out of the file, or leave it at that.",
            left_out=True,
            meanwhile="These entries are left out.",
        )
    return [entry for entry in entries if entry.row != entry.column]


def _mirrors(entries: list[_Entry]) -> bool:
    values = {(entry.row, entry.column): as_number(entry.value) for entry in entries}
    return len(values) == len(entries) and all(
        values.get((column, row)) == value for (row, column), value in values.items()
    )


def _content(file: str, shape: _Shape, entries: list[_Entry], relation: Relation) -> Content:
    other = "column {}" if relation.bipartite else "{}"
    rows = [
        Row(
            entry.line,
            (
                str(entry.row),
                other.format(entry.column + relation.bipartite),
                entry.value,
                relation.name,
            ),
        )
        for entry in entries
    ]
    return Content(
        file,
        links=Table(file, ("source", "target", "weight", "relation"), 1, tuple(rows)),
        n_positions=shape.n_rows,
        relations=(relation,),
    )
