"""A copy of a damaged study file with all that can still be read."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from prefstudio.study.changes import RESCUED, Note
from prefstudio.study.errors import StudyError
from prefstudio.study.events import happened
from prefstudio.study.settings import SETTINGS_FILE
from prefstudio.study.settings_file import settings_of
from prefstudio.study.settings_tables import Tables, with_value
from prefstudio.study.store import schema
from prefstudio.study.store.checks import (
    check_facts,
    check_integrity,
    check_schema,
    read_events_of,
    read_study_of,
)
from prefstudio.study.store.connection import connect, damaged
from prefstudio.study.store.digests import COUNT, DIGEST, write_digests
from prefstudio.study.store.event_rows import append_row, checksum, row_of
from prefstudio.study.store.losses import Loss, loss_of, recorded_facts
from prefstudio.study.store.new_file import fresh, put_in_place, unfinished_name
from prefstudio.study.store.row_checks import check_row
from prefstudio.study.store.salvage import (
    UNREADABLE,
    Readable,
    Row,
    damaged_copy,
    readable_rows,
    version_of,
)
from prefstudio.study.words import counted

_UNREADABLE = (ValueError, TypeError, KeyError, IndexError, StudyError, sqlite3.IntegrityError)


@dataclass(frozen=True, slots=True)
class Rescue:
    """A rescue copy.

    Attributes
    ----------
    path
        The copy; a study file like any other.
    items, events
        How many were rescued.
    losses
        What is lost or doubtful; the last event of the copy, a note, says it too.
    """

    path: Path
    items: int
    events: int
    losses: tuple[Loss, ...] = ()

    @property
    def lost(self) -> int:
        """How many rows are known to be missing."""
        return sum(loss.rows for loss in self.losses)


def rescue(path: str | Path) -> Rescue:
    """Make a copy of a damaged study file, beside it, with all that can be read.

    The damaged file is not touched, and no file is overwritten.

    Raises
    ------
    DamagedStudyError
        When nothing can be read, or no copy can be made here.
    """
    path = Path(path)
    target = _free_name(path)
    unfinished = unfinished_name(target)
    try:
        with (
            TemporaryDirectory(prefix="prefstudio-") as folder,
            contextlib.closing(damaged_copy(path, Path(folder))) as source,
        ):
            of_version = version_of(source)
            losses = _write(source, unfinished, of_version, path.name)
        _make_present(unfinished, of_version)
        found = _checked(unfinished, losses, target)
        put_in_place(unfinished, target)
    except (*UNREADABLE, OSError, StudyError) as error:
        raise damaged(path, f"nothing could be rescued ({error})") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return found


def rescue_note(path: Path) -> str:
    """Make a rescue copy, unless there is one that is newer, and say what to do with it."""
    latest = _free_name(path, last_taken=True)
    if latest.exists() and latest.stat().st_mtime >= path.stat().st_mtime:
        return f"What can be read of it is in {latest.name}"
    try:
        found = rescue(path)
    except StudyError:
        return "Bring back a copy of it: nothing in it could be rescued"
    return (
        f"What can be read was copied to {found.path.name}: {counted(found.items, 'item')}, "
        f"{counted(found.events, 'event')}; {_in_words(found.losses) or 'nothing is lost'}"
    )


def _in_words(losses: Iterable[Loss]) -> str:
    return "; ".join(map(str, losses))


def _free_name(path: Path, last_taken: bool = False) -> Path:
    """Return a name for a rescue copy that is free, or the last one that is taken."""
    name = taken = path.with_name(f"{path.stem} (rescued){path.suffix}")
    number = 1
    while name.exists():
        number, taken = number + 1, name
        name = path.with_name(f"{path.stem} (rescued {number}){path.suffix}")
    return taken if last_taken else name


def _make_present(copy: Path, of_version: int) -> None:
    """Bring the copy of a file of an earlier version to the present one."""
    if of_version < schema.version():
        with contextlib.closing(connect(copy, writable=True)) as connection:
            check_facts(connection, copy)
            schema.migrate(connection, of_version)


def _checked(copy: Path, losses: tuple[Loss, ...], target: Path) -> Rescue:
    with contextlib.closing(connect(copy, writable=True)) as connection:
        check_schema(connection, copy, schema.version())
        check_integrity(connection, copy)
        study = read_study_of(connection, copy)
        n_events = len(read_events_of(connection, copy)) - bool(losses)
        return Rescue(target, len(study.items), n_events, losses)


def _write(source: sqlite3.Connection, path: Path, of_version: int, name: str) -> tuple[Loss, ...]:
    """Write all that can be read into a new file and return what is lost; a note says it there.

    The new file is of the version of the damaged one, so that rows fit as they are.
    """
    with contextlib.closing(fresh(path, of_version)) as connection:
        connection.execute("BEGIN")
        writer = _RescueWriter(source, connection, of_version)
        writer.write_founding()
        seq = writer.write_events()
        losses = writer.losses()
        if losses:
            note = Note(f"rescued from the damaged file {name}: {_in_words(losses)}", RESCUED)
            append_row(connection, seq + 1, row_of(happened(note)))
        write_digests(connection)
        connection.execute("COMMIT")
    return losses


class _RescueWriter:
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
                tried = with_value(tables, row[1], json.loads(row[2]))
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
