"""The folder that an export goes to: whose it is, and how a file gets there whole."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import posixpath
import shutil
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.errors import DataError
from prefstudio.study.exporters.material import ExportedFile
from prefstudio.study.folder import Study
from prefstudio.study.store.media import inside
from prefstudio.study.words import listed

MARK_FILE = "export.json"
"""Tells which study a folder was exported from, and which tables were written, by format."""

Names: TypeAlias = Mapping[str, Sequence[str]]


class CutShortError(DataError):
    """An export that ended while it was written; some of its files are there."""


_OTHER_FOLDER = "Name a folder that is empty or not there yet."


def mark_of(study: Study) -> str:
    """Return what tells the exports of a study: its id, or else one made from its items."""
    if study.settings.study_id:
        return study.settings.study_id
    told = json.dumps([study.settings.title, *study.items.ids])
    return f"items-{hashlib.sha256(told.encode()).hexdigest()[:32]}"


def earlier_export(folder: Path, mark: str) -> Names:
    """Return which files an earlier export of the same study wrote; none in an empty folder.

    Raises
    ------
    DataError
        When the folder holds anything else, or is no folder.
    """
    try:
        if not os.path.lexists(folder) or not any(folder.iterdir()):
            return {}
    except OSError as error:
        raise DataError(
            folder,
            f"nothing can be exported to here ({error.strerror or error})",
            remedy=_OTHER_FOLDER,
        ) from error
    made = _read_mark(folder / MARK_FILE)
    if made is None:
        raise DataError(folder, "the folder is not empty", remedy=_OTHER_FOLDER)
    if made[0] != mark:
        raise DataError(folder, "the folder holds an export of another study", remedy=_OTHER_FOLDER)
    return made[1]


def write_files(
    folder: Path,
    mark: str,
    files: Mapping[str, Sequence[ExportedFile]],
    tell: Callable[[str], None],
    control: Control,
) -> list[Path]:
    """Write the files of some formats; tables of an earlier export that are no more are removed.

    `tell` hears which tables were there with another content.

    Raises
    ------
    DataError
        When the folder holds something else, two files have one path, or one cannot be written.
    CutShortError
        When one cannot be written or somebody asked to stop, and others are there by then.
    Cancelled
        When somebody asked to stop before that.
    """
    earlier = earlier_export(folder, mark)
    flat = [each for made in files.values() for each in made]
    _check_apart(folder, flat)
    tables = {
        name: [each.name for each in made if not each.is_medium] for name, made in files.items()
    }
    names = {**earlier, **tables}
    stale = {name for key in tables for name in earlier.get(key, ())}
    stale -= {name for made in names.values() for name in made}
    is_new = not os.path.lexists(folder)
    replaced = [each.name for each in flat if _differs(folder, each)]
    written: list[Path] = []
    try:
        control.check()
        folder.mkdir(parents=True, exist_ok=True)
        # The mark comes first, so that an export that was cut short can be made again.
        for each in (ExportedFile(MARK_FILE, _mark(mark, names)), *flat):
            control.check()
            written.append(_write(folder, each))
        _remove(folder, stale)
    except (OSError, Cancelled) as error:
        if is_new:
            # Only an empty folder goes; one with something in it can be exported to again.
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, Cancelled) and not written:
            raise
        raise _cut_short(error, folder, has_written=bool(written)) from error
    if replaced:
        tell(f"replaced what was there before in {listed(replaced)}")
    return [*written[1:], written[0]]


def _cut_short(error: OSError | Cancelled, folder: Path, *, has_written: bool) -> DataError:
    """Say why an export ended before its time, and whether some of it is there."""
    if isinstance(error, Cancelled):
        again = "Export to the same folder again to have all of it."
        return CutShortError(folder, "the export was stopped", remedy=again)
    kind = CutShortError if has_written else DataError
    return kind(
        error.filename or folder,
        f"the export cannot be written ({error.strerror or error})",
        remedy="Check that there is room and that you may write there, or name another folder.",
    )


def _differs(folder: Path, file: ExportedFile) -> bool:
    """Tell whether a table is there already with another content."""
    try:
        return not file.is_medium and (folder / file.name).read_bytes() != file.content
    except OSError:
        return False


def _read_mark(path: Path) -> tuple[str, dict[str, list[str]]] | None:
    try:
        made = json.loads(path.read_bytes())
        return str(made["study"]), {
            str(key): [str(name) for name in names] for key, names in made["files"].items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _mark(mark: str, names: Names) -> bytes:
    return f"{json.dumps({'study': mark, 'files': dict(names)}, indent=2)}\n".encode()


def _check_apart(folder: Path, files: Iterable[ExportedFile]) -> None:
    taken = {MARK_FILE}
    for each in files:
        # Several names can mean one file: ./items.csv, and on some drives Items.csv.
        name = os.path.normcase(posixpath.normpath(each.name))
        if name in taken:
            raise DataError(
                folder,
                f"two files of the export would be called {each.name!r}",
                remedy="Give the item's file another name.",
            )
        if inside(folder, each.name) is None:
            raise DataError(
                folder,
                f"the file {each.name!r} would lie outside of the folder",
                remedy="Give the item a path below the study's own folder.",
            )
        taken.add(name)


def _write(folder: Path, file: ExportedFile) -> Path:
    """Write a file under another name first, so that nobody finds half of it."""
    path = folder / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{uuid.uuid4().hex}.unfinished")
    try:
        if isinstance(file.content, bytes):
            unfinished.write_bytes(file.content)
        else:
            shutil.copyfile(file.content, unfinished)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def _remove(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        path = inside(folder, name)
        if path is not None:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
