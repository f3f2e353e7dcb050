"""Many new items in a table: one draft a row, checked row by row, then all changes at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.study.changes import ItemAdded
from prefstudio.study.errors import DataError
from prefstudio.study.events import happened
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.items import ItemSet
from prefstudio.study.new_item import Draft, DraftProblem, draft_link, drafted
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


def drafted_table(state: StudyState, path: Path, folder: Path, control: Control) -> ItemsDrafted:
    """Check every row of a table against the study and the rows before it.

    Parameters
    ----------
    state
        The study that they shall join.
    path
        The table.
    folder
        Where pictures and sounds must lie.
    control
        Checked before each row.

    Raises
    ------
    DataError
        When it is no table, has no column of ids, or one that means nothing here.
    Cancelled
        After `control` was asked to stop.
    """
    table = read_table(path, needed=True)
    table.require(ID_COLUMN, f"Name the column of ids {ID_COLUMN}.")
    _check_columns(state.study, table)
    changes: list[ItemAdded] = []
    notes: dict[str, list[str]] = {}
    problems: list[DataError] = []
    study = state.study
    for row in table.rows:
        control.check()
        draft = _draft(study, table, row)
        found = drafted(study, draft, folder)
        problems += [_told(table, row, each) for each in found.problems]
        if found.change is not None:
            changes.append(found.change)
            for note in found.notes:
                notes.setdefault(note, []).append(draft.item_id.strip())
            study = _joined(study, found.change) or _after(state, changes).study
    return ItemsDrafted(_after(state, changes), tuple(changes), notes, tuple(problems))


def _told(table: Table, row: Row, problem: DraftProblem) -> DataError:
    """Return a problem of a row, by the column in which it is to be mended."""
    names = (problem.field, f"{FEATURE_PREFIX}{problem.field}")
    # All links of a row stand in one column, whatever they are called one by one.
    column = problem.field if any(name in table.header for name in names) else LINKS
    return DataError(
        table.file, problem.message, line=row.line, column=column, remedy=problem.remedy
    )


def _joined(study: Study, change: ItemAdded) -> Study | None:
    """Return as much of a study as rows are checked against; None where that takes all of it."""
    if any(each.relation not in study.links for each in change.links):
        return None
    # Its features and links are left out: to fold them in for each row would take a while.
    items = (*study.items, change.item)
    ids_are_row_numbers = study.items.ids_are_row_numbers
    return replace(study, items=ItemSet(items, ids_are_row_numbers=ids_are_row_numbers))


def _after(state: StudyState, changes: Sequence[ItemAdded]) -> StudyState:
    return state.with_events(happened(change) for change in changes)


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
