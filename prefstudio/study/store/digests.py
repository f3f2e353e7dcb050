"""Digests of the founding tables: a damaged byte that SQLite cannot see is seen here."""

from __future__ import annotations

import hashlib
import sqlite3

DIGEST = "digest:"
"""What the name of a digest begins with among the founding facts."""

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

# Digests are no part of what they are made of, and packed media have hashes of their own.
_QUERIES = {
    "founding": f"SELECT * FROM founding WHERE name NOT LIKE '{DIGEST}%' ORDER BY position",
    "media": "SELECT position, path, sha256, place FROM media ORDER BY position",
}


def digest(connection: sqlite3.Connection, table: str) -> str:
    """Return the digest of all rows of a table."""
    hashed = hashlib.sha256()
    query = _QUERIES.get(table, f"SELECT * FROM {table} ORDER BY position")
    for row in connection.execute(query):
        hashed.update(repr(row).encode())
    return hashed.hexdigest()
