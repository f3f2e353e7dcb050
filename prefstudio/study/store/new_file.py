"""A file that is being made: nobody sees it before it is whole and on the disk."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import uuid
from pathlib import Path

from prefstudio.study.store import schema


def unfinished_name(path: Path) -> Path:
    """Return a name in the same folder under which a file can be made."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex}")


def fresh(path: Path, of_version: int | None = None) -> sqlite3.Connection:
    """Return a connection to a new file with empty tables, to be sealed by their digests.

    The tables are those of the present version unless another is named.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # Nobody sees the file before it is whole: it needs no journal, and one sync at the end.
        for setting in (f"page_size = {schema.PAGE_SIZE}", "auto_vacuum = NONE"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        schema.make_tables(connection, of_version)
        schema.seal(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def put_in_place(unfinished: Path, path: Path) -> None:
    """Give a finished file its name, after its bytes are on the disk."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(unfinished, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """See that names which were made or removed in a folder are so on the disk too."""
    if sys.platform == "win32":
        return
    # What was written is written; a drive on which folders cannot be synced takes nothing back.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
