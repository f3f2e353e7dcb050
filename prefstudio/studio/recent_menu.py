"""The studies that were opened, as a menu."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from prefstudio.studio.recent_studies import recent_studies
from prefstudio.studio.remembered import Remembered

NONE_YET = "None yet"


class RecentMenu(QMenu):
    """Filled anew each time it is shown, for other windows open studies too."""

    opened = Signal(object)  # Path

    def __init__(self, remembered: Remembered, parent: QWidget | None = None) -> None:
        super().__init__("Open recent", parent)
        self.setToolTipsVisible(True)
        self._remembered = remembered
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """List the studies that are still there, the latest first."""
        self.clear()
        for study in recent_studies(self._remembered):
            action = self.addAction(study.name.replace("&", "&&"))
            action.setToolTip(str(study.path))
            action.setData(str(study.path))
        if self.isEmpty():
            self.addAction(NONE_YET).setEnabled(False)

    def _on_triggered(self, action: QAction) -> None:
        if action.data():
            self.opened.emit(Path(action.data()))
