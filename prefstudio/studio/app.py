"""The application: what is set up once for all windows, and the way to open one."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from prefstudio.studio.display import display_problem, prepare_platform
from prefstudio.studio.first_size import step_aside
from prefstudio.studio.fonts import font, load_fonts
from prefstudio.studio.garbage import GarbageGuard
from prefstudio.studio.heap import give_back_large_arrays
from prefstudio.studio.log_book import LogBook
from prefstudio.studio.logo import logo_icon
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.overrides import guard_overrides
from prefstudio.studio.paperwork import Paperwork
from prefstudio.studio.problem import ExceptionHook, Problem
from prefstudio.studio.record import Opened, open_for_window
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.scale import take_scale
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import Theme, ThemeChoice, theme_for
from prefstudio.studio.welcome.welcome_window import WelcomeWindow

logger = logging.getLogger(__name__)

PROGRAM = "prefstudio"  # what a desktop knows the window by


class Studio(QObject):
    """All global set-up, and the windows it serves."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.remembered = Remembered()
        self.windows: list[MainWindow] = []
        self.welcome: WelcomeWindow | None = None
        self._is_stopped = False
        self._ending = QTimer(self)
        self._ending.setSingleShot(True)
        self._ending.timeout.connect(self._end_if_over)
        self.paperwork = Paperwork(self.remembered, self)
        self.hook = ExceptionHook(self)
        self.hook.install()
        self.log_book = LogBook()
        self.garbage = GarbageGuard(self)
        self._set_up()
        self.hook.caught.connect(self._on_fault)
        self.paperwork.study_opened.connect(self.open_study)
        self.paperwork.welcome_wanted.connect(self.show_welcome)
        self.paperwork.quit_wanted.connect(self.close_all)
        self.paperwork.came_to_rest.connect(self._end_when_over)
        self.paperwork.problem_lost.connect(self._on_problem_lost)
        application.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def window(self) -> MainWindow | None:
        """The study that was opened last."""
        return self.windows[-1] if self.windows else None

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return theme_for(self.remembered.theme)

    def open_study(self, opened: Opened) -> MainWindow:
        """Open a window on a study and begin to compute; the window closes its file."""
        window = MainWindow(opened, self.remembered)
        step_aside(window, self.windows)
        guard_overrides()  # also what was loaded for this window alone
        self.windows.append(window)
        window.theme_chosen.connect(self.choose_theme)
        window.wanted.connect(self._on_wanted)
        self.paperwork.attend(window)
        window.closed.connect(self._on_closed)
        self._colour()
        window.start()
        if self.welcome is not None:
            self.welcome.hide()
        return window

    def show_welcome(self) -> WelcomeWindow:
        """Show samples and recent studies."""
        if self.welcome is None:
            self.welcome = WelcomeWindow(self.remembered)
            self.welcome.theme_chosen.connect(self.choose_theme)
            self.welcome.closed.connect(self._end_when_over)
            self.paperwork.serve(self.welcome)
        self._colour()
        for window in self.windows:
            window.keep_progress()
        self.welcome.show_recent()
        self.welcome.show()
        self.welcome.raise_()
        self.welcome.activateWindow()
        return self.welcome

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Colour everything anew; the choice holds for what is opened later, too."""
        self.remembered.theme = choice
        self._colour()

    def close_all(self) -> None:
        """Close every window, with which the program ends; none opens any more."""
        self.paperwork.opening.cancel()
        for window in list(self.windows):
            window.close()
        if self.welcome is not None:
            self.welcome.close()

    def stop(self) -> None:
        """Close all windows and leave the interpreter as it was found."""
        self.close_all()
        self._is_stopped = True
        self.paperwork.stop()
        self._ending.stop()
        self.hook.remove()
        self.log_book.close()
        self.garbage.stop()

    def _set_up(self) -> None:
        application = self._application
        guard_overrides()
        give_back_large_arrays()
        application.setApplicationName("PrefStudio")
        application.setDesktopFileName(PROGRAM)
        application.setWindowIcon(logo_icon())
        application.setStyle("Fusion")
        # A study's window is hidden until its first pictures are there, which is no end.
        application.setQuitOnLastWindowClosed(False)
        # pyqtgraph reads these when its items are made.
        pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)
        load_fonts()
        application.setFont(font())

    def _colour(self) -> None:
        theme, choice = self.theme, self.remembered.theme
        sheet = style_sheet(theme)
        # Qt polishes every widget anew, even when nothing changes.
        if self._application.styleSheet() != sheet:
            self._application.setPalette(theme.palette())
            self._application.setStyleSheet(sheet)
        for window in self.windows:
            window.show_theme(theme, choice)
        if self.welcome is not None:
            self.welcome.show_theme(theme, choice)

    def _on_wanted(self, name: str) -> None:
        window = self.sender()
        if isinstance(window, MainWindow):
            self.paperwork.do(name, window)

    def _on_closed(self, window: MainWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
        window.deleteLater()
        self._end_when_over()

    def _end_when_over(self) -> None:
        """End the program once no window is left; one that follows upon another counts."""
        self._ending.start()

    def _end_if_over(self) -> None:
        if not self._has_window and not self.paperwork.is_busy:
            self._application.quit()

    @property
    def _has_window(self) -> bool:
        return bool(self.windows) or (self.welcome is not None and self.welcome.isVisible())

    @property
    def _looked_at(self) -> MainWindow | WelcomeWindow | None:
        """The active window or that of the active dialog, else the last opened or the welcome."""
        active = self._application.activeWindow()
        while active is not None:
            if isinstance(active, WelcomeWindow) or active in self.windows:
                return active
            active = active.parentWidget()
        return self.window or self.welcome

    def _on_fault(self, problem: Problem) -> None:
        window = self._looked_at
        if window is not None:
            window.show_problem(problem)

    def _on_problem_lost(self, problem: Problem) -> None:
        """Say it in another window; the welcome page comes back where none is left."""
        if self._is_stopped:
            return
        if not self._has_window:
            self.show_welcome()
        self._on_fault(problem)

    def _on_scheme_changed(self) -> None:
        if self.remembered.theme is ThemeChoice.SYSTEM:
            self._colour()


_studios: list[Studio] = []
"""The one studio of this process, once a window was opened by `open_studio`."""


def open_studio(path: str | Path) -> MainWindow:
    """Open a study file or folder in the running QApplication, without any dialog.

    It is read before the window returns; one that cannot be read leaves nothing behind.

    Raises
    ------
    DataError
        When there is no study, or its answers cannot be learned from together.
    RuntimeError
        When no QApplication runs.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("open_studio needs a QApplication")
    opened = open_for_window(Path(path))
    if not _studios:
        _studios.append(Studio(application))
    return _studios[0].open_study(opened)


def open_window(path: Path | None) -> int:
    """Open the window on a study, or the welcome page, and stay until it is closed.

    Parameters
    ----------
    path : Path or None
        File or folder of the study; None opens the welcome page.

    Returns
    -------
    int
        0, or 2 when no window can be opened; standard error says why.

    Raises
    ------
    DataError
        When the study cannot be read, or its answers cannot be learned from together.
    """
    problem = display_problem()
    if problem is not None:
        sys.stderr.write(f"prefstudio: {problem}\n")
        return 2
    opened = None if path is None else open_for_window(path)
    prepare_platform()
    take_scale(Remembered().scale)
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication([PROGRAM])
    studio = Studio(application)
    try:
        if opened is None:
            studio.show_welcome()
        else:
            studio.remembered.add_recent(path.resolve()) if path is not None else None
            studio.open_study(opened)
        return application.exec()
    finally:
        studio.stop()
