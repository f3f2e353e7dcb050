"""A picture of the window, taken without anybody looking."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMainWindow

from prefstudio.engine.errors import EngineError
from prefstudio.studio.app import PROGRAM, Studio
from prefstudio.studio.classroom.classroom_page import LAST
from prefstudio.studio.figure_pictures import png_of
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem
from prefstudio.studio.record import Opened, open_for_window
from prefstudio.studio.theme import ThemeChoice
from prefstudio.studio.whole_file import write_whole
from prefstudio.study.errors import DataError
from prefstudio.study.folder import is_study_file
from prefstudio.study.store import open_study
from prefstudio.study.store.copying import write_copy

LOOK_AGAIN = 25  # ms between two looks at whether it is done
STILL_LOOKS = 12  # looks in a row that find nothing left to do
LONGEST = 120_000  # ms
ELSEWHERE = "Choose a place where you may write and there is room; the study is as it was."


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """What is to be in the picture.

    Attributes
    ----------
    study
        A file or folder, which is not written to; None is the welcome page.
    size
        Width and height of the window, before it is scaled.
    """

    study: Path | None
    layout: str = LayoutChoice.EXPLORE
    theme: str = ThemeChoice.LIGHT
    size: tuple[int, int] = (1600, 1000)


def save(wanted: PictureWanted, out: Path) -> tuple[int, int]:
    """Take a picture, write it as PNG, and return its width and height.

    Raises
    ------
    DataError, EngineError
        As `take` does, and when the picture cannot be written: an earlier one stays as it was.
    """
    picture = take(wanted)
    try:
        write_whole(out, png_of(picture))
    except OSError as error:
        raise DataError(
            out, f"the picture cannot be written ({error})", remedy=ELSEWHERE
        ) from error
    return picture.width(), picture.height()


def take(wanted: PictureWanted) -> QImage:
    """Open the window, wait until it shows all it will show, and return its picture.

    Raises
    ------
    DataError
        When there is no study, or its answers cannot be learned from together.
    EngineError
        When something in it cannot be computed.
    """
    application = QApplication.instance() or QApplication([PROGRAM])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory() as folder:
        opened = None if wanted.study is None else _opened(wanted.study, Path(folder))
        studio = Studio(application)
        studio.remembered.theme = ThemeChoice(wanted.theme)
        studio.remembered.layout = LayoutChoice(wanted.layout)
        try:
            window = _window(studio, opened)
            window.resize(*wanted.size)
            Stillness(window).wait()
            return window.grab().toImage()
        finally:
            _end(studio)


def _end(studio: Studio) -> None:
    """Close all windows, and have them gone while there still is an application."""
    studio.stop()
    for gone in (studio.welcome, studio):
        if gone is not None:
            gone.deleteLater()
    for _ in range(2):  # plots let go of more once they are gone
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _opened(study: Path, folder: Path) -> Opened:
    """Open a folder, which nobody writes to, or a copy of a file."""
    if not is_study_file(study):
        return open_for_window(study)
    copy = folder / study.name
    with open_study(study, writable=False) as file:
        write_copy(copy, file.state.founding, file.events, file.media)
    return open_for_window(copy)


def _window(studio: Studio, opened: Opened | None) -> QMainWindow:
    if opened is None:
        return studio.show_welcome()
    window = studio.open_study(opened)
    if window.layout_choice is LayoutChoice.CLASSROOM:
        window.classroom.go_to(LAST)  # a picture has no next step
    return window


class Stillness(QObject):
    """Waits until a window has nothing left to draw."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__()
        self._window = window
        self._n_still = 0
        self._problem: Problem | None = None
        self._clock = QElapsedTimer()
        self._loop = QEventLoop(self)
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_AGAIN)
        self._looking.timeout.connect(self._on_look)
        if isinstance(window, MainWindow):
            window.model.problem_found.connect(self._on_problem_found)

    def wait(self) -> None:
        """Let the window work until it is still.

        Raises
        ------
        EngineError
            When it met a problem, or was not done in time.
        """
        self._clock.start()
        self._looking.start()
        self._loop.exec()
        self._looking.stop()
        if self._problem is not None:
            raise EngineError(self._problem.title)
        if self._n_still < STILL_LOOKS:
            raise EngineError(f"The window was not done after {LONGEST // 1000} seconds.")

    def _on_look(self) -> None:
        self._n_still = self._n_still + 1 if self._is_still() else 0
        if self._n_still >= STILL_LOOKS or self._clock.hasExpired(LONGEST):
            self._loop.quit()

    def _on_problem_found(self, problem: Problem) -> None:
        self._problem = problem
        self._loop.quit()

    def _is_still(self) -> bool:
        window = self._window
        is_idle = not isinstance(window, MainWindow) or window.is_idle()
        return is_idle and window.isVisible()
