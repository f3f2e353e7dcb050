"""Work that somebody waits for in a window, in a thread of its own."""

from __future__ import annotations

from typing import TypeGuard

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.chores import Chores, Work
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.patience import LONGEST_SILENT
from prefstudio.studio.toasts import Toast
from prefstudio.studio.welcome.welcome_window import WelcomeWindow


class SlowWork(QObject):
    """Does one thing, and lets it be cancelled in the window that asked where it takes a while.

    What is not wanted any more is still done to its end, and then dropped; it may be wanted again
    until then.

    Parameters
    ----------
    words : str
        What is said if it takes longer than a moment.
    work : Work
        What is done.

    Attributes
    ----------
    asked_by
        The window in which it was asked for last; it may be closed by now.
    """

    failed = Signal(object)  # the error
    ended = Signal(object)  # this work, after all else

    def __init__(self, words: str, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked_by: QWidget | None = None
        self._words, self._work = words, work
        self._is_wanted = True
        self._toast: Toast | None = None
        # What takes a moment only would flash.
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(LONGEST_SILENT)
        self._silence.timeout.connect(self._say)
        self._chores = Chores(self)
        self._chores.done.connect(self._on_done)
        self._chores.failed.connect(self._on_failed)

    def want(self, asked_by: QWidget | None) -> None:
        """Begin, or go on with what was begun, for a window."""
        is_said = self._toast is not None
        self._end_toast()
        self._is_wanted, self.asked_by = True, asked_by
        if is_said:
            self._say()
        else:
            self._silence.start()
        if not self._chores.is_busy:
            self._chores.start(self._work)

    def cancel(self) -> None:
        """Make nothing of it when it is done; another word may be said until then."""
        self._is_wanted = False
        self._end_toast()

    def go_on_in(self, window: QWidget | None) -> None:
        """Go on for another window with what is still to be done and was not cancelled."""
        if self._is_wanted and self._chores.is_busy:
            self.want(window)

    def stop(self) -> None:
        """Wait until it is done, and drop it."""
        self.cancel()
        self._chores.finish()

    def take(self, result: object) -> None:
        """Make of the result what was wanted, or tell why that cannot be."""
        raise NotImplementedError

    def drop(self, result: object) -> None:
        """Leave nothing of a result that nobody wants any more."""
        raise NotImplementedError

    def _say(self) -> None:
        if is_there(self.asked_by):
            self._toast = self.asked_by.toasts.show(self._words, "Cancel", self.cancel, stays=True)

    def _end_toast(self) -> None:
        self._silence.stop()
        if self._toast is not None and _is_open(self.asked_by):
            self.asked_by.toasts.end(self._toast)
        self._toast = None

    def _on_done(self, result: object) -> None:
        self._end_toast()
        if self._is_wanted:
            self.take(result)
        else:
            self.drop(result)
        self.ended.emit(self)

    def _on_failed(self, error: Exception) -> None:
        self._end_toast()
        if self._is_wanted:
            self.failed.emit(error)
        self.ended.emit(self)


def is_there(window: QWidget | None) -> TypeGuard[MainWindow | WelcomeWindow]:
    """Whether a window is there to be spoken in: a study's, or the welcome page while it is seen.

    A study's window is not seen until its first pictures are there; the welcome page is hidden
    when a study opens, and kept.
    """
    return _is_open(window) and (isinstance(window, MainWindow) or window.isVisible())


def _is_open(window: QWidget | None) -> TypeGuard[MainWindow | WelcomeWindow]:
    """Whether a window has not been closed for good."""
    is_open = isinstance(window, MainWindow) and not window.is_closed
    return is_open or isinstance(window, WelcomeWindow)
