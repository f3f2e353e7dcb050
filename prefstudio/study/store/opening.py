"""Opening a study file: checked before use, and read-only where it cannot be written."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.store import schema
from prefstudio.study.store.checks import (
    check_facts,
    check_integrity,
    check_schema,
    read_events_of,
    read_study_of,
)
from prefstudio.study.store.connection import Header, connect, damaged, guard, read_header
from prefstudio.study.store.errors import DamagedStudyError, is_full, not_recorded
from prefstudio.study.store.lock import OPEN_ELSEWHERE, LockHeldError, WriterLock
from prefstudio.study.store.rescue import rescue_note
from prefstudio.study.store.scratch import Scratch
from prefstudio.study.store.study_file import StudyFile

PROTECTED = "the file or its folder is write-protected"
FOR_READING = "it was opened for reading only"

_PROTECTED_CODES = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_JOURNALS = ("-journal", "-wal")


def open_study(path: str | Path, *, writable: bool = True) -> StudyFile:
    """Open a study file.

    Where another process writes in it, or its folder is write-protected, it is opened for
    reading, and `StudyFile.read_only_reason` says why.

    Parameters
    ----------
    path
        The file.
    writable
        Whether events shall be recorded. A damaged file that was to be written in is rescued: a
        copy with all that can be read is made beside it, and the error names it.

    Raises
    ------
    NotAStudyError, NewerStudyError, DamagedStudyError
        When the file is something else, of a later version, or damaged. It is left as it is.
    """
    path = Path(os.path.realpath(path))
    lock = None
    try:
        header = read_header(path)
        lock, reason = _lock(path) if writable else (None, FOR_READING)
        return _open(path, header, lock, reason)
    except DamagedStudyError as error:
        _release(lock)
        if not writable:
            raise
        raise DamagedStudyError(path, error.message, remedy=rescue_note(path)) from error
    except BaseException:
        _release(lock)
        raise


def open_locked(path: Path, lock: WriterLock) -> StudyFile:
    """Open a file that was made just now, with the lock under which it was made.

    Raises
    ------
    DataError
        When it cannot be opened; then the lock is let go.
    """
    try:
        return _open(path, read_header(path), lock, "")
    except BaseException:
        lock.release()
        raise


def _lock(path: Path) -> tuple[WriterLock | None, str]:
    """Return the lock, or why there is none."""
    try:
        return WriterLock(path), ""
    except LockHeldError:
        return None, OPEN_ELSEWHERE
    except OSError as error:
        if is_full(error):
            raise not_recorded(path, error) from error
        return None, PROTECTED


def _release(lock: WriterLock | None) -> None:
    if lock is not None:
        lock.release()


def _open(path: Path, header: Header, lock: WriterLock | None, reason: str) -> StudyFile:
    with _faults_named(path):
        opened = _Opened(path, header, lock, reason)
        try:
            opened.connect()
            return opened.study_file()
        except BaseException:
            opened.close()
            raise


@contextmanager
def _faults_named(path: Path) -> Iterator[None]:
    """Give what SQLite raises a name of ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_full(error):
            raise not_recorded(path, error) from error
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise DataError(
                path,
                "another program keeps it locked",
                remedy="Close the other program, then try again.",
            ) from error
        raise damaged(path, f"it cannot be opened ({error})") from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged declaration quotes it.
        raise damaged(path, "what it declares is no text") from error


@dataclass(slots=True)
class _Opened:
    """A file on its way to being open."""

    path: Path
    header: Header
    lock: WriterLock | None
    reason: str
    connection: sqlite3.Connection | None = None
    scratch: Scratch | None = None

    def connect(self) -> None:
        """Connect to the file, or to a copy of one that only a writer could make whole."""
        if self.lock is not None:
            try:
                self.connection = connect(self.path, writable=True)
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in _PROTECTED_CODES:
                    raise
                self.lock.release()
                self.lock, self.reason = None, PROTECTED
        if self.header.is_write_ahead:
            self.connection = connect(self._copy(), writable=True)
            return
        try:
            self.connection = connect(self.path, writable=False)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _PROTECTED_CODES:
                raise
            self.connection = connect(self._copy(), writable=True)

    def study_file(self) -> StudyFile:
        """Return the open file, after all checks."""
        assert self.connection is not None
        (found,) = self.connection.execute("PRAGMA user_version").fetchone()
        check_schema(self.connection, self.path, found)
        check_integrity(self.connection, self.path)
        if found < schema.version():
            check_facts(self.connection, self.path)
            self._migrate(found)
        return StudyFile(
            self.path,
            self.connection,
            read_study_of(self.connection, self.path),
            read_events_of(self.connection, self.path),
            lock=self.lock,
            read_only_reason=self.reason,
            scratch=self.scratch,
        )

    def close(self) -> None:
        """Leave nothing behind but the lock, which whoever took it lets go."""
        if self.connection is not None:
            self.connection.close()
        if self.scratch is not None:
            self.scratch.let_go()

    def _migrate(self, found: int) -> None:
        """Bring the file to the present version, or a copy of one that is only read."""
        assert self.connection is not None
        if self.lock is None and self.scratch is None:
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            with contextlib.closing(self.connection) as source:
                self.connection = memory
                source.backup(memory)
            guard(memory)
        schema.migrate(self.connection, found)

    def _copy(self) -> Path:
        """Return a copy in which SQLite may roll a hot journal back."""
        self.scratch = Scratch()
        copy = self.scratch.path / self.path.name
        shutil.copyfile(self.path, copy)
        for ending in _JOURNALS:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(
                    self.path.with_name(self.path.name + ending),
                    copy.with_name(copy.name + ending),
                )
        return copy
