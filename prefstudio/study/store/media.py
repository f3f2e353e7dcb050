"""The pictures and sounds of a study: beside its file by relative path, or packed inside."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study

PACKED_BYTES = 100 * 2**20
"""How much is packed inside a study file in all; what is more is copied beside it."""

MEDIA_ENDING = ".media"

MediaRow = tuple[str, str, str, bytes | None]
"""Path as the items name it, SHA-256, place relative to the file's folder, packed content."""


def media_rows(study: Study, file: Path) -> Iterator[MediaRow]:
    """Yield the media of a new study file, each path once.

    What lies under the file's folder is referred to. Anything else under the study's own folder
    is packed or copied. A path that leads out of it is never opened; it is recorded without a
    hash, so that the window can ask.
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
            copied = _copied_beside(source, path, file)
            yield path, _sha256(copied), copied.relative_to(file.parent).as_posix(), None


def media_content(connection: sqlite3.Connection, file: Path, path: str) -> bytes:
    """Return the bytes of a picture or sound of a study file.

    Raises
    ------
    DataError
        When the study does not know it, it is gone or has changed, or its place is outside of
        the file's folder.
    """
    row = connection.execute(
        "SELECT sha256, place, content FROM media WHERE path = ?", (path,)
    ).fetchone()
    if row is None or not row[0]:
        raise _media_error(file, path, "is not part of the study")
    sha256, place, content = row
    if content is None:
        source = inside(file.parent, place)
        if source is None:
            raise _media_error(file, path, "lies outside of the study's folder")
        try:
            content = source.read_bytes()
        except OSError as error:
            raise _media_error(file, path, f"cannot be read ({error.strerror or error})") from error
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


def _copied_beside(source: Path, path: str, file: Path) -> Path:
    target = file.with_name(file.stem + MEDIA_ENDING) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(source, target))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _media_error(file: Path, path: str, problem: str) -> DataError:
    return DataError(
        file,
        f"the file {path!r} {problem}",
        remedy="Put the original back, or choose the file anew in the study.",
    )
