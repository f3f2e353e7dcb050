"""The size of everything in the program, which Qt takes when it starts."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment
from PySide6.QtWidgets import QWidget

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.remembered import LARGEST_SCALE, Remembered
from prefstudio.studio.scale import VARIABLE, factor_of, scale_in_force
from prefstudio.studio.toasts import Toast

STEP = 25  # per cent


class Resizing(QObject):
    """Remembers another size and offers to open the program again with it."""

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self._said: Toast | None = None

    def step(self, by: int, window: MainWindow) -> None:
        """Make everything so many steps larger; 0 is the usual size."""
        percent = self._remembered.scale + by * STEP if by else 100
        self._remembered.scale = min(max(percent, 100), LARGEST_SCALE)
        if self._said is not None:  # one size is enough on screen
            window.toasts.end(self._said)
        size = f"Size {self._remembered.scale}\u00a0%"
        if self._remembered.scale == scale_in_force():
            self._said = window.toasts.show(f"{size}, as it is")
        else:
            words = f"{size}, when PrefStudio is opened again"
            self._said = window.toasts.show(words, "Open again", self._relaunch)

    def _relaunch(self) -> None:
        """Start the program once more on the study of the window that offers it, and close that."""
        button = self.sender()
        window = button.window() if isinstance(button, QWidget) else None
        if not isinstance(window, MainWindow):
            return
        window.close()
        program_of(window.place, self._remembered.scale).startDetached()


def program_of(place: Path, percent: int) -> QProcess:
    """The program on a study, in a size, whatever size this one was started in."""
    process = QProcess()
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert(VARIABLE, factor_of(percent))
    process.setProcessEnvironment(environment)
    process.setProgram(sys.executable)
    process.setArguments(["-m", "prefstudio", str(place)])
    return process
