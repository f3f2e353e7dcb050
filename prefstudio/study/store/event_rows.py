"""Events as rows of the study file, each with a checksum."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator

from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import Event

EventRow = tuple[str, str, str, str, str, str]


def row_of(event: Event) -> EventRow:
    """Return the columns of an event but for its number."""
    body = body_to_json(event.body)
    return (event.event_id, event.at, event.kind, event.participant, event.session, body)


def event_of(row: EventRow) -> Event:
    """Return the event of a row; one that cannot be read is kept as unknown."""
    event_id, at, kind, participant, session, body = row
    return Event(event_id, at, body_from_json(kind, body), participant, session)


def append_row(connection: sqlite3.Connection, seq: int, row: EventRow) -> None:
    """Append one event inside a transaction."""
    connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", (seq, *row))
    connection.execute("INSERT INTO event_checks VALUES (?, ?)", (seq, checksum(row)))


def event_rows(connection: sqlite3.Connection) -> Iterator[tuple[int, EventRow, int | None]]:
    """Yield number, columns and recorded checksum of every event in their order."""
    rows = connection.execute(
        "SELECT events.*, crc FROM events LEFT JOIN event_checks USING (seq) ORDER BY seq"
    )
    for seq, *columns, crc in rows:
        yield seq, (columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]), crc


def checksum(row: EventRow) -> int:
    """Return what changes when a byte of an event does."""
    return zlib.crc32("\x1f".join(row).encode())
