"""Exporting a study to a folder."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.exporters.formats import EXPORTERS
from prefstudio.study.exporters.material import ExportedFile, Material, ReadMedia
from prefstudio.study.exporters.target import earlier_export, mark_of, write_files
from prefstudio.study.folder import Study
from prefstudio.study.words import counted, did_you_mean, quoted

logger = logging.getLogger(__name__)


def _warn(sentence: str) -> None:
    logger.warning("%s", sentence)


def export(
    study: Study,
    folder: Path,
    formats: Sequence[str] = ("folder",),
    events: Iterable[Event] = (),
    *,
    read_media: ReadMedia | None = None,
    tell: Callable[[str], None] = _warn,
    control: Control | None = None,
) -> tuple[Path, ...]:
    """Write a study to a folder, in one format or more.

    Everything is made before anything is written, and each file appears whole or not at all.

    Parameters
    ----------
    study
        The facts: of a folder, or those that a study file was founded with.
    folder
        Where to: a folder that is empty, not there yet, or an earlier export of this study.
    formats
        Names in `EXPORTERS`.
    events
        What happened since the founding.
    read_media
        Returns a picture or sound by the path of its item, for a study whose media are packed;
        by default they are taken from the study's folder.
    tell
        Hears what the files do not hold and which ones were replaced, a line each.
    control
        Stops it, from one file to the next and within what is computed.

    Returns
    -------
    The files that were written, the one that marks the folder as an export last.

    Raises
    ------
    DataError
        When there is no such format, the folder holds something else, or a file cannot be made
        or written.
    CutShortError
        When it ended while it was written, and some of its files are there.
    Cancelled
        When somebody asked to stop before anything was written.
    EngineError
        When a posterior is asked for and cannot be computed.
    """
    folder = Path(folder)
    chosen = [_exporter_name(name) for name in dict.fromkeys(formats)]
    mark = mark_of(study)
    earlier_export(folder, mark)
    control = control or Control()
    material = Material(study, events, read_media, tell, control)
    made = {name: list(_stopping(EXPORTERS[name].files(material), control)) for name in chosen}
    for name in chosen:
        _tell_ties(name, material)
    return tuple(write_files(folder, mark, made, tell, control))


def _stopping(files: Iterable[ExportedFile], control: Control) -> Iterator[ExportedFile]:
    """Yield files until somebody asks to stop."""
    for each in files:
        control.check()
        yield each


def _tell_ties(name: str, material: Material) -> None:
    """Say how many ties a format that knows none leaves out."""
    if EXPORTERS[name].keeps_ties:
        return
    rows = (row for judged in material.judged for row in judged.comparisons)
    n_ties = sum(row.count for row in rows if row.outcome is Outcome.TIE)
    if n_ties:
        is_or_are = "is" if n_ties == 1 else "are"
        material.tell(f"{name}: {counted(n_ties, 'tie')} {is_or_are} not in this format")


def _exporter_name(name: str) -> str:
    if name not in EXPORTERS:
        raise DataError(
            "export",
            f"no format is called {quoted(name)}",
            remedy=did_you_mean(name, list(EXPORTERS), f"Use one of {', '.join(EXPORTERS)}."),
        )
    return name
