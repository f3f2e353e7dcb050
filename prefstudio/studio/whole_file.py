"""Writing a file so that it is there whole, or as it was before."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, in any thread; an earlier one stays until all of it is on the disk.

    Raises
    ------
    OSError
        When it cannot be written; its text is the end of a sentence that says why.
    """
    file = QSaveFile(str(path))
    is_open = file.open(QIODevice.OpenModeFlag.WriteOnly)
    if not (is_open and file.write(content) == len(content) and file.commit()):
        raise OSError(file.errorString().rstrip("."))
