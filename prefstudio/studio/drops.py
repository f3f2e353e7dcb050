"""Files and folders that are dropped on a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDropEvent

from prefstudio.study.folder import ITEMS_FILE, STUDY_FILE_ENDING


def accept_files(event: QDropEvent) -> bool:
    """Take a drag or drop that brings files; tell whether it does."""
    if not dropped_paths(event):
        event.ignore()
        return False
    event.acceptProposedAction()
    return True


def dropped_paths(event: QDropEvent) -> list[Path]:
    """The files and folders of a drag or drop, in their order."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def is_study(path: Path) -> bool:
    """Whether something is a study already, to be opened as it is."""
    if path.is_dir():
        return (path / ITEMS_FILE).is_file()
    return path.suffix == STUDY_FILE_ENDING
