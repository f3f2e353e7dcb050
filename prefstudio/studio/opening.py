"""Opening studies: files, folders, samples and what was dropped."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.engine.control import Control
from prefstudio.studio.drops import is_study
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.studio.record import Opened, seated
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.slow_opening import FreshStart, OpeningWork, SlowOpening
from prefstudio.studio.slow_work import SlowWork, is_there
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.study.errors import StudyError
from prefstudio.study.samples import place_of, put_in_place
from prefstudio.study.store import DamagedStudyError

logger = logging.getLogger(__name__)


class Opening(QObject):
    """Opens studies, or says why not in the window that asked for it.

    They are read in a thread of their own, while windows go on, which is said where it takes more
    than a moment; without a window to say so in, they are opened at once.

    Attributes
    ----------
    asked_by
        The window in which something was asked for last; None once it is closed.
    """

    study_opened = Signal(object)  # Opened
    came_to_rest = Signal()  # nothing is being opened any more
    lost = Signal(object)  # Problem, of which no window was told

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.asked_by: QWidget | None = None
        self._slow: dict[Path, SlowOpening] = {}
        self._fresh: dict[Path, FreshStart] = {}

    @property
    def is_busy(self) -> bool:
        """Whether something is being opened."""
        return bool(self._slow or self._fresh)

    def open_path(self, path: Path) -> None:
        """Open a study in a window, or say why not; one that is open is brought to the front."""
        self._open(OpeningWork(path))

    def open_sample(self, name: str, layout: LayoutChoice | None = None) -> None:
        """Open the user's own copy of a sample, as it was left or in another layout."""
        try:
            path = place_of(name)
        except OSError as error:
            self._say(self.asked_by, problem_of(error))
            return
        self._open(OpeningWork(path, name), layout)

    def start_over(self, name: str, window: MainWindow) -> None:
        """Open a fresh copy of a sample in the place of a window on the old one.

        That is closed once the copy is made, and is opened again where it cannot take its place.
        """
        place = _real(window.place)
        if place not in self._fresh:
            self._fresh[place] = start = FreshStart(name, self)
            start.made.connect(self._on_fresh)
            start.failed.connect(self._on_not_fresh)
            start.ended.connect(self._on_ended)
        self._fresh[place].want(window)

    def cancel(self) -> None:
        """Show nothing of what is being opened."""
        for work in (*self._slow.values(), *self._fresh.values()):
            work.cancel()

    def stop(self) -> None:
        """Wait for what is being opened, and close it."""
        for work in (*self._slow.values(), *self._fresh.values()):
            work.stop()

    def open_studies(self, paths: Sequence[Path]) -> list[Path]:
        """Open those of some paths that are studies, and return the others."""
        studies = [path for path in paths if is_study(path)]
        for path in studies:
            self.open_path(path)
        return [path for path in paths if path not in studies]

    def _open(self, work: OpeningWork, layout: LayoutChoice | None = None) -> None:
        window, place = _window_of(work.path), _real(work.path)
        if window is not None:
            self._lay_out(window, layout)
            window.show()
            window.raise_()
            window.activateWindow()
        elif place in self._fresh:
            self._fresh[place].want(self.asked_by)
        elif self.asked_by is None:
            self._open_now(work, layout)
        else:
            self._open_beside(work, layout)

    def _open_beside(self, work: OpeningWork, layout: LayoutChoice | None = None) -> None:
        """Open a study in a thread of its own, which may have begun before."""
        place = _real(work.path)
        if place not in self._slow:
            self._slow[place] = opening = SlowOpening(work, self)
            opening.opened.connect(self._on_opened)
            opening.failed.connect(self._on_failed)
            opening.ended.connect(self._on_ended)
        self._slow[place].layout = layout or self._slow[place].layout
        self._slow[place].want(self.asked_by)

    def _open_now(self, work: OpeningWork, layout: LayoutChoice | None = None) -> None:
        """Open a study before this returns."""
        try:
            opened = seated(work(Control()))
        except (StudyError, OSError) as error:
            self._say_why_not(error, work.path, self.asked_by)
        else:
            self._show(opened, work.path, layout)

    def _on_opened(self, opened: Opened) -> None:
        opening = self.sender()
        if isinstance(opening, SlowOpening):
            self._show(opened, opening.path, opening.layout)

    def _on_failed(self, error: Exception) -> None:
        opening = self.sender()
        if isinstance(opening, SlowOpening):
            self._say_why_not(error, opening.path, opening.asked_by)

    def _on_fresh(self, fresh: Path) -> None:
        """Let a fresh copy take the place of the old one, and open it."""
        place = self._place_of_sender()
        window = _window_of(place)
        if window is not None:
            window.close()
        try:
            put_in_place(fresh)
        except OSError as error:
            self._open_now(OpeningWork(place))  # so that there is a window to say so in
            self._say(_window_of(place), problem_of(error))
        else:
            self._open_beside(OpeningWork(place))

    def _on_not_fresh(self, error: Exception) -> None:
        self._say(_window_of(self._place_of_sender()), problem_of(error))

    def _place_of_sender(self) -> Path:
        """The study that what has told something is about."""
        sender = self.sender()
        return next(place for place, start in self._fresh.items() if start is sender)

    def _on_ended(self, work: SlowWork) -> None:
        for known in (self._slow, self._fresh):
            for place in [place for place, each in known.items() if each is work]:
                del known[place]
        work.deleteLater()
        if not self.is_busy:
            self.came_to_rest.emit()

    def _show(self, opened: Opened, path: Path, layout: LayoutChoice | None) -> None:
        self._remembered.add_recent(path.resolve())
        with self._layout_kept(layout):
            if layout is not None:
                StudyMemory(self._remembered, path).layout = layout
            self.study_opened.emit(opened)
        self._hand_over(_window_of(path))

    def _lay_out(self, window: MainWindow, layout: LayoutChoice | None) -> None:
        """Show a study that is open in a layout; None is the one it is in."""
        if layout is not None:
            with self._layout_kept(layout):
                window.choose_layout(layout)

    @contextmanager
    def _layout_kept(self, layout: LayoutChoice | None) -> Iterator[None]:
        """Have other studies open as they would have, whatever layout is asked for in this one."""
        usual = self._remembered.layout
        yield
        if layout is not None:
            self._remembered.layout = usual

    def _hand_over(self, window: MainWindow | None) -> None:
        """Go on in a new window with what was asked for where nobody looks any more."""
        for work in (*self._slow.values(), *self._fresh.values()):
            if not is_there(work.asked_by):
                work.go_on_in(window)

    def _say_why_not(self, error: Exception, path: Path, asked_by: QWidget | None) -> None:
        """Say what went wrong, and offer the rescued copy of a damaged study."""
        rescued = _rescued_copy(path) if isinstance(error, DamagedStudyError) else None
        if rescued is None:
            self._say(asked_by, problem_of(error))
        else:
            do = partial(self.open_path, rescued)
            self._say(asked_by, problem_of(error), "Open the rescued copy", do)

    def _say(
        self,
        window: QWidget | None,
        problem: Problem,
        action: str = "",
        do: Callable[[], None] | None = None,
    ) -> None:
        """Say what went wrong in the window that asked, or that it is not there to be told."""
        if is_there(window):
            window.message.show_problem(problem, action, do)
            return
        logger.warning("the window that asked is gone: %s %s", problem.title, problem.advice)
        self.lost.emit(problem)


def _window_of(path: Path) -> MainWindow | None:
    """The window that shows a study already."""
    wanted = _real(path)
    for window in QApplication.topLevelWidgets():
        if not isinstance(window, MainWindow) or window.is_closed:
            continue
        if _real(window.place) == wanted:
            return window
    return None


def _real(path: Path) -> Path:
    """The one name of a file that may be called by several."""
    return Path(os.path.realpath(path))


def _rescued_copy(path: Path) -> Path | None:
    """The newest rescue copy beside a damaged file."""
    beside = path.resolve()
    copies = [
        each for each in beside.parent.iterdir() if each.name.startswith(f"{beside.stem} (rescued")
    ]
    return max(copies, key=lambda each: each.stat().st_mtime, default=None)
