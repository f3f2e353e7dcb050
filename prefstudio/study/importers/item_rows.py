"""The items and features of a table, with what is wrong in it told instead of raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from prefstudio.study.errors import DataError
from prefstudio.study.feature_file import check_feature_settings, features_from_table
from prefstudio.study.features import FeatureColumn, FeatureTable
from prefstudio.study.importers.findings import LEFT_OUT, Findings
from prefstudio.study.importers.graph_tables import NODE_COLUMN
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.source import Progress
from prefstudio.study.item_columns import ID_COLUMN, ItemColumns, choose_columns
from prefstudio.study.item_file import items_from_table
from prefstudio.study.items import Item, ItemSet
from prefstudio.study.settings import StudySettings
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import did_you_mean, listed, quoted

_LISTED_HEADINGS = 12


@dataclass(frozen=True, slots=True, eq=False)
class _WatchedTable(Table):
    """A table that can be cancelled at each column, where a large one takes a while."""

    progress: Progress = field(kw_only=True)

    def cells(self, position: int) -> list[str]:
        self.progress.check()
        return Table.cells(self, position)


def _watched(table: Table, rows: Sequence[Row], progress: Progress) -> _WatchedTable:
    return _WatchedTable(
        table.file, table.header, table.header_line, tuple(rows), progress=progress
    )


def items_and_features(
    table: Table,
    plan: ImportPlan,
    settings: StudySettings,
    progress: Progress,
    findings: Findings,
) -> tuple[ItemSet, FeatureTable]:
    """Make the items of a table and their features.

    Raises
    ------
    DataError
        When the plan or the settings name a column that is not there, or no row is an item.
    """
    planned = _as_planned(table, plan)
    table = _watched(planned, planned.rows, progress)
    columns = _chosen(table, plan, settings.categorical, findings)
    check_feature_settings(table, columns, settings)
    kept: list[Row] = []
    items: list[Item] = []
    firsts: dict[str, tuple[int, str]] = {}
    for number, row in enumerate(table.rows, start=1):
        progress.along(number, len(table.rows))
        item = _item(table, row, columns, findings)
        if item is not None and columns.id_column is None:
            item = replace(item, item_id=str(number))
        if item is not None and _is_new(table, row, item, firsts, findings):
            items.append(item)
            kept.append(row)
    if not items:
        raise DataError(
            table.file,
            "there are no items below the header",
            line=table.header_line or None,
            remedy="Write one row for each item.",
        )
    kept_table = table if len(kept) == len(table.rows) else _watched(table, kept, progress)
    features = _features(kept_table, columns, settings, progress, findings)
    return ItemSet(items, ids_are_row_numbers=columns.id_column is None), features


def _as_planned(table: Table, plan: ImportPlan) -> Table:
    """Drop columns, name those of label and truth, and put the ids first."""
    for name in (plan.id_column, plan.label_column, plan.truth_column, *plan.drop_columns):
        if name is not None and name not in table.header:
            raise DataError(
                table.file,
                f"there is no column called {quoted(name)}",
                line=table.header_line or None,
                remedy=did_you_mean(name, table.header, f"There are {_headings(table)}."),
            )
    places = [k for k, name in enumerate(table.header) if name not in plan.drop_columns]
    if plan.id_column is not None and plan.id_column not in plan.drop_columns:
        first = table.header.index(plan.id_column)
        places = [first, *(place for place in places if place != first)]
    header = _renamed([table.header[place] for place in places], plan)
    if header == table.header:
        return table
    rows = tuple(Row(row.line, tuple(row.cells[k] for k in places)) for row in table.rows)
    return Table(table.file, header, table.header_line, rows)


def _headings(table: Table) -> str:
    more = ["others"] if len(table.header) > _LISTED_HEADINGS else []
    return listed([*map(quoted, table.header[:_LISTED_HEADINGS]), *more])


def _renamed(header: Sequence[str], plan: ImportPlan) -> tuple[str, ...]:
    meant = {plan.label_column: "label", plan.truth_column: "truth"}
    taken = {new for old, new in meant.items() if old in header}
    names: list[str] = []
    for name in header:
        new = meant.get(name, f"{name}_given" if name in taken else name)
        while new in names:
            new += "_"
        names.append(new)
    return tuple(names)


def _chosen(
    table: Table, plan: ImportPlan, categorical: Sequence[str], findings: Findings
) -> ItemColumns:
    if not table.header:
        raise DataError(
            table.file, "no column is left", remedy="Drop fewer columns, or give another table."
        )
    columns = choose_columns(table, categorical)
    if plan.id_column is not None:
        columns = replace(
            columns,
            id_column=0,
            facts={name: place for name, place in columns.facts.items() if place != 0},
            features=tuple(place for place in columns.features if place != 0),
            extra=tuple(place for place in columns.extra if place != 0),
            notes=tuple(note for note in columns.notes if ID_COLUMN not in note),
        )
    if table.header[0] == NODE_COLUMN:
        # No file has that heading: it is how the table of a graph's nodes was made.
        columns = replace(
            columns, notes=tuple(note for note in columns.notes if ID_COLUMN not in note)
        )
    for note in columns.notes:
        findings.guess(note)
    return columns


def _item(table: Table, row: Row, columns: ItemColumns, findings: Findings) -> Item | None:
    """Return the item of a row; a cell that makes no sense is told and taken as empty."""
    while True:
        alone = Table(table.file, table.header, table.header_line, (row,))
        try:
            return items_from_table(alone, columns)[0]
        except DataError as error:
            place = None if error.column is None else table.position(error.column)
            if place is None or place == columns.id_column or not row.cells[place]:
                findings.error(error, LEFT_OUT, left_out=True)
                return None
            findings.error(error, "The cell is taken as empty.", left_out=True)
            row = Row(row.line, (*row.cells[:place], "", *row.cells[place + 1 :]))


def _is_new(
    table: Table, row: Row, item: Item, firsts: dict[str, tuple[int, str]], findings: Findings
) -> bool:
    if item.item_id not in firsts:
        firsts[item.item_id] = row.line, item.path
        return True
    line, path = firsts[item.item_id]
    where = f", on line {line}" if row.line else ""
    if path and not row.line:
        where = f": {quoted(path)} and {quoted(item.path)} would share it"
    findings.problem(
        table.file,
        row.line or None,
        f"the id {quoted(item.item_id)} is there already{where}",
        "Give each item an id of its own.",
        left_out=True,
        meanwhile=LEFT_OUT,
    )
    return False


def _features(
    table: Table,
    columns: ItemColumns,
    settings: StudySettings,
    progress: Progress,
    findings: Findings,
) -> FeatureTable:
    made: list[FeatureColumn] = []
    for place in columns.features:
        progress.check()
        try:
            one = features_from_table(
                table, replace(columns, features=(place,)), settings.categorical, settings.features
            )
        except DataError as error:
            findings.error(error, "The column is no feature.", left_out=True)
            continue
        made += one.columns
    features = FeatureTable(table.file, len(table.rows), tuple(made))
    for note in features.notes():
        findings.guess(note)
    return features
