"""What must hold of a study file before anything in it is used."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.store.connection import damaged
from prefstudio.study.store.digests import changed_tables
from prefstudio.study.store.errors import NotAStudyError
from prefstudio.study.store.event_rows import checksum, event_of, event_rows
from prefstudio.study.store.founding_reading import read_founding
from prefstudio.study.store.schema import Schema, expected_schema, schema_of

_MOST_MISPRINTS = 2


def check_schema(connection: sqlite3.Connection, path: Path, of_version: int) -> None:
    """See that a file declares exactly what files of its version do, before it is queried.

    Raises
    ------
    NotAStudyError
        When it declares anything else, such as a view or a trigger of its own.
    DamagedStudyError
        When only letters of its declarations are changed.
    """
    found, expected = schema_of(connection), expected_schema(of_version)
    strange = found ^ expected
    if strange:
        if _are_misprints(found - expected, expected - found):
            raise damaged(path, "what it declares is not as it was written")
        names = ", ".join(sorted({name for _, name, _, _ in strange})[:3])
        raise NotAStudyError(
            path,
            f"its tables are not those of a study ({names})",
            remedy="Open only files that PrefStudio made; this one was made or changed otherwise.",
        )


def _are_misprints(found: Schema, expected: Schema) -> bool:
    """Tell whether each declaration is one of ours with a letter or two changed."""
    texts = ["\0".join(row) for row in expected]
    return len(found) == len(expected) and all(
        any(_is_misprint("\0".join(row), text) for text in texts) for row in found
    )


def _is_misprint(text: str, meant: str) -> bool:
    pairs = zip(text, meant, strict=False)
    return len(text) == len(meant) and sum(a != b for a, b in pairs) <= _MOST_MISPRINTS


def check_integrity(connection: sqlite3.Connection, path: Path) -> None:
    """See that every page, row and reference of a file is whole.

    Raises
    ------
    DamagedStudyError
        When something is not.
    """
    problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if problems != ["ok"]:
        raise damaged(path, problems[0].splitlines()[-1])
    stray = connection.execute("PRAGMA foreign_key_check").fetchone()
    if stray:
        raise damaged(path, f"a row of {stray[0]} names something that is not there")


def check_facts(connection: sqlite3.Connection, path: Path) -> None:
    """See that founding facts and events are as they were written, in whatever version.

    Raises
    ------
    DamagedStudyError
        When one is not, or an event is missing.
    """
    _check_digests(connection, path)
    read_events_of(connection, path)


def _check_digests(connection: sqlite3.Connection, path: Path) -> None:
    for table in changed_tables(connection):
        raise damaged(path, f"the founding table {table} is not as it was written")


def read_study_of(connection: sqlite3.Connection, path: Path) -> Study:
    """Return the founding facts, checked against their digests.

    Raises
    ------
    DamagedStudyError
        When a fact is not what was written once.
    """
    _check_digests(connection, path)
    try:
        return read_founding(connection, path.parent)
    except (ValueError, TypeError, KeyError, RecursionError, DataError) as error:
        raise damaged(path, f"its founding facts cannot be read ({error})") from error


def read_events_of(connection: sqlite3.Connection, path: Path) -> list[Event]:
    """Return all events, checked against their checksums and for gaps.

    Raises
    ------
    DamagedStudyError
        When an event is not what was written once, or one is missing.
    """
    events = []
    for expected, (seq, row, crc) in enumerate(event_rows(connection), start=1):
        if seq != expected:
            raise damaged(path, f"event {expected} is missing")
        if crc is not None and crc != checksum(row):
            raise damaged(path, f"event {seq} is not as it was written")
        events.append(event_of(row))
    return events
