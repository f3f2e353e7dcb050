"""One thread beside the window that reads and decodes files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from prefstudio.study.errors import DataError

logger = logging.getLogger(__name__)

FAULT = "it cannot be used, as something in PrefStudio went wrong; the log says where."


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What came of a job.

    Attributes
    ----------
    order
        Number of the order that it was done for.
    result
        What was made; None when it could not be.
    problem
        Why not, in words.
    """

    order: int
    name: str
    result: Any
    problem: str = ""


class Workshop(QObject):
    """Does jobs one after the other; of the results only those of the latest order are told."""

    done = Signal(object)  # Piece
    _finished = Signal(object)  # _Job

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._jobs: set[_Job] = set()
        self._order = 0
        self._finished.connect(self._on_finished)

    def begin_order(self) -> None:
        """Forget what was wanted before; a job that has not begun is not done."""
        self._order += 1
        for job in tuple(self._jobs):
            if self._pool.tryTake(job):
                self._jobs.discard(job)

    def add(self, name: str, make: Callable[[], Any]) -> None:
        """Make something; `make` runs in the other thread, and what it raises is told in words."""
        job = _Job(self._order, name, make, self._finished)
        self._jobs.add(job)
        self._pool.start(job)

    def close(self) -> None:
        """Wait for the job under way; nothing is told any more."""
        self.begin_order()
        self._pool.waitForDone()

    @Slot(object)
    def _on_finished(self, job: _Job) -> None:
        self._jobs.discard(job)
        if job.piece.order == self._order:
            self.done.emit(job.piece)


class _Job(QRunnable):
    """One thing to make; kept by the workshop until the window's thread has heard of it."""

    def __init__(self, order: int, name: str, make: Callable[[], Any], finished: Any) -> None:
        super().__init__()
        self.setAutoDelete(False)
        self.piece = Piece(order, name, None)
        self._make = make
        self._finished = finished

    def run(self) -> None:
        order, name = self.piece.order, self.piece.name
        try:
            self.piece = Piece(order, name, self._make())
        except DataError as error:
            self.piece = Piece(order, name, None, str(error))
        except MemoryError:
            self.piece = Piece(order, name, None, f"{name}: it is too large for this computer.")
        except Exception:
            logger.exception("%s could not be made", name)
            self.piece = Piece(order, name, None, f"{name}: {FAULT}")
        self._finished.emit(self)
