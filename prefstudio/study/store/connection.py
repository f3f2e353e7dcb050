"""Connections to a study file: nothing in it is trusted, and a commit is on the disk."""

from __future__ import annotations

import os
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from prefstudio.study.store.errors import DamagedStudyError, NewerStudyError, NotAStudyError
from prefstudio.study.store.schema import APPLICATION_ID, version

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
_WAIT_SECONDS = 5.0

# Nothing that a file declares may call into the program or be believed without a check.
_GUARDS = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a study file say."""

    application_id: int
    user_version: int
    is_write_ahead: bool


def read_header(path: Path) -> Header:
    """Return the header of a study file, which is read without changing anything.

    Raises
    ------
    NotAStudyError
        When there is no such file, or it is something else.
    NewerStudyError
        When a later version wrote it.
    DamagedStudyError
        When its first bytes are damaged.
    """
    start = _first_bytes(path)
    is_database = start[:16] == MAGIC
    application_id = int.from_bytes(start[68:72], "big")
    if len(start) == HEADER_BYTES and is_database != (application_id == APPLICATION_ID):
        if is_database:
            raise NotAStudyError(
                path,
                "this is a database of another program, not a study",
                remedy="Choose a file that PrefStudio made.",
            )
        raise damaged(path, "its first bytes are not as they should be")
    if not is_database or len(start) < HEADER_BYTES:
        raise NotAStudyError(
            path, "this is no study file", remedy="Choose a file that PrefStudio made."
        )
    header = Header(application_id, int.from_bytes(start[60:64], "big"), start[18:20] != b"\1\1")
    if header.user_version > version():
        raise NewerStudyError(
            path,
            f"a newer PrefStudio wrote this study (version {header.user_version} of the file, and "
            f"this one reads {version()})",
            remedy="Update PrefStudio.",
        )
    return header


def _first_bytes(path: Path) -> bytes:
    try:
        # A pipe or a device would keep the reader waiting.
        if path.exists() and not path.is_file() and not path.is_dir():
            raise NotAStudyError(
                path, "this is no ordinary file", remedy="Choose a file that PrefStudio made."
            )
        with path.open("rb") as file:
            return file.read(HEADER_BYTES)
    except FileNotFoundError:
        raise NotAStudyError(path, "there is no such file", remedy="Check the path.") from None
    except IsADirectoryError:
        raise NotAStudyError(
            path, "this is a folder, not a study file", remedy="Choose a file that PrefStudio made."
        ) from None
    except OSError as error:
        raise NotAStudyError(
            path,
            f"it cannot be read ({error.strerror or error})",
            remedy="Check that you may read it and that its disk is there.",
        ) from error


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Connect to a study file; every commit is on the disk when it returns.

    The connection may be handed on from the thread that opens to the one that goes on with it;
    no two use it at the same time.

    Raises
    ------
    sqlite3.Error
        When it cannot be opened or is not as it should be.
    """
    connection = sqlite3.connect(
        f"{_uri(path)}?mode={'rw' if writable else 'ro'}",
        uri=True,
        isolation_level=None,
        timeout=_WAIT_SECONDS,
        check_same_thread=False,
    )
    try:
        guard(connection)
        if writable:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = FULL")
        else:
            connection.execute("PRAGMA query_only = ON")
        # The first look rolls a hot journal back, or says that it cannot.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if writable:
            _try_to_write(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Write nothing new and take it back; SQLite opens what is write-protected all the same."""
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {found}")
    connection.execute("ROLLBACK")


def guard(connection: sqlite3.Connection) -> None:
    """Take from a connection all that a stranger's file could use."""
    for statement in _GUARDS:
        connection.execute(statement)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, False)
    if hasattr(connection, "enable_load_extension"):
        connection.enable_load_extension(False)


def damaged(path: Path, what: str) -> DamagedStudyError:
    """Return the error that says what is damaged."""
    return DamagedStudyError(
        path, f"the study file is damaged: {what}", remedy="Bring back a copy of it."
    )


def _uri(path: Path) -> str:
    posix = path.absolute().as_posix()
    rooted = posix if posix.startswith("/") else f"/{posix}"
    return f"file://{quote(os.fsencode(rooted))}"
