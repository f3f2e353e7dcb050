"""Which files and folders a plan names, each read for the part it has in the study."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.study.errors import DataError
from prefstudio.study.folder import (
    COMPARISONS_FILE,
    ITEMS_FILE,
    LINKS_FILE,
    PARTICIPANTS_FILE,
    STUDY_FILE_ENDING,
)
from prefstudio.study.importers.delimited import pooled_records
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.formats import COMPARISONS, ITEMS, LINKS, Reading, read_file
from prefstudio.study.importers.media_folder import compiled_pattern, files_below, read_media
from prefstudio.study.importers.media_kind import media_kind
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.source import Progress, Source, size_of
from prefstudio.study.items import ItemSet
from prefstudio.study.link_file import LinkReader
from prefstudio.study.participants import Participant, read_participants
from prefstudio.study.settings import SETTINGS_FILE, StudySettings
from prefstudio.study.settings_file import read_settings
from prefstudio.study.tables import Table, checked_header


@dataclass(slots=True)
class Files:
    """What the files of a plan hold.

    Attributes
    ----------
    folder
        The folder that paths of items are relative to.
    title
        A title for the study, by the name of the first file.
    has_settings
        Whether a folder brought settings of its own.
    """

    folder: Path
    title: str
    progress: Progress
    contents: list[Content] = field(default_factory=list)
    formats: dict[str, str] = field(default_factory=dict)
    settings: StudySettings = field(default_factory=StudySettings)
    participants: tuple[Participant, ...] = ()
    has_settings: bool = False


def read_files(plan: ImportPlan, control: Control | None, findings: Findings) -> Files:
    """Read all files of a plan.

    Raises
    ------
    DataError
        When the plan names none, or one of them cannot be read.
    """
    named = [path for path in (plan.items, *plan.paths, *plan.links, *plan.comparisons) if path]
    if not named:
        raise DataError(
            "import", "no file is named", remedy="Name a folder of media or a table of items."
        )
    first = Path(os.path.abspath(named[0]))
    is_folder = first.is_dir()
    files = Files(
        folder=first if is_folder else first.parent,
        title=(first.name if is_folder else first.name.partition(".")[0]) or "Study",
        progress=Progress(control, sum(_sizes(named))),
    )
    media: list[Path] = []
    for path in map(Path, map(os.path.abspath, plan.paths)):
        if path.is_dir():
            _read_folder(path, plan, files, findings)
        elif _is_media_file(path):
            media.append(path)
        else:
            _read(path, None, plan, files, findings)
    if media:
        _read_media(_common_folder(media), media, plan, files, findings)
    for part, paths in _parts(plan):
        for path in paths:
            _read(path, part, plan, files, findings)
    return files


def _parts(plan: ImportPlan) -> Iterator[tuple[str, tuple[Path, ...]]]:
    yield ITEMS, (plan.items,) if plan.items else ()
    yield LINKS, plan.links
    yield COMPARISONS, plan.comparisons


def _sizes(paths: list[Path]) -> Iterator[int]:
    for path in paths:
        below = files_below(path) if path.is_dir() else [path]
        yield from map(size_of, below)


def _read(path: Path, part: str | None, plan: ImportPlan, files: Files, findings: Findings) -> None:
    if path.suffix == STUDY_FILE_ENDING:
        raise DataError(
            path.name,
            "this is a study already",
            remedy="Open it as it is, or copy the file for a second one.",
        )
    source = Source(path, files.progress)
    reading = Reading(part, plan.query, plan.comparison_columns)
    name, content = read_file(source, findings, reading)
    files.formats[source.name] = name
    if part == ITEMS and content.only_names:
        content = Content(content.file, items=content.items)
    files.contents.append(content)


def _read_folder(folder: Path, plan: ImportPlan, files: Files, findings: Findings) -> None:
    """Read a study in plain text, or else a folder of media."""
    if not os.path.lexists(folder / ITEMS_FILE):
        _read_media(folder, files_below(folder), plan, files, findings)
        return
    files.folder = folder
    named = {ITEMS_FILE: ITEMS, LINKS_FILE: LINKS, COMPARISONS_FILE: COMPARISONS}
    _check_links(folder / LINKS_FILE, files.progress)
    for name, part in named.items():
        if os.path.lexists(folder / name):
            _read(folder / name, part, plan, files, findings)
    if os.path.lexists(folder / SETTINGS_FILE):
        files.settings = read_settings(folder / SETTINGS_FILE)
        files.has_settings = True
        for note in files.settings.notes:
            findings.guess(note)
    if os.path.lexists(folder / PARTICIPANTS_FILE):
        files.participants = read_participants(folder / PARTICIPANTS_FILE)


def _check_links(path: Path, progress: Progress) -> None:
    """See that the links of a study folder are headed as every other command needs them."""
    if not os.path.lexists(path):
        return
    line, cells = next(pooled_records(Source(path, progress)), (1, []))
    LinkReader(Table(path.name, checked_header(path.name, line, cells), line, ()), ItemSet(()), ())


def _read_media(
    folder: Path, paths: list[Path], plan: ImportPlan, files: Files, findings: Findings
) -> None:
    files.folder = folder
    pattern = compiled_pattern(plan.ids_from)
    content = read_media(folder, paths, pattern, files.progress, findings)
    files.formats[content.file] = "media"
    files.contents.append(content)


def _is_media_file(path: Path) -> bool:
    try:
        with path.open("rb") as handle:
            return media_kind(handle.read(4096)) is not None
    except (OSError, ValueError):
        return False


def _common_folder(paths: list[Path]) -> Path:
    return Path(os.path.commonpath([path.parent for path in paths]))
