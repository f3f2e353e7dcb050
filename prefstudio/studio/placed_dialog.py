"""The system's dialog for files, where a person would look for it to begin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from prefstudio.studio.remembered import Remembered


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

    def _on_chosen(self, names: list[str]) -> None:
        chosen = Path(names[0])
        is_folder = self.fileMode() is QFileDialog.FileMode.Directory
        self._remembered.folder = chosen if is_folder else chosen.parent
