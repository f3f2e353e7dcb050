"""The one thread that computes."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QThread, Signal, SignalInstance

from prefstudio.engine.errors import Cancelled
from prefstudio.studio.problem import RequestFailed, problem_of
from prefstudio.study.mailbox import Mailbox, Work

logger = logging.getLogger(__name__)


class EngineThread(QThread):
    """Takes requests from a mailbox and tells their results.

    Its signals are emitted in this thread and arrive in the thread of the receiver, provided
    that the slot is a bound method of a QObject.
    """

    result_ready = Signal(object)  # the frozen result of a request
    request_failed = Signal(object)  # RequestFailed
    _delivered = Signal()  # all who wanted the last result or failure have heard it
    idled = Signal()  # nothing waits; what was told last may lead to more

    def __init__(self, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("engine")
        self._mailbox = mailbox
        self._n_told, self._n_heard = 0, 0
        self._delivered.connect(self._on_delivered)

    def run(self) -> None:
        while (work := self._mailbox.take()) is not None:
            self._do(work)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits, nothing runs and nothing is on its way to who asked for it."""
        return self._mailbox.is_idle and self._n_told == self._n_heard

    def stop(self) -> None:
        """Close the mailbox, stop what runs and wait for the end; to be called by the owner."""
        self._mailbox.close()
        self.wait()

    def _do(self, work: Work) -> None:
        request, completed = work.request, True
        try:
            self._tell(self.result_ready, request.compute(work.control))
        except Cancelled:
            completed = False
        except Exception as error:
            logger.exception("%s went wrong", type(request).__name__)
            failure = RequestFailed(request.lane, request.moment, problem_of(error))
            self._tell(self.request_failed, failure)
        finally:
            self._mailbox.finish(work, completed=completed)
        if self._mailbox.is_idle:
            self.idled.emit()

    def _tell(self, signal: SignalInstance, told: object) -> None:
        self._n_told += 1
        signal.emit(told)
        self._delivered.emit()  # arrives after what was told, whoever listens to that

    def _on_delivered(self) -> None:
        self._n_heard += 1
