"""A copy of a damaged study file with all that can still be read."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from prefstudio.study.changes import RESCUED, Note
from prefstudio.study.errors import StudyError
from prefstudio.study.events import happened
from prefstudio.study.store import schema
from prefstudio.study.store.checks import (
    check_facts,
    check_integrity,
    check_schema,
    read_events_of,
    read_study_of,
)
from prefstudio.study.store.connection import connect, damaged
from prefstudio.study.store.digests import write_digests
from prefstudio.study.store.event_rows import append_row, row_of
from prefstudio.study.store.losses import Loss
from prefstudio.study.store.new_file import fresh, put_in_place, unfinished_name
from prefstudio.study.store.rescue_writer import RescueWriter
from prefstudio.study.store.salvage import UNREADABLE, damaged_copy, version_of
from prefstudio.study.words import counted


@dataclass(frozen=True, slots=True)
class Rescue:
    """A rescue copy.

    Attributes
    ----------
    path
        The copy; a study file like any other.
    items, events
        How many were rescued.
    losses
        What is lost or doubtful; the last event of the copy, a note, says it too.
    """

    path: Path
    items: int
    events: int
    losses: tuple[Loss, ...] = ()

    @property
    def lost(self) -> int:
        """How many rows are known to be missing."""
        return sum(loss.rows for loss in self.losses)


def rescue(path: str | Path) -> Rescue:
    """Make a copy of a damaged study file, beside it, with all that can be read.

    The damaged file is not touched, and no file is overwritten.

    Raises
    ------
    DamagedStudyError
        When nothing can be read, or no copy can be made here.
    """
    path = Path(path)
    target = _free_name(path)
    unfinished = unfinished_name(target)
    try:
        with (
            TemporaryDirectory(prefix="prefstudio-") as folder,
            contextlib.closing(damaged_copy(path, Path(folder))) as source,
        ):
            of_version = version_of(source)
            losses = _write(source, unfinished, of_version, path.name)
        _make_present(unfinished, of_version)
        found = _checked(unfinished, losses, target)
        put_in_place(unfinished, target)
    except (*UNREADABLE, OSError, StudyError) as error:
        raise damaged(path, f"nothing could be rescued ({error})") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return found


def rescue_note(path: Path) -> str:
    """Make a rescue copy, unless there is one that is newer, and say what to do with it."""
    latest = _free_name(path, last_taken=True)
    if latest.exists() and latest.stat().st_mtime >= path.stat().st_mtime:
        return f"What can be read of it is in {latest.name}"
    try:
        found = rescue(path)
    except StudyError:
        return "Bring back a copy of it: nothing in it could be rescued"
    return (
        f"What can be read was copied to {found.path.name}: {counted(found.items, 'item')}, "
        f"{counted(found.events, 'event')}; {_in_words(found.losses) or 'nothing is lost'}"
    )


def _in_words(losses: Iterable[Loss]) -> str:
    return "; ".join(map(str, losses))


def _free_name(path: Path, last_taken: bool = False) -> Path:
    """Return a name for a rescue copy that is free, or the last one that is taken."""
    name = taken = path.with_name(f"{path.stem} (rescued){path.suffix}")
    number = 1
    while name.exists():
        number, taken = number + 1, name
        name = path.with_name(f"{path.stem} (rescued {number}){path.suffix}")
    return taken if last_taken else name


def _make_present(copy: Path, of_version: int) -> None:
    """Bring the copy of a file of an earlier version to the present one."""
    if of_version < schema.version():
        with contextlib.closing(connect(copy, writable=True)) as connection:
            check_facts(connection, copy)
            schema.migrate(connection, of_version)


def _checked(copy: Path, losses: tuple[Loss, ...], target: Path) -> Rescue:
    with contextlib.closing(connect(copy, writable=True)) as connection:
        check_schema(connection, copy, schema.version())
        check_integrity(connection, copy)
        study = read_study_of(connection, copy)
        n_events = len(read_events_of(connection, copy)) - bool(losses)
        return Rescue(target, len(study.items), n_events, losses)


def _write(source: sqlite3.Connection, path: Path, of_version: int, name: str) -> tuple[Loss, ...]:
    """Write all that can be read into a new file and return what is lost; a note says it there.

    The new file is of the version of the damaged one, so that rows fit as they are.
    """
    with contextlib.closing(fresh(path, of_version)) as connection:
        connection.execute("BEGIN")
        writer = RescueWriter(source, connection, of_version)
        writer.write_founding()
        seq = writer.write_events()
        losses = writer.losses()
        if losses:
            note = Note(f"rescued from the damaged file {name}: {_in_words(losses)}", RESCUED)
            append_row(connection, seq + 1, row_of(happened(note)))
        write_digests(connection)
        connection.execute("COMMIT")
    return losses
