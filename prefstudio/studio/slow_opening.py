"""Opening one study that takes a while, in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.engine.control import Control
from prefstudio.studio.chores import Chores, let_go
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import Opened, read_for_window, seated
from prefstudio.studio.toasts import Toast
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.errors import StudyError


@dataclass(frozen=True, slots=True)
class OpeningWork:
    """Reads and checks a study; the thread of the window gets it when it is open."""

    path: Path

    def __call__(self, control: Control) -> Opened:
        return read_for_window(self.path)


class SlowOpening(QObject):
    """Says in the window that asked that a study is opened, and lets it be cancelled there.

    A study that is not wanted any more is still read to its end, so that nobody else finds it
    locked without a reason, and then closed; it may be wanted again until then.

    Attributes
    ----------
    path
        Of the study.
    asked_by
        The window in which it was asked for last; it may be closed by now.
    """

    opened = Signal(object)  # Opened
    failed = Signal(object)  # the error
    ended = Signal(object)  # this opening, after all else

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.asked_by: QWidget | None = None
        self._is_wanted = True
        self._toast: Toast | None = None
        self._chores = Chores(self)
        self._chores.done.connect(self._on_done)
        self._chores.failed.connect(self._on_failed)

    def want(self, asked_by: MainWindow | WelcomeWindow) -> None:
        """Begin, or go on with what was begun, and say so in a window."""
        self._end_toast()
        self._is_wanted, self.asked_by = True, asked_by
        words = f"Opening {self.path.stem}…"
        self._toast = asked_by.toasts.show(words, "Cancel", self.cancel, stays=True)
        if not self._chores.is_busy:
            self._chores.start(OpeningWork(self.path))

    def cancel(self) -> None:
        """Show nothing when it is open; another word may be said until then."""
        self._is_wanted = False
        self._end_toast()

    def stop(self) -> None:
        """Wait until it is open and close it."""
        self._chores.stop()

    def _end_toast(self) -> None:
        if self._toast is not None and is_there(self.asked_by):
            self.asked_by.toasts.end(self._toast)
        self._toast = None

    def _on_done(self, opened: Opened) -> None:
        if not self._is_wanted:
            let_go(opened)
            self.ended.emit(self)
            return
        try:
            seated(opened)
        except StudyError as error:
            self._on_failed(error)
            return
        self._end_toast()
        self.opened.emit(opened)
        self.ended.emit(self)

    def _on_failed(self, error: Exception) -> None:
        self._end_toast()
        if self._is_wanted:
            self.failed.emit(error)
        self.ended.emit(self)


def is_there(window: QWidget | None) -> TypeGuard[MainWindow | WelcomeWindow]:
    """Whether a window can still be spoken in: the welcome page, or a study's that is open."""
    is_open = isinstance(window, MainWindow) and not window.is_closed
    return is_open or isinstance(window, WelcomeWindow)
