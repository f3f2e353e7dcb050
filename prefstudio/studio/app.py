"""The application: what is set up once for all windows, and the way to open one."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from prefstudio.studio.display import display_problem, prepare_platform
from prefstudio.studio.fonts import font, load_fonts
from prefstudio.studio.garbage import GarbageGuard
from prefstudio.studio.logo import logo_icon
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import ExceptionHook
from prefstudio.studio.record import Opened, opened_study
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import ThemeChoice, theme_for
from prefstudio.study.resources import sample

logger = logging.getLogger(__name__)

PROGRAM = "prefstudio"  # what a desktop knows the window by
FIRST_SAMPLE = "six-papers"


class Studio(QObject):
    """All global set-up, and the window it serves."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self._choice = ThemeChoice.SYSTEM
        self.window: MainWindow | None = None
        self.hook = ExceptionHook(self)
        self.hook.install()
        self.garbage = GarbageGuard(self)
        application.setApplicationName("PrefStudio")
        application.setDesktopFileName(PROGRAM)
        application.setWindowIcon(logo_icon())
        application.setStyle("Fusion")
        # pyqtgraph reads these when its items are made.
        pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)
        load_fonts()
        application.setFont(font())
        application.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def open_study(self, opened: Opened) -> MainWindow:
        """Open a window on a study and begin to compute; the window closes its file."""
        self.window = MainWindow(opened)
        self.hook.caught.connect(self.window.show_problem)
        self.window.theme_chosen.connect(self.choose_theme)
        self.choose_theme(self._choice)
        self.window.start()
        return self.window

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Colour everything anew; the choice holds for what is opened later, too."""
        self._choice = choice
        theme = theme_for(choice)
        self._application.setPalette(theme.palette())
        self._application.setStyleSheet(style_sheet(theme))
        if self.window is not None:
            self.window.show_theme(theme, choice)

    def stop(self) -> None:
        """Close the window and leave the interpreter as it was found."""
        if self.window is not None:
            self.window.close()
        self.hook.remove()
        self.garbage.stop()

    def _on_scheme_changed(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self.choose_theme(ThemeChoice.SYSTEM)


def open_window(path: Path | None) -> int:
    """Open the window on a study and stay until it is closed.

    Parameters
    ----------
    path : Path or None
        File or folder of the study; None opens the sample.

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
    with opened_study(sample(FIRST_SAMPLE) if path is None else path) as opened:
        return _show(opened)


def _show(opened: Opened) -> int:
    """Show a study until its window is closed."""
    prepare_platform()
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication([PROGRAM])
    studio = Studio(application)
    try:
        studio.open_study(opened)
        return application.exec()
    finally:
        studio.stop()
