"""Rows that can still be read in a damaged file, around the ones that cannot."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prefstudio.study.store.connection import HEADER_BYTES, MAGIC
from prefstudio.study.store.schema import (
    APPLICATION_ID,
    PAGE_SIZE,
    declared_in_order,
    expected_schema,
    schema_of,
    version,
)

Row = tuple[Any, ...]

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises; a message of SQLite can itself be broken text."""

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
    with contextlib.closing(_lenient(copy)) as connection:
        mend_declarations(connection, version_of(connection))
    return _lenient(copy)


def _lenient(copy: Path) -> sqlite3.Connection:
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


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version whose tables a damaged file declares; its header may not tell."""
    try:
        found = schema_of(connection)
    except UNREADABLE:
        return version()
    # The first of those that fit best: what an earlier version declares too tells no later one.
    return max(range(1, version() + 1), key=lambda each: len(found & expected_schema(each)))


@dataclass(frozen=True, slots=True)
class Readable:
    """The rows of a table that can be read, by their key.

    Attributes
    ----------
    is_end_known
        Whether there is none behind the last of them.
    """

    rows: dict[int, Row]
    is_end_known: bool

    @property
    def last(self) -> int:
        """The last key; -1 when there is no row."""
        return max(self.rows, default=-1)


def readable_rows(
    connection: sqlite3.Connection, table: str, key: str, of_version: int
) -> Readable:
    """Return all rows of a table that can be read; none if it is not ours.

    Ours is a table that is declared as in files of a version.
    """
    if not _is_ours(connection, table, of_version):
        return Readable({}, is_end_known=False)
    rows, is_whole = _scan(connection, f"SELECT * FROM {table} ORDER BY {key}")
    if is_whole:
        return Readable(rows, is_end_known=True)
    last = max(rows, default=-1)
    behind, _ = _scan(connection, f"SELECT * FROM {table} WHERE {key} > {last} ORDER BY {key} DESC")
    # Between what is read from the front and from the back, each row is tried by itself.
    for number in range(last + 1, min([*behind, last + 1])):
        if number - last > _LONGEST_GAP:
            break
        rows |= _scan(connection, f"SELECT * FROM {table} WHERE {key} = {number}")[0]
    return Readable(rows | behind, is_end_known=bool(behind))


def _scan(connection: sqlite3.Connection, query: str) -> tuple[dict[int, Row], bool]:
    """Return rows until one cannot be read, and whether all could be."""
    rows: dict[int, Row] = {}
    try:
        for row in connection.execute(query):
            if isinstance(row[0], int):
                rows[row[0]] = row
    except UNREADABLE:
        return rows, False
    return rows, True


def _is_ours(connection: sqlite3.Connection, table: str, of_version: int) -> bool:
    """Tell whether a table is declared as ours is; a view of its name is not."""
    ours = {sql for kind, name, _, sql in expected_schema(of_version) if name == table}
    try:
        found = connection.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchall()
    except UNREADABLE:
        return False
    return [sql for (sql,) in found] == list(ours)


def mend_declarations(connection: sqlite3.Connection, of_version: int) -> None:
    """Declare tables anew whose declaration is damaged; their rows may be whole.

    A damaged one is told by its name, or else by its place among those that are left.
    """
    with contextlib.suppress(*UNREADABLE):
        found = connection.execute(
            "SELECT rowid, type, name, tbl_name, coalesce(sql, '') FROM sqlite_master "
            "WHERE rootpage > 0 ORDER BY rowid"
        ).fetchall()
        ours = [row for row in declared_in_order(of_version) if row[0] == "table"]
        others = {row for row in declared_in_order(of_version) if row[0] != "table"}
        whole = {row[1:] for row in found}
        lost = [row for row in ours if row not in whole]
        strange = [row for row in found if row[1:] not in others and row[1:] not in set(ours)]
        by_name = {row[2]: row[0] for row in strange}
        rowids = [by_name.pop(row[1], None) for row in lost]
        rest = iter([row[0] for row in strange if row[0] not in rowids])
        for row, rowid in zip(lost, rowids, strict=True):
            connection.execute(
                "UPDATE sqlite_master SET type = ?, name = ?, tbl_name = ?, sql = ? "
                "WHERE rowid = ?",
                (*row, next(rest, None) if rowid is None else rowid),
            )


def _mend_header(copy: Path) -> None:
    with copy.open("rb+") as file:
        if len(file.read(HEADER_BYTES)) < HEADER_BYTES:
            return
        for place, content in _FIXED_BYTES.items():
            file.seek(place)
            file.write(content)


def _readable(text: bytes) -> str:
    return text.decode(errors="replace")
