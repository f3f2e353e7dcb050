"""Rows of a damaged study file, written anew where they can be read and understood."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from prefstudio.study.errors import StudyError
from prefstudio.study.settings import SETTINGS_FILE
from prefstudio.study.settings_file import settings_of
from prefstudio.study.settings_tables import Tables, with_setting
from prefstudio.study.store.digests import COUNT, DIGEST
from prefstudio.study.store.event_rows import append_row, checksum
from prefstudio.study.store.losses import Loss, loss_of, recorded_facts
from prefstudio.study.store.row_checks import check_row
from prefstudio.study.store.salvage import Readable, Row, readable_rows

_UNREADABLE = (ValueError, TypeError, KeyError, IndexError, StudyError, sqlite3.IntegrityError)


class RescueWriter:
    """Writes rows that can be read and understood; the others are counted."""

    def __init__(
        self, source: sqlite3.Connection, target: sqlite3.Connection, of_version: int
    ) -> None:
        self._source = source
        self._target = target
        self._version = of_version
        self._found: dict[str, Readable] = {}
        self._refused: Counter[str] = Counter()
        self._events = Loss("events", 0)

    def losses(self) -> tuple[Loss, ...]:
        """Return what is lost or doubtful, table by table."""
        facts = recorded_facts(self._found["founding"])
        tables = (
            loss_of(table, found, self._refused[table], facts)
            for table, found in self._found.items()
        )
        return tuple(loss for loss in (*tables, self._events) if loss)

    def write_founding(self) -> None:
        """Write what the study was made with, as far as it can be read."""
        facts = self._rows("founding").values()
        self._insert("founding", (row for row in facts if not row[1].startswith((COUNT, DIGEST))))
        self._write_settings()
        items = self._rows("items")
        places = sorted(items)
        self._insert("items", items.values())
        written = [place for (place,) in self._target.execute("SELECT position FROM items")]
        self._insert("features", self._rows("features").values(), _cells_of(places, written))
        links = self._rows("links").values()
        self._insert("relations", self._rows("relations").values())
        self._add_relations(links)
        for table in ("comparisons", "participants", "media"):
            self._insert(table, self._rows(table).values())
        self._insert("links", links)

    def write_events(self) -> int:
        """Write the events that are as they were written and return how many there are."""
        events = readable_rows(self._source, "events", "seq", self._version)
        checks = readable_rows(self._source, "event_checks", "seq", self._version)
        seq = 0
        for number in sorted(events.rows):
            row = events.rows[number][1:]
            check = checks.rows.get(number, (number, None))[1]
            try:
                if check is not None and check != checksum(row):
                    raise ValueError
                append_row(self._target, seq + 1, row)
                seq += 1
            except _UNREADABLE:
                continue
        last = max(events.last, checks.last, 0)
        is_least = not (events.is_end_known or checks.is_end_known)
        self._events = Loss("events", last - seq, None, is_least)
        return seq

    def _rows(self, table: str) -> Mapping[int, Row]:
        self._found[table] = readable_rows(self._source, table, "position", self._version)
        return self._found[table].rows

    def _insert(
        self, table: str, rows: Iterable[Row], change: Callable[[Row], Row] | None = None
    ) -> None:
        for row in rows:
            try:
                check_row(table, row)
                mended = row if change is None else change(row)
                marks = ", ".join("?" * len(mended))
                self._target.execute(f"INSERT INTO {table} VALUES ({marks})", mended)
            except _UNREADABLE:
                self._refused[table] += 1

    def _write_settings(self) -> None:
        tables: Tables = {}
        kept = []
        for row in self._rows("settings").values():
            try:
                tried = with_setting(tables, row[1], json.loads(row[2]))
                settings_of(tried, SETTINGS_FILE)
            except _UNREADABLE:
                self._refused["settings"] += 1
                continue
            tables = tried
            kept.append(row)
        if "seed" not in tables:
            kept.append((1 + max((row[0] for row in kept), default=0), "seed", "0"))
        self._insert("settings", kept)

    def _add_relations(self, links: Iterable[Row]) -> None:
        """Declare the relations of links anew that have lost theirs."""
        known = {name for (name,) in self._target.execute("SELECT name FROM relations")}
        missing = {link[1]: link for link in links if link[1] not in known}
        (first,) = self._target.execute(
            "SELECT coalesce(max(position) + 1, 0) FROM relations"
        ).fetchone()
        rows = ((first + k, name, link[5], 0, 0) for k, (name, link) in enumerate(missing.items()))
        self._insert("relations", rows)


def _cells_of(places: list[int], written: list[int]) -> Callable[[Row], Row]:
    """Return how a feature loses the cells of lost items."""
    kept = set(written)

    def without_lost(row: Row) -> Row:
        position, heading, name, categories, cells, missing, *spread = row
        told = json.loads(cells)
        chosen = [place for place in places if place in kept]
        empty = set(json.loads(missing))
        return (
            position, heading, name, categories, json.dumps([told[place] for place in chosen]),
            json.dumps([k for k, place in enumerate(chosen) if place in empty]), *spread,
        )  # fmt: skip

    return without_lost
