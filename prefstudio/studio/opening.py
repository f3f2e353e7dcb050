"""Opening studies: files, folders, samples and what was dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.drops import is_study
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.studio.record import open_for_window
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.errors import StudyError
from prefstudio.study.samples import made_ready, opened_copy, put_in_place
from prefstudio.study.store import DamagedStudyError

SLOW_BYTES = 1_000_000  # a study of this size may take a tenth of a second to open
SAID_FIRST = 30  # ms in which "Opening…" is drawn


class Opening(QObject):
    """Opens studies, or says why not in the window that asked for it.

    Attributes
    ----------
    asked_by
        The window in which something was asked for last; None once it is closed.
    """

    study_opened = Signal(object)  # Opened

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.asked_by: QWidget | None = None
        self._waiting: list[tuple[Path, QWidget]] = []  # and who asked

    def open_path(self, path: Path) -> None:
        """Open a study in a window, or say why not; one that is open is brought to the front."""
        window = _window_of(path)
        if window is not None:
            window.show()
            window.raise_()
            window.activateWindow()
        elif _is_slow(path) and isinstance(self.asked_by, (MainWindow, WelcomeWindow)):
            self._waiting.append((path, self.asked_by))
            self.asked_by.toasts.show(f"Opening {path.stem}…")
            QTimer.singleShot(SAID_FIRST, self._open_waiting)
        else:
            self._open_now(path, self.asked_by)

    def open_sample(self, name: str, layout: LayoutChoice | None = None) -> None:
        """Open the user's own copy of a sample, as it was left or in another layout."""
        try:
            path = opened_copy(name)
        except (StudyError, OSError) as error:
            _say(self.asked_by, problem_of(error))
            return
        if layout is not None:
            StudyMemory(self._remembered, path).layout = layout
        self.open_path(path)

    def start_over(self, name: str, window: MainWindow) -> None:
        """Open a fresh copy of a sample in the place of a window on the old one.

        That is closed once the copy is made, and is opened again where it cannot take its place.
        """
        try:
            fresh = made_ready(name)
        except (StudyError, OSError) as error:
            _say(window, problem_of(error))
            return
        window.close()
        try:
            path = put_in_place(fresh)
        except OSError as error:
            self.open_path(window.place)
            _say(_window_of(window.place), problem_of(error))
            return
        self.open_path(path)

    def open_studies(self, paths: Sequence[Path]) -> list[Path]:
        """Open those of some paths that are studies, and return the others."""
        studies = [path for path in paths if is_study(path)]
        for path in studies:
            self.open_path(path)
        return [path for path in paths if path not in studies]

    def _open_waiting(self) -> None:
        while self._waiting:
            self._open_now(*self._waiting.pop(0))

    def _open_now(self, path: Path, asked_by: QWidget | None) -> None:
        try:
            opened = open_for_window(path)
        except (StudyError, OSError) as error:
            self._say_why_not(error, path, asked_by)
            return
        self._remembered.add_recent(path.resolve())
        self.study_opened.emit(opened)

    def _say_why_not(self, error: Exception, path: Path, asked_by: QWidget | None) -> None:
        """Say what went wrong, and offer the rescued copy of a damaged study."""
        rescued = _rescued_copy(path) if isinstance(error, DamagedStudyError) else None
        if rescued is None:
            _say(asked_by, problem_of(error))
        else:
            do = partial(self.open_path, rescued)
            _say(asked_by, problem_of(error), "Open the rescued copy", do)


def _say(
    window: QWidget | None,
    problem: Problem,
    action: str = "",
    do: Callable[[], None] | None = None,
) -> None:
    """Say what went wrong in the window that asked, unless it is closed by now."""
    if isinstance(window, WelcomeWindow) or (
        isinstance(window, MainWindow) and not window.is_closed
    ):
        window.message.show_problem(problem, action, do)


def _window_of(path: Path) -> MainWindow | None:
    """The window that shows a study already."""
    wanted = Path(os.path.realpath(path))
    for window in QApplication.topLevelWidgets():
        if not isinstance(window, MainWindow) or window.is_closed:
            continue
        if Path(os.path.realpath(window.place)) == wanted:
            return window
    return None


def _is_slow(path: Path) -> bool:
    """Whether it may take a moment to open a study."""
    parts = path.glob("*.csv") if path.is_dir() else [path]
    return sum(part.stat().st_size for part in parts if part.is_file()) >= SLOW_BYTES


def _rescued_copy(path: Path) -> Path | None:
    """The newest rescue copy beside a damaged file."""
    beside = path.resolve()
    copies = [
        each for each in beside.parent.iterdir() if each.name.startswith(f"{beside.stem} (rescued")
    ]
    return max(copies, key=lambda each: each.stat().st_mtime, default=None)
