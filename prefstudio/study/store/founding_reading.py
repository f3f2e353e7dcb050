"""The founding facts of a study, read from the tables of its file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.features import FeatureColumn, FeatureTable
from prefstudio.study.folder import Study
from prefstudio.study.items import Item, ItemSet, ItemType, Role
from prefstudio.study.links import Link, Relation, RelationLinks, relation_links
from prefstudio.study.participants import Participant
from prefstudio.study.settings import SETTINGS_FILE, StudySettings
from prefstudio.study.settings_file import settings_of


def read_founding(connection: sqlite3.Connection, folder: Path) -> Study:
    """Read the founding facts of a study whose schema and digests were checked.

    Raises
    ------
    ValueError, TypeError, KeyError, DataError
        When a value is not one that this program writes.
    """
    facts = {name: json.loads(value) for name, value in _rows(connection, "founding")}
    items = _items(connection, facts)
    return Study(
        folder=folder,
        items=items,
        features=_features(connection, facts, len(items)),
        links=_links(connection, items),
        comparisons=_comparisons(connection, items),
        participants=_participants(connection),
        settings=_settings(connection, facts),
        notes=_texts(facts.get("notes", ())),
    )


_COLUMNS = {
    "founding": "name, value",
    "settings": "name, value",
    "items": 'item_id, type, path, text, label, "group", role, truth, gain_db, start_s, end_s, '
    "extra",
    "features": "heading, name, categories, cells, missing, mean, sd",
    "relations": "name, directed, bipartite, hub_weight",
    "links": "relation, source, target, weight, directed, extra",
    "comparisons": "a, b, outcome, strength, participant, session, phase, attribute, undone, "
    "is_catch, count, extra",
    "participants": "participant_id, excluded, reason, extra",
}


def _rows(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """Return what is read of all rows of a table, in their order."""
    return connection.execute(f"SELECT {_COLUMNS[table]} FROM {table} ORDER BY position").fetchall()


def _settings(connection: sqlite3.Connection, facts: Mapping[str, Any]) -> StudySettings:
    tables: dict[str, Any] = {}
    for name, value in _rows(connection, "settings"):
        *above, key = name.split(".")
        table = tables
        for part in above:
            table = table.setdefault(part, {})
        table[key] = json.loads(value)
    settings = settings_of(tables, SETTINGS_FILE)
    if settings.seed is None:
        raise ValueError("there is no seed")
    # Notes are no setting, but what the preview said once is still to be read.
    return replace(settings, notes=_texts(facts.get("settings_notes", ())))


def _items(connection: sqlite3.Connection, facts: Mapping[str, Any]) -> ItemSet:
    items = [
        Item(
            item_id, ItemType(kind), path, text, label, group, Role(role),
            truth, gain_db, start_s, end_s, _extra(extra),
        )
        for item_id, kind, path, text, label, group, role, truth, gain_db, start_s, end_s, extra in
        _rows(connection, "items")
    ]  # fmt: skip
    if not items:
        raise ValueError("there are no items")
    return ItemSet(items, ids_are_row_numbers=facts.get("ids_are_row_numbers") is True)


def _features(
    connection: sqlite3.Connection, facts: Mapping[str, Any], n_items: int
) -> FeatureTable:
    columns = tuple(
        _feature(heading, name, *(json.loads(each) for each in told), n_items=n_items)
        for heading, name, *told in _rows(connection, "features")
    )
    return FeatureTable(str(facts.get("features_file", "items.csv")), n_items, columns)


def _feature(
    heading: str,
    name: str,
    categories: list[str],
    cells: list[float],
    missing: list[int],
    mean: list[float],
    sd: list[float],
    *,
    n_items: int,
) -> FeatureColumn:
    words = _texts(categories)
    values = np.array(cells, dtype=np.float64)[:, np.newaxis]
    if words:
        values = np.equal(values, np.arange(len(words))).astype(np.float64)
    is_missing = np.zeros(n_items, dtype=bool)
    is_missing[np.array(missing, dtype=np.intp)] = True
    centre, spread = np.array(mean, dtype=np.float64), np.array(sd, dtype=np.float64)
    if len(values) != n_items or not values.shape[1] == len(centre) == len(spread):
        raise ValueError(f"the feature {heading} is not one of {n_items} items")
    if not all(np.isfinite(array).all() for array in (values, centre, spread)):
        raise ValueError(f"the feature {heading} holds a number that is not finite")
    for array in (values, is_missing, centre, spread):
        array.setflags(write=False)
    return FeatureColumn(name, heading, words, values, is_missing, centre, spread)


def _links(connection: sqlite3.Connection, items: ItemSet) -> dict[str, RelationLinks]:
    relations = [
        Relation(name, bool(directed), bool(bipartite), bool(hub_weight))
        for name, directed, bipartite, hub_weight in _rows(connection, "relations")
    ]
    links = [
        Link(source, target, weight, relation, directed == 1, _extra(extra))
        for relation, source, target, weight, directed, extra in _rows(connection, "links")
    ]
    return relation_links(links, items, relations)


def _comparisons(connection: sqlite3.Connection, items: ItemSet) -> tuple[Comparison, ...]:
    comparisons = []
    for a, b, outcome, strength, who, session, phase, *told, extra in _rows(
        connection, "comparisons"
    ):
        if a == b or a not in items or b not in items:
            raise ValueError(f"a comparison of {a!r} and {b!r} is none of two items")
        attribute, undone, is_catch, count = told
        comparisons.append(
            Comparison(
                a, b, Outcome(outcome), strength, who, session, Phase(phase), attribute,
                undone == 1, is_catch == 1, count, _extra(extra),
            )
        )  # fmt: skip
    return tuple(comparisons)


def _participants(connection: sqlite3.Connection) -> tuple[Participant, ...]:
    return tuple(
        Participant(name, excluded == 1, reason, _extra(extra))
        for name, excluded, reason, extra in _rows(connection, "participants")
    )


def _extra(text: str) -> dict[str, str]:
    return dict(json.loads(text)) if text else {}


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list | tuple) or not all(isinstance(each, str) for each in values):
        raise TypeError(f"{values!r:.40} are no texts")
    return tuple(values)
