"""What a rescue could not bring back of a table, in numbers and in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from prefstudio.study.store.digests import COUNT, DIGEST, digest_of_rows
from prefstudio.study.store.salvage import Readable

_NOUNS = {"founding": ("fact", "facts"), "media": ("media file", "media files")}


@dataclass(frozen=True, slots=True)
class Loss:
    """How one table of a rescue copy differs from what was written once.

    Attributes
    ----------
    rows
        How many are known to be lost.
    written
        How many there were once; None where nothing tells.
    is_least
        Whether there may have been more.
    is_doubtful
        Whether all rows are there, but not all as they were written.
    """

    table: str
    rows: int
    written: int | None = None
    is_least: bool = False
    is_doubtful: bool = False

    def __bool__(self) -> bool:
        return bool(self.rows or self.is_least or self.is_doubtful)

    def __str__(self) -> str:
        one, many = _NOUNS.get(self.table, (self.table[:-1], self.table))
        if self.is_doubtful:
            return f"{many} are not as written, and values may be wrong"
        if not self.rows:
            return f"nothing tells how many {many} are lost"
        if self.written is not None:
            return f"{self.rows:,} of {self.written:,} {one if self.written == 1 else many} lost"
        least = "at least " if self.is_least else ""
        return f"{least}{self.rows:,} {one if self.rows == 1 else many} lost"


def recorded_facts(founding: Readable) -> Mapping[str, object]:
    """Return counts and digests of the founding tables; no counts that cannot be believed."""
    facts: dict[str, object] = {}
    for _, name, value in founding.rows.values():
        try:
            facts[str(name)] = json.loads(value)
        except (ValueError, TypeError, RecursionError):
            continue
    if facts.get(f"{DIGEST}founding") != _digest("founding", founding):
        return {name: value for name, value in facts.items() if not name.startswith(COUNT)}
    return facts


def loss_of(table: str, found: Readable, refused: int, facts: Mapping[str, object]) -> Loss:
    """Return what is lost of a founding table.

    Parameters
    ----------
    refused
        How many of its readable rows could not be taken over.
    facts
        What `recorded_facts` returned.
    """
    n_read = len(found.rows)
    if facts.get(DIGEST + table) == _digest(table, found):
        return Loss(table, refused, n_read)
    written = facts.get(COUNT + table)
    if isinstance(written, int):
        rows = max(written - n_read, 0) + refused
        return Loss(table, rows, written, is_doubtful=not rows)
    rows = found.last + 1 - n_read + refused
    is_least = not found.is_end_known
    return Loss(table, rows, None, is_least, is_doubtful=not rows and not is_least)


def _digest(table: str, found: Readable) -> str:
    return digest_of_rows(table, (found.rows[place] for place in sorted(found.rows)))
