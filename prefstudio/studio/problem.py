"""Faults that nobody foresaw: logged, shown, and the program goes on."""

from __future__ import annotations

import logging
import sys
import traceback
from dataclasses import dataclass
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.errors import EngineError
from prefstudio.study.errors import StudyError
from prefstudio.study.mailbox import Lane

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, in words for the person, with the details for whoever mends it."""

    title: str
    advice: str
    details: str


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """A request that ended in an error.

    Attributes
    ----------
    lane
        What it was for.
    moment
        The number of the moment it spoke of; at a later one nobody waits for it any more.
    """

    lane: Lane
    moment: int
    problem: Problem


def problem_of(error: BaseException) -> Problem:
    """Say an error in words; those that were raised on purpose say it themselves."""
    details = "".join(traceback.format_exception(error))
    if isinstance(error, (EngineError, StudyError)):
        sentence = str(error)
        return Problem(sentence[:1].upper() + sentence[1:], "Your answers are kept.", details)
    return Problem(
        "Something in PrefStudio went wrong.",
        "Your answers are kept, and you may go on. Details say where it happened.",
        details,
    )


def not_recorded(title: str, error: StudyError) -> Problem:
    """Say why something was not recorded, under a title that says what."""
    return Problem(title, str(error), "".join(traceback.format_exception(error)))


class ExceptionHook(QObject):
    """Catches what no code caught, slots included, and tells it as a signal."""

    caught = Signal(object)  # Problem

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._previous = sys.excepthook

    def install(self) -> None:
        """Take the place of the interpreter's hook, which would only print."""
        self._previous = sys.excepthook
        sys.excepthook = self._on_exception

    def remove(self) -> None:
        """Put the earlier hook back."""
        sys.excepthook = self._previous

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._previous(kind, error, trace)
            return
        logger.error("an exception that nobody caught", exc_info=(kind, error, trace))
        self.caught.emit(problem_of(error))
