"""The pictures and sounds of a study: beside its file by relative path, or packed inside."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study

PACKED_BYTES = 100 * 2**20
"""How much is packed inside a study file in all; what is more is copied beside it."""

MEDIA_ENDING = ".media"

MOST_BYTES = 2**31
"""How large one picture or sound may be."""

MediaRow = tuple[str, str, str, bytes | None]
"""Path as the items name it, SHA-256, place relative to the file's folder, packed content."""


class CopiedMedia:
    """The folder beside a new study file that takes what is too large to be packed inside.

    It is made with the first file that is copied, so that it never is someone else's.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.with_name(file.stem + MEDIA_ENDING)
        self._is_made = False

    def add(self, source: Path, path: str) -> Path:
        """Copy a file that the study names by a path, and return the copy.

        Raises
        ------
        DataError
            When there is a folder of that name already, or the path leads out of it.
        OSError
            When it cannot be copied.
        """
        self._make()
        target = inside(self._folder, path)
        if target is None:
            raise _media_error(self._folder, path, "would lie outside of the folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(source, target))

    def remove(self) -> None:
        """Take away all that was copied; what was there before is not touched."""
        if self._is_made:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _make(self) -> None:
        if self._is_made:
            return
        try:
            self._folder.mkdir()
        except FileExistsError:
            raise DataError(
                self._folder,
                "pictures and sounds of the study would be copied here, and this is there already",
                remedy="Give the study file another name, or move this away.",
            ) from None
        self._is_made = True


def media_rows(study: Study, file: Path, copied: CopiedMedia) -> Iterator[MediaRow]:
    """Yield the media of a new study file, each path once.

    What lies under the file's folder is referred to. Anything else under the study's own folder
    is packed or copied. A path that leads out of it is never opened; it is recorded without a
    hash, so that the window can ask.

    Raises
    ------
    DataError, OSError
        When something cannot be read or copied.
    """
    room = PACKED_BYTES
    for path in dict.fromkeys(item.path for item in study.items if item.path):
        source = inside(study.folder, path)
        if source is None or not source.is_file():
            yield path, "", "", None
            continue
        place = _place_below(file.parent, source)
        if place is not None:
            yield path, _sha256(source), place, None
        elif source.stat().st_size <= room:
            content = source.read_bytes()
            room -= len(content)
            yield path, hashlib.sha256(content).hexdigest(), "", content
        else:
            copy = copied.add(source, path)
            yield path, _sha256(copy), copy.relative_to(file.parent).as_posix(), None


def media_content(connection: sqlite3.Connection, file: Path, path: str) -> bytes:
    """Return the bytes of a picture or sound of a study file.

    Raises
    ------
    DataError
        When the study does not know it, it is gone or has changed, or its place is outside of
        the file's folder. What an item names that was added later lies beside the file.
    """
    row = connection.execute(
        "SELECT sha256, place, content FROM media WHERE path = ?", (path,)
    ).fetchone()
    added = inside(file.parent, path) if row is None else None
    if added is not None and added.is_file():
        return _content(added, file, path)
    if row is None or not row[0]:
        raise _media_error(file, path, "is not part of the study")
    sha256, place, content = row
    if content is None:
        source = inside(file.parent, place)
        if source is None:
            raise _media_error(file, path, "lies outside of the study's folder")
        content = _content(source, file, path)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise _media_error(file, path, "is not the one that the study was made with")
    return bytes(content)


def inside(folder: Path, path: str) -> Path | None:
    """Return the file of a relative path, or None when it leads out of the folder.

    Absolute paths, drives, ``..`` and links to elsewhere all lead out.
    """
    windows = PureWindowsPath(path)
    parts = {*PurePosixPath(path).parts, *windows.parts}
    if not path or "\0" in path or ".." in parts or path.startswith("/") or windows.anchor:
        return None
    root = os.path.realpath(folder)
    found = os.path.realpath(folder / path)
    return Path(found) if found.startswith(os.path.join(root, "")) else None


def _place_below(folder: Path, source: Path) -> str | None:
    root = Path(os.path.realpath(folder))
    return source.relative_to(root).as_posix() if source.is_relative_to(root) else None


def _content(source: Path, file: Path, path: str) -> bytes:
    try:
        found = source.stat()
        # A pipe or a device would keep the reader waiting, or never end.
        if not stat.S_ISREG(found.st_mode):
            raise _media_error(file, path, "is no ordinary file")
        if found.st_size > MOST_BYTES:
            raise _media_error(file, path, f"is larger than {MOST_BYTES >> 30} GB")
        return source.read_bytes()
    except OSError as error:
        raise _media_error(file, path, f"cannot be read ({error.strerror or error})") from error


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _media_error(file: Path, path: str, problem: str) -> DataError:
    return DataError(
        file,
        f"the file {path!r} {problem}",
        remedy="Put the original back in its place; or export the study, put the file that is "
        "meant into the exported folder, and make the study anew with prefstudio new.",
    )
