"""The founding facts of a study, written into the tables of its file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from prefstudio.study.features import FeatureColumn
from prefstudio.study.folder import Study
from prefstudio.study.settings_tables import flat, tables_of
from prefstudio.study.store.digests import write_digests
from prefstudio.study.store.media import MediaRow

Row = tuple[object, ...]


def write_founding(connection: sqlite3.Connection, study: Study, media: Iterable[MediaRow]) -> None:
    """Write all facts of a study, and the digests by which damage is found."""
    tables: Mapping[str, Iterable[Row]] = {
        "settings": ((name, _json(value)) for name, value in flat(tables_of(study.settings))),
        "items": _item_rows(study),
        "features": (_feature_row(column) for column in study.features.columns),
        "relations": _relation_rows(study),
        "links": _link_rows(study),
        "comparisons": _comparison_rows(study),
        "participants": (
            (person.participant_id, person.excluded, person.reason, extra_text(person.extra))
            for person in study.participants
        ),
        "media": media,
    }
    for table, rows in tables.items():
        insert_rows(connection, table, rows)
    insert_rows(connection, "founding", _founding_rows(study))
    write_digests(connection)


def insert_rows(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Insert rows that know no position, counted from 0."""
    numbered = ((place, *row) for place, row in enumerate(rows))
    n_columns = len(connection.execute(f"PRAGMA table_info({table})").fetchall())
    marks = ", ".join("?" * n_columns)
    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", numbered)


def extra_text(extra: Mapping[str, str]) -> str:
    """Return the cells of other columns as JSON; nothing when there are none."""
    return _json(dict(extra)) if extra else ""


def _founding_rows(study: Study) -> Iterator[Row]:
    yield "notes", _json(list(study.notes))
    yield "settings_notes", _json(list(study.settings.notes))
    yield "ids_are_row_numbers", _json(study.items.ids_are_row_numbers)
    yield "features_file", _json(study.features.file)


def _item_rows(study: Study) -> Iterator[Row]:
    for item in study.items:
        yield (
            item.item_id, item.type.value, item.path, item.text, item.label, item.group,
            item.role.value, item.truth, item.gain_db, item.start_s, item.end_s,
            extra_text(item.extra),
        )  # fmt: skip


def _feature_row(column: FeatureColumn) -> Row:
    cells = column.values[:, 0]
    if column.is_categorical:
        # A word that is no indicator's own is told as none of them.
        cells = np.where(column.values.any(axis=1), column.values.argmax(axis=1), -1)
    return (
        column.heading,
        column.name,
        _json(list(column.categories)),
        _json(cells.tolist()),
        _json(np.flatnonzero(column.missing).tolist()),
        _json(column.mean.tolist()),
        _json(column.sd.tolist()),
    )


def _relation_rows(study: Study) -> Iterator[Row]:
    for links in study.links.values():
        relation = links.relation
        yield relation.name, bool(relation.directed), relation.bipartite, relation.hub_weight


def _link_rows(study: Study) -> Iterator[Row]:
    for links in study.links.values():
        for link in links.links:
            yield (
                link.relation, link.source, link.target, link.weight, link.directed,
                extra_text(link.extra),
            )  # fmt: skip


def _comparison_rows(study: Study) -> Iterator[Row]:
    for each in study.comparisons:
        yield (
            each.a, each.b, each.outcome.value, each.strength, each.participant, each.session,
            each.phase.value, each.attribute, each.undone, each.is_catch, each.count,
            extra_text(each.extra),
        )  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
