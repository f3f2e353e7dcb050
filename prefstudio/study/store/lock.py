"""The lock of the one who writes; the operating system lets it go when the process ends.

The lock is on a file beside the study, ``name.prefstudio-lock``, never on the study itself: there
it would mix with the locks of SQLite, and closing it would let those go. That the lock file
exists means nothing, so one that a killed process left behind is in nobody's way.
"""

from __future__ import annotations

import contextlib
import os
import sys
import weakref
from pathlib import Path

ENDING = "-lock"

OPEN_ELSEWHERE = "another window or command has it open"
"""Why nothing can be recorded while someone else holds the lock."""


class LockHeldError(Exception):
    """Another process, or another window of this one, writes in the study."""


class WriterLock:
    """The right to write in a study file, held until `release` or the end of the process.

    Raises
    ------
    LockHeldError
        When someone else holds it.
    OSError
        When the folder cannot be written to, or its drive knows no locks.
    """

    def __init__(self, study: Path) -> None:
        self._path = study.with_name(study.name + ENDING)
        self._descriptor: int | None = _locked(self._path)
        _held.add(self)

    def release(self) -> None:
        """Let the lock go and take its file away; a second call does nothing."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        # Where files can be removed while they are open, this must come before the lock is let
        # go: a file that someone else has locked since then would be removed otherwise.
        if sys.platform != "win32":
            self._remove()
        os.close(descriptor)
        if sys.platform == "win32":
            self._remove()

    def _remove(self) -> None:
        # A lock file that stays, in a folder that became write-protected, is in nobody's way.
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def forget(self) -> None:
        """Close a forked child's copy, which would outlive the one who locked."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


_held: weakref.WeakSet[WriterLock] = weakref.WeakSet()


def _forget_all() -> None:
    for lock in list(_held):
        lock.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _locked(path: Path) -> int:
    while True:
        # A link of that name in a stranger's folder must not lead anywhere.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(path, flags, 0o666)
        try:
            _lock(descriptor)
            if _is_still(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    """Tell whether the locked file is the one of that name; a releasing process removes it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise LockHeldError from error

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LockHeldError from error
