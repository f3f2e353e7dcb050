"""The system's dialog for files, where a person would look for it to begin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from prefstudio.studio.icons import icon, theme_now
from prefstudio.studio.remembered import Remembered

TOOLS = {
    "backButton": "arrow-left",
    "forwardButton": "arrow-right",
    "toParentButton": "arrow-up",
    "newFolderButton": "folder-plus",
    "listModeButton": "squares-four",
    "detailModeButton": "list",
}
"""The buttons of Qt's own dialog, which is there where the system has none, and their icons."""


class PlacedDialog(QFileDialog):
    """Begins in the folder last used, or else in the study's, and remembers where it ended.

    Parameters
    ----------
    title : str
        What is asked.
    folder : Path
        Where it begins the first time.
    """

    def __init__(self, window: QWidget | None, title: str, folder: Path) -> None:
        self._remembered = Remembered()
        super().__init__(window, title, str(self._remembered.folder or folder.resolve()))
        self.filesSelected.connect(self._on_chosen)
        self.finished.connect(self.deleteLater)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for name, glyph in TOOLS.items():
            button = self.findChild(QToolButton, name)
            if isinstance(button, QToolButton):
                button.setIcon(icon(glyph, theme_now()))

    def _on_chosen(self, names: list[str]) -> None:
        chosen = Path(names[0])
        is_folder = self.fileMode() is QFileDialog.FileMode.Directory
        self._remembered.folder = chosen if is_folder else chosen.parent
