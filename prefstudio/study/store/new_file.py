"""A file that is being made: nobody sees it before it is whole and on the disk."""

from __future__ import annotations

import os
import sqlite3
import uuid
from pathlib import Path

from prefstudio.study.store import schema


def unfinished_name(path: Path) -> Path:
    """Return a name in the same folder under which a file can be made."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex}")


def fresh(path: Path) -> sqlite3.Connection:
    """Return a connection to a new file with empty tables, to be sealed by their digests."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # Nobody sees the file before it is whole: it needs no journal, and one sync at the end.
        for setting in (f"page_size = {schema.PAGE_SIZE}", "auto_vacuum = NONE"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        schema.make_tables(connection)
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
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
