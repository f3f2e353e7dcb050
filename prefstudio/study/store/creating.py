"""Making a study file: whole under its name, or not there at all."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.store.errors import not_written
from prefstudio.study.store.event_rows import append_row, row_of
from prefstudio.study.store.founding_writing import write_founding
from prefstudio.study.store.lock import LockHeldError, WriterLock
from prefstudio.study.store.media import CopiedMedia, MediaRow, media_rows
from prefstudio.study.store.new_file import fresh, put_in_place, unfinished_name
from prefstudio.study.store.opening import open_locked
from prefstudio.study.store.study_file import StudyFile

MediaRows: TypeAlias = Callable[[CopiedMedia], Iterable[MediaRow]]
"""Gives the media of a new file, which may copy some of them beside it."""


def create(
    path: str | Path,
    study: Study,
    events: Sequence[Event] = (),
    media: MediaRows | None = None,
) -> StudyFile:
    """Make the file of a study and open it.

    Parameters
    ----------
    path
        The new file.
    study
        The facts it is founded with.
    events
        What happened since, in a copy of another file.
    media
        Pictures and sounds, where they are not taken from the study's own folder.

    Raises
    ------
    DataError
        When there is a file of that name, or it cannot be written; then nothing is left behind.
    """
    path = Path(os.path.realpath(path))
    try:
        lock = WriterLock(path)
    except LockHeldError:
        raise _is_there(path) from None
    except OSError as error:
        raise not_written(path, error) from error
    try:
        if os.path.lexists(path):
            raise _is_there(path)
        _write(path, study, events, media)
    except BaseException as error:
        lock.release()
        if isinstance(error, sqlite3.Error | OSError | UnicodeError):
            raise not_written(path, error) from error
        raise
    # Whoever makes a file is the first to write in it.
    return open_locked(path, lock)


def _is_there(path: Path) -> DataError:
    return DataError(
        path, "there is a file of that name already", remedy="Choose another name, or open it."
    )


def _write(path: Path, study: Study, events: Sequence[Event], media: MediaRows | None) -> None:
    """Write the whole file under another name, and give it its own once it is on the disk."""
    unfinished = unfinished_name(path)
    copied = CopiedMedia(path)
    try:
        with contextlib.closing(fresh(unfinished)) as connection:
            connection.execute("BEGIN")
            rows = media_rows(study, path, copied) if media is None else media(copied)
            write_founding(connection, study, rows)
            for seq, event in enumerate(events, start=1):
                append_row(connection, seq, row_of(event))
            connection.execute("COMMIT")
        put_in_place(unfinished, path)
    except BaseException:
        copied.remove()
        raise
    finally:
        unfinished.unlink(missing_ok=True)
