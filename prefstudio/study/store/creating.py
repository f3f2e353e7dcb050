"""Making a study file: whole under its name, or not there at all."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study
from prefstudio.study.store.errors import not_written
from prefstudio.study.store.founding_writing import write_founding
from prefstudio.study.store.lock import LockHeldError, WriterLock
from prefstudio.study.store.media import media_rows
from prefstudio.study.store.new_file import fresh, put_in_place, unfinished_name
from prefstudio.study.store.opening import open_study
from prefstudio.study.store.study_file import StudyFile


def create(path: str | Path, study: Study) -> StudyFile:
    """Make the file of a study and open it.

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
        _write(path, study)
    except (sqlite3.Error, OSError, UnicodeError) as error:
        raise not_written(path, error) from error
    finally:
        lock.release()
    return open_study(path)


def _is_there(path: Path) -> DataError:
    return DataError(
        path, "there is a file of that name already", remedy="Choose another name, or open it."
    )


def _write(path: Path, study: Study) -> None:
    """Write the whole file under another name, and give it its own once it is on the disk."""
    unfinished = unfinished_name(path)
    try:
        with contextlib.closing(fresh(unfinished)) as connection:
            connection.execute("BEGIN")
            write_founding(connection, study, media_rows(study, path))
            connection.execute("COMMIT")
        put_in_place(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
