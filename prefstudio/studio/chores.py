"""Work with files that may take a while, done in a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject, QThread, Signal

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled, EngineError
from prefstudio.study.errors import StudyError

logger = logging.getLogger(__name__)

Work: TypeAlias = Callable[[Control], object]
"""Takes along all it needs, tells its progress and can be cancelled; touches no widget."""


def nothing(control: Control) -> None:
    """The work of a chore that has given away what it did."""


def let_go(result: object) -> None:
    """Close a result that nobody waits for, where it is something open."""
    close = getattr(result, "close", None)
    if close is not None:
        close()


def log_dropped(error: Exception | None) -> None:
    """Write down why something failed that nobody waited for any more."""
    if error is not None and not isinstance(error, Cancelled):
        logger.warning("what nobody waited for any more failed: %s", error)


class Chore(QThread):
    """One piece of work, from its beginning to its result or error.

    Attributes
    ----------
    n_running
        How many there are at work; counted in the thread of the window.
    """

    n_running = 0

    progressed = Signal(object)  # share that is done, from 0 to 1

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chore")
        self.control = Control(self._tell)
        self.result: object = None
        self.error: Exception | None = None
        self._work = work

    def run(self) -> None:
        try:
            self.result = self._work(self.control)
        except (Cancelled, StudyError, EngineError, OSError) as error:
            self.error = error
        except Exception as error:
            logger.exception("a chore went wrong")
            self.error = error

    def taken(self) -> tuple[object, Exception | None]:
        """Give away the result or the error, which may be large and must not wait for garbage."""
        taken, self.result, self.error = (self.result, self.error), None, None
        self._work = nothing
        return taken

    def _tell(self, done: int, total: int) -> None:
        self.progressed.emit(done / max(total, 1))


class Chores(QObject):
    """Does one thing at a time; a new one takes the place of what runs, whose result is dropped."""

    progressed = Signal(object)  # share that is done, from 0 to 1
    done = Signal(object)  # the result
    failed = Signal(object)  # the error
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: Chore | None = None
        self._running: list[Chore] = []

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a result."""
        return self._current is not None

    def start(self, work: Work) -> None:
        """Begin with something; its end is told by one of the signals."""
        self.drop()
        chore = Chore(work, self)
        chore.progressed.connect(self._on_progressed)
        chore.finished.connect(self._on_finished)
        self._current = chore
        self._running.append(chore)
        Chore.n_running += 1
        chore.start()

    def cancel(self) -> None:
        """Ask what runs to stop; it tells when it has, or that it was done before."""
        if self._current is not None:
            self._current.control.cancel()

    def drop(self) -> None:
        """Ask what runs to stop, and wait for nothing."""
        self.cancel()
        self._current = None

    def stop(self) -> None:
        """End all threads, and drop what they did; to be called before the owner goes."""
        self.drop()
        self.finish()

    def finish(self) -> None:
        """Wait for what runs, and tell its end before this returns."""
        for chore in list(self._running):
            chore.wait()
            self._end(chore)

    def _on_progressed(self, share: float) -> None:
        if self.sender() is self._current:
            self.progressed.emit(share)

    def _on_finished(self) -> None:
        chore = self.sender()
        if isinstance(chore, Chore) and chore in self._running:
            self._end(chore)

    def _end(self, chore: Chore) -> None:
        """Count a chore that has ended as such, and tell its end where somebody waits for it."""
        self._running.remove(chore)
        Chore.n_running -= 1
        is_current = chore is self._current
        result, error = chore.taken()
        chore.deleteLater()
        if not is_current:
            let_go(result)
            log_dropped(error)
            return
        self._current = None
        if isinstance(error, Cancelled):
            self.cancelled.emit()
        elif error is not None:
            self.failed.emit(error)
        else:
            self.done.emit(result)
