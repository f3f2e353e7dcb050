"""A study file that is open: its facts, its events, and how one more is recorded."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.state import StudyState
from prefstudio.study.store.errors import NotRecordedError, ReadOnlyStudyError, not_recorded
from prefstudio.study.store.event_rows import append_row, row_of
from prefstudio.study.store.lock import OPEN_ELSEWHERE, WriterLock
from prefstudio.study.store.media import media_content
from prefstudio.study.store.new_file import sync_folder
from prefstudio.study.store.scratch import Scratch


class StudyFile:
    """An open study file; `open_study` and `create` make one, and `close` ends it.

    Attributes
    ----------
    path
        The file.
    study
        The founding facts; those of the present moment are in `state`.
    connection
        The live connection, for checks; None once the file is closed.
    read_only_reason
        Why nothing can be recorded, as the end of a sentence; empty when it can.
    scratch
        Where the copy lies that is read in its place; None when the file itself is.
    on_step
        Called between the steps of recording with begun, written, committed; for tests.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        study: Study,
        events: list[Event],
        *,
        lock: WriterLock | None,
        read_only_reason: str,
        scratch: Scratch | None = None,
    ) -> None:
        self.path = path
        self.study = study
        self.connection: sqlite3.Connection | None = connection
        self.read_only_reason = read_only_reason
        self.on_step: Callable[[str], None] = _nothing
        self._events = events
        self._state = StudyState(study)
        self._lock = lock
        self.scratch = scratch
        self._identity = _identity(path)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded; `read_only_reason` says why."""
        return bool(self.read_only_reason)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in the order of their recording; the first has the number 1."""
        return tuple(self._events)

    @property
    def state(self) -> StudyState:
        """The study after all events."""
        if self._state.revision < len(self._events):
            self._state = self._state.with_events(self._events[self._state.revision :])
        return self._state

    def append(self, *events: Event) -> int:
        """Record events, all or none, and return the last number; they are then on the disk.

        Raises
        ------
        ReadOnlyStudyError
            When the file is open for reading only.
        NotRecordedError
            When they could not be written; then the file is as it was before.
        """
        connection = self._writable_connection()
        last = len(self._events) + len(events)
        try:
            connection.execute("BEGIN IMMEDIATE")
            self.on_step("begun")
            for seq, event in enumerate(events, len(self._events) + 1):
                append_row(connection, seq, row_of(event))
            self.on_step("written")
            connection.execute("COMMIT")
            # From here on the events are facts, whatever interrupts what follows.
            self._events.extend(events)
            # The end of the journal must be on the disk: it would undo the commit if it came back.
            sync_folder(self.path.parent)
        except (sqlite3.Error, UnicodeError) as error:
            _roll_back(connection)
            raise not_recorded(self.path, error) from error
        except BaseException:
            _roll_back(connection)
            raise
        self.on_step("committed")
        return last

    def require_writable(self) -> None:
        """See that events can be recorded.

        Raises
        ------
        ReadOnlyStudyError
            When they cannot.
        """
        if self.read_only or self.connection is None:
            reason = self.read_only_reason or "it was closed"
            first = "Close it there, or work" if reason == OPEN_ELSEWHERE else "Work"
            raise ReadOnlyStudyError(
                self.path,
                f"nothing can be recorded in this study: {reason}",
                remedy=f"{first} on a copy of the file in a folder of your own.",
            )

    def media(self, path: str) -> bytes:
        """Return a picture or sound of the study, by the path that its item has.

        Raises
        ------
        DataError
            When it is gone, was changed, or lies outside of the study's folder.
        """
        if self.connection is None:
            raise DataError(self.path, "the study was closed", remedy="Open it again.")
        return media_content(self.connection, self.path, path)

    def close(self) -> None:
        """Close the file and let others write; a second call does nothing."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        if self._lock is not None:
            self._lock.release()
        if self.scratch is not None:
            self.scratch.let_go()
            self.scratch = None

    def __enter__(self) -> StudyFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _writable_connection(self) -> sqlite3.Connection:
        self.require_writable()
        assert self.connection is not None
        # An event written into a file that has lost its name would be gone with it.
        if _identity(self.path) != self._identity:
            raise NotRecordedError(
                self.path,
                "the file was moved, removed or replaced while it was open",
                remedy="Put it back in its place, or open it where it is now.",
            )
        return self.connection


def _nothing(step: str) -> None:
    """Do nothing between two steps."""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        # What cannot be rolled back now is rolled back from the journal on the next opening.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
