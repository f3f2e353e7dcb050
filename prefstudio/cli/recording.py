"""Writing in a study file: the commands do it through the same two steps."""

from __future__ import annotations

from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.events import Body, happened
from prefstudio.study.sittings import opened_here
from prefstudio.study.store import StudyFile, open_study


def open_to_record(path: Path) -> StudyFile:
    """Open a study file to record events in it.

    Raises
    ------
    DataError
        When it is a folder or no study, or someone else writes in it.
    """
    if path.is_dir():
        raise DataError(
            path,
            "answers are recorded in a study file, and this is a folder; make one with "
            "prefstudio new",
            remedy="Such as: prefstudio new FOLDER --out NAME.prefstudio",
        )
    file = open_study(path)
    try:
        file.require_writable()
    except BaseException:
        file.close()
        raise
    return file


def record(file: StudyFile, *bodies: Body, participant: str = "") -> None:
    """Record what happened, after a note on who writes; each is on the disk before the next."""
    file.append(happened(opened_here()))
    for body in bodies:
        file.append(happened(body, participant))
