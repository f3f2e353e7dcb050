"""The system's dialogs in which the files of a new study are chosen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from prefstudio.studio.placed_dialog import PlacedDialog

TITLES = {
    "folder": "A folder of sounds, pictures or texts",
    "files": "Sounds, pictures, texts, or tables",
    "links": "A file of links",
    "comparisons": "A file of answers",
}
PARTS = ("links", "comparisons")  # what is added to a study, not where it begins


class FileChoosing(QObject):
    """Opens dialogs over a window and tells what was chosen."""

    sources_chosen = Signal(object)  # list of Path: of what a study is made anew
    part_chosen = Signal(object)  # (list of Path, name of the part): what is added
    folder_chosen = Signal(object)  # Path where the study shall lie

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._wanted = window, ""

    def choose_files(self, name: str) -> None:
        """Ask for a folder or for files, by their name in `TITLES`."""
        self._wanted = name
        dialog = PlacedDialog(self._window, TITLES[name], Path.home())
        is_folder = name == "folder"
        modes = PlacedDialog.FileMode
        mode = modes.Directory if is_folder else modes.ExistingFiles
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self._on_files_chosen)
        dialog.open()

    def choose_folder(self, first: Path) -> None:
        """Ask for a place for the study, beginning at a folder."""
        dialog = QFileDialog(self._window, "Folder of the new study", str(first))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._on_folder_chosen)
        dialog.open()

    def _on_files_chosen(self, names: list[str]) -> None:
        paths = [Path(name) for name in names]
        if self._wanted in PARTS:
            self.part_chosen.emit((paths, self._wanted))
        else:
            self.sources_chosen.emit(paths)

    def _on_folder_chosen(self, folder: str) -> None:
        self.folder_chosen.emit(Path(folder))
