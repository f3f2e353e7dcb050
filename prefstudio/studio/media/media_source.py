"""Where the pictures and sounds of a study come from; any thread may read."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from pathlib import Path
from typing import Protocol

from prefstudio.study.errors import DataError
from prefstudio.study.store import StudyFile
from prefstudio.study.store.connection import connect
from prefstudio.study.store.media import MOST_BYTES, inside, media_content

REMEDY = "Put the original back, or choose the file anew in the study."


class MediaSource(Protocol):
    """Gives the content of a picture or sound by the path that its item has."""

    def read(self, path: str) -> bytes:
        """Return the content.

        Raises
        ------
        DataError
            When it is gone, cannot be read, or lies outside of the study.
        """


class StudyMedia(MediaSource, Protocol):
    """All pictures and sounds of a study, which can also be read when that is closed."""

    def hold(self) -> None:
        """Go on giving content when the study is closed, until it is let go."""

    def let_go(self) -> None:
        """Have read all that was wanted."""


class FolderMedia:
    """The files below the folder of a study; a path that leads out of it is refused."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, path: str) -> bytes:
        """Return the content of a file; DataError when it cannot be had."""
        source = inside(self._folder, path)
        if source is None:
            raise DataError(path, "it lies outside of the study's folder", remedy=REMEDY)
        try:
            found = source.stat()
            # A pipe or a device would keep the reader waiting, or never end.
            if not stat.S_ISREG(found.st_mode):
                raise DataError(path, "it is no ordinary file", remedy=REMEDY)
            if found.st_size > MOST_BYTES:
                raise DataError(path, f"it is larger than {MOST_BYTES >> 30} GB", remedy=REMEDY)
            return source.read_bytes()
        except FileNotFoundError:
            raise DataError(path, "it is not there", remedy=REMEDY) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise DataError(path, f"it cannot be read ({reason})", remedy=REMEDY) from error

    def hold(self) -> None:
        """Nothing is to be done: a folder stays."""

    def let_go(self) -> None:
        """Nothing is to be done."""


class StudyFileMedia:
    """What is packed inside a study file or lies beside it.

    A connection serves one thread at a time, so that every reading makes its own; the file must
    stay open meanwhile, or be held: what is read may be a copy that goes with it.
    """

    def __init__(self, file: StudyFile) -> None:
        self._file = file.path
        self._database = _database_of(file)
        self._scratch = file.scratch

    def hold(self) -> None:
        """Keep what is read in its place."""
        if self._scratch is not None:
            self._scratch.hold()

    def let_go(self) -> None:
        """Let what is read go with its study."""
        if self._scratch is not None:
            self._scratch.let_go()

    def read(self, path: str) -> bytes:
        """Return the content of a picture or sound; DataError when it cannot be had."""
        try:
            with contextlib.closing(connect(self._database, writable=False)) as connection:
                return media_content(connection, self._file, path)
        except sqlite3.Error as error:
            raise DataError(path, f"it cannot be read ({error})", remedy=REMEDY) from error


def _database_of(file: StudyFile) -> Path:
    """The file that is read: the study's own, or a copy that a writer made whole."""
    if file.connection is not None:
        _, _, name = file.connection.execute("PRAGMA database_list").fetchone()
        if name:
            return Path(name)
    return file.path
