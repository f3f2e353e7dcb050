"""The comparisons of tables, with what is wrong in them told instead of raised."""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.study.comparison_file import comparison_of, form_of, known_headings
from prefstudio.study.comparisons import Comparison
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import LEFT_OUT, Content, Findings
from prefstudio.study.importers.source import Progress
from prefstudio.study.items import ItemSet
from prefstudio.study.tables import Table
from prefstudio.study.words import counted

_PAIRS = ("condition_A", "condition_B")
_WINNERS = ("winner", "loser")


def looks_like_comparisons(table: Table) -> bool:
    """Tell a table of comparisons by its headings."""
    names = set(known_headings(table))
    return set(_PAIRS) <= names or set(_WINNERS) <= names


def pair_columns(table: Table) -> tuple[int, int]:
    """Return where the two items of a pair stand.

    Raises
    ------
    DataError
        When no columns tell them.
    """
    form = form_of(table)
    return form.a, form.b


def comparisons_of(
    contents: Sequence[Content],
    items: ItemSet,
    ties_allowed: bool,
    progress: Progress,
    findings: Findings,
) -> tuple[Comparison, ...]:
    """Read the comparisons of all files, in the order of their rows."""
    found: list[Comparison] = []
    for content in contents:
        if content.comparisons is not None:
            found += _of_table(content.comparisons, items, ties_allowed, progress, findings)
            _note_scenes(content.comparisons, findings)
    return tuple(found)


def _of_table(
    table: Table, items: ItemSet, ties_allowed: bool, progress: Progress, findings: Findings
) -> list[Comparison]:
    form = form_of(table)
    found = []
    for number, row in enumerate(table.rows):
        progress.along(number, len(table.rows))
        names = [row.cells[place].strip() for place in (form.a, form.b)]
        strange = next((name for name in names if name not in items), None)
        if strange is not None:
            findings.unknown_item(table, row, strange, items.ids)
            continue
        try:
            found.append(comparison_of(table, row, form, items, ties_allowed))
        except DataError as error:
            findings.error(error, LEFT_OUT, left_out=True)
    return found


def _note_scenes(table: Table, findings: Findings) -> None:
    place = table.position("scene")
    scenes = set() if place is None else {cell for cell in table.cells(place) if cell}
    if len(scenes) > 1:
        findings.guess(
            f"{table.file}: answers of {counted(len(scenes), 'scene')} are taken together, since "
            "conditions of one name are one item."
        )
