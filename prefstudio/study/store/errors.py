"""The named errors of a study file; each is a DataError and says what to do."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from prefstudio.study.errors import DataError

_FULL_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class NotAStudyError(DataError):
    """The file is no study file."""


class NewerStudyError(DataError):
    """The file was written by a later version."""


class DamagedStudyError(DataError):
    """The file was a study file once, and parts of it can no longer be read."""


class ReadOnlyStudyError(DataError):
    """The file is open for reading only."""


class NotRecordedError(DataError):
    """An event could not be written; the file is as it was before."""


def not_recorded(path: Path, error: Exception) -> NotRecordedError:
    """Return the error that says why an event was not recorded."""
    what = "the event was not recorded"
    if is_full(error):
        return NotRecordedError(
            path, f"the disk is full, so {what}", remedy="Make room on the disk, then try again."
        )
    if isinstance(error, sqlite3.IntegrityError):
        return NotRecordedError(
            path,
            f"{what} ({error})",
            remedy="Close the study and open it again: another program has written in it.",
        )
    if isinstance(error, UnicodeError):
        return NotRecordedError(
            path, f"{what}: it holds broken text", remedy="Write the text anew."
        )
    return NotRecordedError(
        path, f"{what} ({error})", remedy="Check that the disk is there and can be written to."
    )


def not_written(path: Path, error: Exception) -> DataError:
    """Return the error that says why a new file could not be made."""
    if is_full(error):
        return DataError(
            path, "the disk is full", remedy="Make room on the disk, or choose another folder."
        )
    if isinstance(error, UnicodeError):
        return DataError(
            path,
            "the name of a file, or a text, holds characters of no known encoding",
            remedy="Rename the file, or write the text anew.",
        )
    reason = getattr(error, "strerror", None) or str(error)
    return DataError(
        path,
        f"the study file cannot be made here ({reason})",
        remedy="Choose a folder in which you may write.",
    )


def is_full(error: Exception) -> bool:
    """Tell whether an error says that there is no room left."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return isinstance(error, OSError) and error.errno in _FULL_DISK
