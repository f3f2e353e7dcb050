"""Many new items in a table: one draft a row, checked row by row, then all changes at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from prefstudio.study.changes import ItemAdded
from prefstudio.study.errors import DataError
from prefstudio.study.events import happened
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.new_item import Draft, draft_link, drafted
from prefstudio.study.state import StudyState
from prefstudio.study.tables import Row, Table, read_table

FACTS = ("label", "text", "path", "group")
LINKS, BETWEEN = "links", ";"


@dataclass(frozen=True, slots=True, eq=False)
class ItemsDrafted:
    """What became of a table.

    Attributes
    ----------
    state
        The study with all items of it that can join.
    changes
        What is to be recorded of those.
    notes
        What was guessed or has no effect, each with the ids of its items.
    problems
        What is wrong, each with its line.
    """

    state: StudyState
    changes: tuple[ItemAdded, ...]
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    problems: tuple[DataError, ...] = ()


def drafted_table(state: StudyState, path: Path, folder: Path) -> ItemsDrafted:
    """Check every row of a table against the study and the rows before it.

    Parameters
    ----------
    state
        The study that they shall join.
    path
        The table.
    folder
        Where pictures and sounds must lie.

    Raises
    ------
    DataError
        When it is no table, has no column of ids, or one that means nothing here.
    """
    table = read_table(path, needed=True)
    table.require(ID_COLUMN, f"Name the column of ids {ID_COLUMN}.")
    _check_columns(state.study, table)
    changes: list[ItemAdded] = []
    notes: dict[str, list[str]] = {}
    problems: list[DataError] = []
    for row in table.rows:
        draft = _draft(state.study, table, row)
        found = drafted(state.study, draft, folder)
        problems += [
            DataError(
                table.file, each.message, line=row.line, column=each.field, remedy=each.remedy
            )
            for each in found.problems
        ]
        if found.change is not None:
            changes.append(found.change)
            for note in found.notes:
                notes.setdefault(note, []).append(draft.item_id.strip())
            state = state.with_event(happened(found.change))
    return ItemsDrafted(state, tuple(changes), notes, tuple(problems))


def _check_columns(study: Study, table: Table) -> None:
    known = {ID_COLUMN, *FACTS, LINKS, *_features(study, table)}
    for name in table.header:
        if name not in known:
            raise DataError(
                table.file,
                "the column means nothing here",
                line=table.header_line,
                column=name,
                remedy=f"Leave it out, or name a feature {FEATURE_PREFIX}….",
            )


def _features(study: Study, table: Table) -> Iterator[str]:
    """Yield the columns that are features, called by their headings or by their names alone."""
    known = {name for each in study.features.columns for name in (each.heading, each.name)}
    known -= {ID_COLUMN, *FACTS, LINKS}
    return (name for name in table.header if name in known or name.startswith(FEATURE_PREFIX))


def _draft(study: Study, table: Table, row: Row) -> Draft:
    cells = dict(zip(table.header, row.cells, strict=True))
    links = [each.strip() for each in cells.get(LINKS, "").split(BETWEEN) if each.strip()]
    return Draft(
        cells[ID_COLUMN],
        **{name: cells.get(name, "") for name in FACTS},
        cells={name: cells[name] for name in _features(study, table)},
        links=tuple(draft_link(study, each) for each in links),
    )
