"""Tables of comparisons with headings of their own: which column says what."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prefstudio.study.cells import as_number
from prefstudio.study.comparison_file import form_of
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Findings
from prefstudio.study.importers.plan import ComparisonColumns
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import did_you_mean, quoted

_FIRST = ("a", "left", "first", "item_a", "item1", "item_1", "option_a", "stimulus_a", "x")
_SECOND = ("b", "right", "second", "item_b", "item2", "item_2", "option_b", "stimulus_b", "y")
_WINNER = ("winner", "outcome", "choice", "chosen", "selected", "preferred", "answer", "result")
_PERSON = ("observer", "participant", "person", "subject", "user", "rater", "judge")

_WORDS = {
    **dict.fromkeys(("a", "left", "first", "l", "true", "yes"), "A"),
    **dict.fromkeys(("b", "right", "second", "r", "false", "no"), "B"),
    **dict.fromkeys(("tie", "draw", "equal", "same", "none", "both", "no preference", "="), "tie"),
    **dict.fromkeys(("skip", "skipped", "timeout"), "skip"),
}


class UnknownColumnsError(DataError):
    """A table of comparisons whose headings nobody knows; `columns` are the headings."""

    def __init__(self, error: DataError, columns: tuple[str, ...]) -> None:
        super().__init__(error.file, error.message, line=error.line, remedy=error.remedy)
        self.columns = columns


def as_comparisons(table: Table, columns: ComparisonColumns | None, findings: Findings) -> Table:
    """Return a table with the headings of comparisons.csv; one that has them stays as it is.

    Raises
    ------
    UnknownColumnsError
        When neither the headings nor `columns` tell the two items of a pair.
    DataError
        When `columns` names a heading that is not there.
    """
    try:
        form_of(table)
    except DataError as error:
        if columns is None:
            raise UnknownColumnsError(error, table.header) from error
        return _mapped(table, columns, findings)
    return table


def guessed_columns(header: Sequence[str]) -> ComparisonColumns:
    """Guess which column says what, by their headings, or else by their order."""
    found = {
        part: next((name for name in header if name.strip().casefold() in names), "")
        for part, names in zip("abwp", (_FIRST, _SECOND, _WINNER, _PERSON), strict=True)
    }
    rest = [name for name in header if name not in found.values()]
    a = found["a"] or (rest.pop(0) if rest else header[0])
    b = found["b"] or (rest.pop(0) if rest else header[-1])
    winner = found["w"] or (rest.pop(0) if rest else "")
    return ComparisonColumns(a, b, winner, found["p"])


def _mapped(table: Table, columns: ComparisonColumns, findings: Findings) -> Table:
    a, b = (_place(table, name) for name in (columns.a, columns.b))
    names = {a: "condition_A", b: "condition_B"}
    header, rows = list(table.header), table.rows
    if columns.winner:
        winner = _place(table, columns.winner)
        names[winner] = "outcome"
        outcome = _reader(table.cells(winner))
        rows = tuple(_with_outcome(row, winner, outcome(row, a, b, winner)) for row in rows)
    else:
        names = {a: "winner", b: "loser"}
    if columns.person:
        names[_place(table, columns.person)] = "observer"
    findings.guess(f"{table.file}: {quoted(columns.a)} is A and {quoted(columns.b)} is B, as said.")
    for place, name in enumerate(header):
        taken = name in names.values() and place not in names
        header[place] = names.get(place, f"{name}_given" if taken else name)
    return Table(table.file, tuple(header), table.header_line, rows)


def _place(table: Table, name: str) -> int:
    if name in table.header:
        return table.header.index(name)
    raise DataError(
        table.file,
        f"there is no column called {quoted(name)}",
        line=table.header_line or None,
        remedy=did_you_mean(name, table.header, "Name one of its columns."),
    )


def _with_outcome(row: Row, place: int, outcome: str) -> Row:
    return Row(row.line, (*row.cells[:place], outcome, *row.cells[place + 1 :]))


def _reader(cells: Sequence[str]) -> Callable[[Row, int, int, int], str]:
    """Return how a cell of the winner's column is read, which the whole column tells."""
    numbers = {as_number(cell) for cell in cells if cell}
    by_number: dict[float | None, str] = {}
    if numbers <= {0.0, 0.5, 1.0}:
        by_number = {1.0: "A", 0.0: "B", 0.5: "tie"}
    elif numbers <= {1.0, 2.0}:
        by_number = {1.0: "A", 2.0: "B"}
    elif numbers <= {-1.0, 0.0, 1.0}:
        by_number = {1.0: "A", -1.0: "B", 0.0: "tie"}

    def read(row: Row, a: int, b: int, winner: int) -> str:
        cell = row.cells[winner].strip()
        if cell and cell in (row.cells[a].strip(), row.cells[b].strip()):
            return "A" if cell == row.cells[a].strip() else "B"
        return by_number.get(as_number(cell)) or _WORDS.get(cell.casefold(), cell)

    return read
