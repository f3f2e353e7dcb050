"""Participants, the people who answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from prefstudio.study.cells import read_text_cell, read_yes_no
from prefstudio.study.tables import read_table
from prefstudio.study.words import quoted

_KNOWN_COLUMNS = ("participant_id", "excluded", "reason")


@dataclass(frozen=True, slots=True)
class Participant:
    """One person; `extra` are features (``u_…``) and answers to questions, by heading."""

    participant_id: str
    excluded: bool = False
    reason: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)


def read_participants(path: str | Path) -> tuple[Participant, ...]:
    """Read participants.csv in the order of its rows.

    Raises
    ------
    DataError
        When an id is empty or there twice, or excluded is neither 1 nor 0.
    """
    table = read_table(path)
    id_column = table.require("participant_id", "Name the column of the ids participant_id.")
    excluded, reason = table.position("excluded"), table.position("reason")
    extra = [place for place, name in enumerate(table.header) if name not in _KNOWN_COLUMNS]
    participants: dict[str, Participant] = {}
    for row in table.rows:
        name = row.cells[id_column].strip()
        if not name or name in participants:
            what = f"the id {quoted(name)} is there already" if name else "the person has no id"
            raise table.error(
                row, what, column=id_column, remedy="Give each person an id of their own."
            )
        participants[name] = Participant(
            participant_id=name,
            excluded=bool(read_yes_no(table, row, excluded)),
            reason=read_text_cell(row, reason),
            extra={table.header[place]: row.cells[place] for place in extra},
        )
    return tuple(participants.values())
