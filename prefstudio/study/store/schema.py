"""The tables of a study file, version by version, and the triggers that keep them as they are."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable
from typing import TypeAlias

from prefstudio.study.store.digests import write_digests

APPLICATION_ID = 0x50726673  # "Prfs"
PAGE_SIZE = 4096

Step: TypeAlias = Callable[[sqlite3.Connection], None]
Declared: TypeAlias = tuple[str, str, str, str]
Schema: TypeAlias = frozenset[Declared]

_LARGEST = "1.7976931348623157e308"
_EXTRA = "extra TEXT NOT NULL CHECK (typeof(extra) = 'text')"


def _text(name: str, more: str = "") -> str:
    return f"{name} TEXT NOT NULL CHECK (typeof({name}) = 'text') {more}".strip()


def _yes_no(name: str) -> str:
    return f"{name} INTEGER NOT NULL CHECK (typeof({name}) = 'integer' AND {name} IN (0, 1))"


def _number(name: str, lowest: str = f"-{_LARGEST}") -> str:
    kind = f"typeof({name}) = 'real' AND {name} BETWEEN {lowest} AND {_LARGEST}"
    return f"{name} REAL CHECK ({name} IS NULL OR ({kind}))"


def _table(name: str, key: str, *columns: str) -> str:
    return f"CREATE TABLE {name} ({', '.join((f'{key} INTEGER PRIMARY KEY', *columns))})"


_FIRST_TABLES = (
    _table("founding", "position", _text("name", "UNIQUE"), _text("value")),
    _table("settings", "position", _text("name", "UNIQUE"), _text("value")),
    _table(
        "items", "position", _text("item_id", "UNIQUE"),
        *(_text(name) for name in ("type", "path", "text", "label", '"group"', "role")),
        *(_number(name) for name in ("truth", "gain_db", "start_s", "end_s")), _EXTRA,
    ),
    _table(
        "features", "position", _text("heading", "UNIQUE"),
        *(_text(name) for name in ("name", "categories", "cells", "missing", "mean", "sd")),
    ),
    _table(
        "relations", "position", _text("name", "UNIQUE"),
        *(_yes_no(name) for name in ("directed", "bipartite", "hub_weight")),
    ),
    _table(
        "links", "position", _text("relation", "REFERENCES relations (name)"),
        _text("source", "REFERENCES items (item_id)"), _text("target"),
        _number("weight", "0.0"), _yes_no("directed"), _EXTRA,
    ),
    _table(
        "comparisons", "position",
        *(_text(name, "REFERENCES items (item_id)") for name in ("a", "b")), _text("outcome"),
        "strength INTEGER CHECK (strength IS NULL OR typeof(strength) = 'integer')",
        *(_text(name) for name in ("participant", "session", "phase", "attribute")),
        *(_yes_no(name) for name in ("undone", "is_catch")),
        "count INTEGER NOT NULL CHECK (typeof(count) = 'integer' AND count > 0)", _EXTRA,
    ),
    _table(
        "participants", "position", _text("participant_id", "UNIQUE"), _yes_no("excluded"),
        _text("reason"), _EXTRA,
    ),
    _table(
        "media", "position", _text("path", "UNIQUE"), _text("sha256"), _text("place"),
        "content BLOB CHECK (content IS NULL OR typeof(content) = 'blob')",
    ),
    _table(
        "events", "seq", _text("event_id", "UNIQUE"),
        *(_text(name) for name in ("at", "kind", "participant", "session", "body")),
    ),
    _table(
        "event_checks", "seq", "crc INTEGER NOT NULL CHECK (typeof(crc) = 'integer')",
    ),
)  # fmt: skip


def _make_first_tables(connection: sqlite3.Connection) -> None:
    for statement in _FIRST_TABLES:
        connection.execute(statement)


STEPS: tuple[Step, ...] = (_make_first_tables,)
"""What leads from each version to the next, from nothing to version 1 first.

A step works on a file without triggers, inside a transaction; later steps are added at the end
and none is ever changed, so that a migrated file and a new one are the same.
"""

APPENDED = ("events", "event_checks")
"""Tables that grow by one row with every event; all others never change."""

SEALED_BY = "digest:founding"
"""The founding fact that is written last; after it, no founding row can be added."""


def version() -> int:
    """Return the version of the files that are made now."""
    return len(STEPS)


def make_tables(connection: sqlite3.Connection, up_to: int | None = None) -> None:
    """Make the tables of a version, the present one unless another is named."""
    reached = version() if up_to is None else up_to
    for step in STEPS[:reached]:
        step(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {reached}")


def seal(connection: sqlite3.Connection) -> None:
    """Make the triggers that let nothing be changed, and events only be appended.

    Founding rows may be inserted until `SEALED_BY` is among the founding facts. So everything
    that is declared stands on the first pages, which a truncated file still has.
    """
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    for (table,) in tables.fetchall():
        for verb in ("update", "delete"):
            connection.execute(_refusal(table, verb))
        connection.execute(_append_only(table) if table in APPENDED else _sealed(table))


def migrate(connection: sqlite3.Connection, from_version: int) -> None:
    """Bring a file of an earlier version to the present one, wholly or not at all.

    Its facts must have been checked: their digests are written anew.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for step in STEPS[from_version:]:
            step(connection)
        write_digests(connection)
        seal(connection)
        connection.execute(f"PRAGMA user_version = {version()}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def schema_of(connection: sqlite3.Connection) -> Schema:
    """Return everything that a file declares: tables, indexes, triggers and views."""
    return frozenset(_declared(connection))


def _declared(connection: sqlite3.Connection) -> list[Declared]:
    return connection.execute(
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY rowid"
    ).fetchall()


def expected_schema(of_version: int) -> Schema:
    """Return what a file of some version declares when it is ours."""
    return frozenset(declared_in_order(of_version))


def declared_in_order(of_version: int) -> tuple[Declared, ...]:
    """Return what a new file of some version declares, in the order of its making."""
    return _declared_in_order(of_version, STEPS)


@functools.cache
def _declared_in_order(of_version: int, steps: tuple[Step, ...]) -> tuple[Declared, ...]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        make_tables(connection, of_version)
        seal(connection)
        return tuple(_declared(connection))
    finally:
        connection.close()


def _refusal(table: str, verb: str) -> str:
    return (
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} never change'); END"
    )


def _sealed(table: str) -> str:
    return (
        f"CREATE TRIGGER {table}_no_insert BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM founding WHERE name = '{SEALED_BY}') "
        f"BEGIN SELECT RAISE(ABORT, '{table} never change'); END"
    )


def _append_only(table: str) -> str:
    return (
        f"CREATE TRIGGER {table}_append_only BEFORE INSERT ON {table} "
        f"WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM {table}) "
        f"BEGIN SELECT RAISE(ABORT, '{table} are appended in their order'); END"
    )
