"""The one thread that computes."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QThread, Signal

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

    def __init__(self, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("engine")
        self._mailbox = mailbox

    def run(self) -> None:
        while (work := self._mailbox.take()) is not None:
            self._do(work)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing runs."""
        return self._mailbox.is_idle

    def stop(self) -> None:
        """Close the mailbox, stop what runs and wait for the end; to be called by the owner."""
        self._mailbox.close()
        self.wait()

    def _do(self, work: Work) -> None:
        request, completed = work.request, True
        try:
            self.result_ready.emit(request.compute(work.control))
        except Cancelled:
            completed = False
        except Exception as error:
            logger.exception("%s went wrong", type(request).__name__)
            failure = RequestFailed(request.lane, request.revision, problem_of(error))
            self.request_failed.emit(failure)
        finally:
            self._mailbox.finish(work, completed=completed)
