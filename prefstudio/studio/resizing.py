"""The size of everything in the program, which Qt takes when it starts."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QProcess
from PySide6.QtWidgets import QWidget

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.remembered import LARGEST_SCALE, Remembered

STEP = 25  # per cent


class Resizing(QObject):
    """Remembers another size and offers to open the program again with it."""

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered

    def step(self, by: int, window: MainWindow) -> None:
        """Make everything so many steps larger; 0 is the usual size."""
        percent = self._remembered.scale + by * STEP if by else 100
        self._remembered.scale = min(max(percent, 100), LARGEST_SCALE)
        words = f"Size {self._remembered.scale}\u00a0%, when PrefStudio is opened again"
        window.toasts.show(words, "Open again", self._relaunch)

    def _relaunch(self) -> None:
        """Start the program once more on the study of the window that offers it, and close that."""
        button = self.sender()
        window = button.window() if isinstance(button, QWidget) else None
        if not isinstance(window, MainWindow):
            return
        file = window.model.record.file
        place = window.model.state.study.folder if file is None else file.path
        window.close()
        QProcess.startDetached(sys.executable, ["-m", "prefstudio", str(place)])
