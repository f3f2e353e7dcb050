"""A large file is read by a process of its own, which keeps what it read until it is wanted.

Python lets one thread of a process run at a time, and to let go of ten million cells takes it
half a second at a stretch: in the window's process that is half a second without a picture.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

from prefstudio.engine.control import Control
from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.summary import ImportSummary
from prefstudio.study.making import NewStudy

READER = ("-P", "-m", "prefstudio.studio.new_study.reader")
"""What Python is told; -P keeps it from modules that lie about where it is begun."""

BURIAL = "the end of a reader"
LARGE = 4_000_000
"""Bytes from which a process of its own is worth the half second that it takes to begin."""

WEIGHTS = {".gz": 8, ".xlsx": 8, ".json": 4, ".gml": 4, ".graphml": 4}
"""By ending, how many times its bytes a file counts: packed, or taken apart as a whole."""

_NO_CONSOLE = 0x0800_0000  # CREATE_NO_WINDOW of Windows


def is_large(plan: ImportPlan) -> bool:
    """Whether the tables of a plan are so large that to read them would disturb the window."""
    named = (plan.items, *plan.paths, *plan.links, *plan.comparisons)
    return sum(_weight(path) for path in named if path is not None) >= LARGE


def can_read_aside() -> bool:
    """Whether there is a Python to begin a process with."""
    return bool(sys.executable) and not getattr(sys, "frozen", False)


class ReadAside:
    """What was read by another process; that ends with the last reference to this.

    Parameters
    ----------
    process
        The reader, which speaks in pickles.
    """

    summary: ImportSummary

    def __init__(self, process: subprocess.Popen[bytes], name: str) -> None:
        self._process = process
        self._name = name
        weakref.finalize(self, _end, process)

    @classmethod
    def begun(cls, plan: ImportPlan, control: Control) -> ReadAside:
        """Read all files of a plan.

        Raises
        ------
        DataError, OSError
            As `preview` does; or when the reader ended before it was done.
        Cancelled
            After `control` was asked to stop, at once.
        """
        named = (plan.items, *plan.paths, *plan.links, *plan.comparisons)
        read = cls(_reader(), next(path.name for path in named if path is not None))
        control.when_cancelled(read._process.kill)
        try:
            read.summary = read._asked(plan, control)
        finally:
            control.when_cancelled(None)
        return read

    def make(self, wanted: NewStudy, control: Control) -> Path:
        """Write the file of a study of it; that is not broken off once it has begun.

        Raises
        ------
        DataError, EngineError, OSError
            As `make_study` does; or when the reader ended before it was done.
        """
        control.check()
        path: Path = self._asked(wanted, Control())
        return path

    def _asked(self, question: object, control: Control) -> Any:
        """Send something, pass on the progress, and return the result or raise the error."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            pickle.dump(question, stdin)
            stdin.flush()
            while True:
                kind, told = pickle.load(stdout)
                if kind == "progress":
                    control.report(*told)
                elif kind == "error":
                    raise told
                else:
                    return told
        except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
            control.check()
            raise self._ended() from error

    def _ended(self) -> DataError:
        return DataError(
            self._name,
            "the reading ended before it was done, perhaps because the memory was full",
            remedy="Close other programs, or cut the file into parts.",
        )


def _weight(path: Path) -> int:
    """How many bytes of tables there are to read; what media hold is looked at in passing."""
    try:
        parts = path.glob("*.csv") if path.is_dir() else [path]
        return sum(part.stat().st_size * WEIGHTS.get(part.suffix.lower(), 1) for part in parts)
    except (OSError, ValueError):
        return 0  # whoever reads it says what is wrong


def _reader() -> subprocess.Popen[bytes]:
    """Begin a reader that finds the same modules as this process, and no others."""
    known = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, *READER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": known},
        creationflags=_NO_CONSOLE if sys.platform == "win32" else 0,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a reader without waiting: the system takes a while to give its memory back."""
    process.kill()
    burial = threading.Thread(target=_bury, args=(process,), daemon=True, name=BURIAL)
    # From Python 3.12 on none starts while the program ends, which lets go of all pipes itself.
    with contextlib.suppress(RuntimeError):
        burial.start()


def _bury(process: subprocess.Popen[bytes]) -> None:
    # To leave it closes the pipes, where something may be on its way still, and waits.
    with contextlib.suppress(BrokenPipeError), process:
        pass
