"""Opening studies: files, folders, samples and what was dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.drops import is_study
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.studio.record import Opened, open_for_window
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.slow_opening import SlowOpening, is_there
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.errors import StudyError
from prefstudio.study.samples import made_ready, opened_copy, put_in_place
from prefstudio.study.store import DamagedStudyError

SLOW_BYTES = 100_000  # a folder of this size takes a tenth of a second to read, a file less


class Opening(QObject):
    """Opens studies, or says why not in the window that asked for it.

    What would be noticed is opened in a thread of its own, while windows go on; without a window
    to say so in, it is opened at once.

    Attributes
    ----------
    asked_by
        The window in which something was asked for last; None once it is closed.
    """

    study_opened = Signal(object)  # Opened
    came_to_rest = Signal()  # nothing is being opened any more

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.asked_by: QWidget | None = None
        self._slow: dict[Path, SlowOpening] = {}

    def open_path(self, path: Path) -> None:
        """Open a study in a window, or say why not; one that is open is brought to the front."""
        window = _window_of(path)
        if window is not None:
            window.show()
            window.raise_()
            window.activateWindow()
        elif _is_slow(path) and isinstance(self.asked_by, (MainWindow, WelcomeWindow)):
            self._open_slowly(path).want(self.asked_by)
        else:
            self._open_now(path, self.asked_by)

    @property
    def is_busy(self) -> bool:
        """Whether something is being opened."""
        return bool(self._slow)

    def stop(self) -> None:
        """Wait for what is being opened, and close it."""
        for opening in self._slow.values():
            opening.stop()
        self._slow.clear()

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

    def _open_slowly(self, path: Path) -> SlowOpening:
        """The opening of a study, which may have begun before."""
        place = Path(os.path.realpath(path))
        if place not in self._slow:
            self._slow[place] = opening = SlowOpening(path, self)
            opening.opened.connect(self._on_opened)
            opening.failed.connect(self._on_failed)
            opening.ended.connect(self._on_ended)
        return self._slow[place]

    def _on_opened(self, opened: Opened) -> None:
        opening = self.sender()
        if isinstance(opening, SlowOpening):
            self._remembered.add_recent(opening.path.resolve())
            self.study_opened.emit(opened)

    def _on_failed(self, error: Exception) -> None:
        opening = self.sender()
        if isinstance(opening, SlowOpening):
            self._say_why_not(error, opening.path, opening.asked_by)

    def _on_ended(self, opening: SlowOpening) -> None:
        self._slow.pop(Path(os.path.realpath(opening.path)), None)
        opening.deleteLater()
        if not self._slow:
            self.came_to_rest.emit()

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
    if is_there(window):
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
