"""Rows that can still be read in a damaged file, around the ones that cannot."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prefstudio.study.store.connection import HEADER_BYTES, MAGIC
from prefstudio.study.store.schema import APPLICATION_ID, PAGE_SIZE, expected_schema, version

Row = tuple[Any, ...]

_LONGEST_GAP = 100_000

# Bytes of the header that are the same in every study file.
_FIXED_BYTES = {
    0: MAGIC,
    16: PAGE_SIZE.to_bytes(2, "big") + bytes([1, 1, 0, 64, 32, 32]),
    44: (4).to_bytes(4, "big"),
    52: bytes(4),
    56: (1).to_bytes(4, "big"),
    64: bytes(4),
    68: APPLICATION_ID.to_bytes(4, "big"),
}


def damaged_copy(path: Path, folder: Path) -> sqlite3.Connection:
    """Copy a damaged file into a folder and connect to the copy, its header mended.

    Raises
    ------
    OSError, sqlite3.Error
        When it cannot be copied or read at all.
    """
    copy = folder / "damaged"
    shutil.copyfile(path, copy)
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(path.with_name(path.name + "-journal"), folder / "damaged-journal")
    _mend_header(copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    try:
        connection.text_factory = _readable
        connection.execute("PRAGMA trusted_schema = OFF")
        # Lets a file be read whose end is missing or whose schema is partly damaged.
        connection.execute("PRAGMA writable_schema = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def readable_rows(connection: sqlite3.Connection, table: str, key: str) -> dict[int, Row]:
    """Return all rows of a table that can be read, by their key; none if it is not ours."""
    if not _is_ours(connection, table):
        return {}
    rows = dict(_scan(connection, f"SELECT * FROM {table} ORDER BY {key}"))
    last = max(rows, default=-1)
    behind = dict(
        _scan(connection, f"SELECT * FROM {table} WHERE {key} > {last} ORDER BY {key} DESC")
    )
    # Between what is read from the front and from the back, each row is tried by itself.
    for number in range(last + 1, min([*behind, last + 1])):
        if number - last > _LONGEST_GAP:
            break
        rows.update(_scan(connection, f"SELECT * FROM {table} WHERE {key} = {number}"))
    return rows | behind


def _scan(connection: sqlite3.Connection, query: str) -> Iterator[tuple[int, Row]]:
    """Yield rows until one cannot be read."""
    with contextlib.suppress(sqlite3.Error):
        for row in connection.execute(query):
            if isinstance(row[0], int):
                yield row[0], row


def _is_ours(connection: sqlite3.Connection, table: str) -> bool:
    """Tell whether a table is declared as ours is; a view of its name is not."""
    ours = {sql for kind, name, _, sql in expected_schema(version()) if name == table}
    try:
        found = connection.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchall()
    except sqlite3.Error:
        return False
    return [sql for (sql,) in found] == list(ours)


def _mend_header(copy: Path) -> None:
    with copy.open("rb+") as file:
        if len(file.read(HEADER_BYTES)) < HEADER_BYTES:
            return
        for place, content in _FIXED_BYTES.items():
            file.seek(place)
            file.write(content)


def _readable(text: bytes) -> str:
    return text.decode(errors="replace")
