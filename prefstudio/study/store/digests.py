"""Digests of the founding tables: a damaged byte that SQLite cannot see is seen here."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

DIGEST = "digest:"
"""What the name of a digest begins with among the founding facts."""

COUNT = "count:"
"""What the name of the number of a table's rows begins with among the founding facts."""

FOUNDING_TABLES = (
    "settings",
    "items",
    "features",
    "relations",
    "links",
    "comparisons",
    "participants",
    "media",
    "founding",
)
"""Every founding table; the digest of the last one seals them all."""

_COUNTED = FOUNDING_TABLES[:-1]

# Digests are no part of what they are made of, and packed media have hashes of their own.
_QUERIES = {
    "founding": f"SELECT * FROM founding WHERE name NOT LIKE '{DIGEST}%' ORDER BY position",
    "media": "SELECT position, path, sha256, place FROM media ORDER BY position",
}


def write_digests(connection: sqlite3.Connection) -> None:
    """Write count and digest of every founding table as it stands, in the place of earlier ones.

    The counts are founding facts too: a rescue tells from them how many rows are lost.
    """
    for begin in (COUNT, DIGEST):
        connection.execute("DELETE FROM founding WHERE name LIKE ?", (f"{begin}%",))
    _add_facts(connection, [(COUNT + table, _n_rows(connection, table)) for table in _COUNTED])
    _add_facts(
        connection, [(DIGEST + each, _written(connection, each)) for each in FOUNDING_TABLES]
    )


def _add_facts(connection: sqlite3.Connection, facts: Iterable[tuple[str, str]]) -> None:
    (taken,) = connection.execute("SELECT coalesce(max(position) + 1, 0) FROM founding").fetchone()
    numbered = ((place, *fact) for place, fact in enumerate(facts, start=taken))
    connection.executemany(
        "INSERT INTO founding (position, name, value) VALUES (?, ?, ?)", numbered
    )


def _n_rows(connection: sqlite3.Connection, table: str) -> str:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return json.dumps(number)


def changed_tables(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the founding tables of a file, of whatever version, that are not as written."""
    recorded = connection.execute(
        "SELECT name, value FROM founding WHERE name LIKE ?", (f"{DIGEST}%",)
    )
    digests = dict(recorded.fetchall())
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    there = {name for (name,) in tables}
    for table in FOUNDING_TABLES:
        if table in there and digests.get(DIGEST + table) != _written(connection, table):
            yield table


def _written(connection: sqlite3.Connection, table: str) -> str:
    return json.dumps(digest(connection, table))


def digest(connection: sqlite3.Connection, table: str) -> str:
    """Return the digest of all rows of a table."""
    query = _QUERIES.get(table, f"SELECT * FROM {table} ORDER BY position")
    return _digest_of(connection.execute(query))


def digest_of_rows(table: str, rows: Iterable[tuple[Any, ...]]) -> str:
    """Return the digest of a table whose whole rows were read, in their order."""
    if table == "founding":
        rows = (row for row in rows if not str(row[1]).startswith(DIGEST))
    elif table == "media":
        rows = (row[:4] for row in rows)
    return _digest_of(rows)


def _digest_of(rows: Iterable[tuple[Any, ...]]) -> str:
    hashed = hashlib.sha256()
    for row in rows:
        hashed.update(repr(row).encode())
    return hashed.hexdigest()
