"""Writing in a study file: the commands do it through the same two steps."""

from __future__ import annotations

import time
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.events import Body, happened
from prefstudio.study.sittings import opened_here
from prefstudio.study.store import StudyFile, open_study
from prefstudio.study.store.lock import OPEN_ELSEWHERE

_WAIT_SECONDS, _PAUSE_SECONDS = 1.0, 0.05


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
    file = _open_soon(path)
    try:
        file.require_writable()
    except BaseException:
        file.close()
        raise
    return file


def changed_anew(what: str) -> str:
    """Return how a setting of a study file is changed, as the end of a sentence."""
    return f"export the study, write {what} in its study.toml and make it anew with prefstudio new."


def _open_soon(path: Path) -> StudyFile:
    """Open a file, and wait a moment for another command that writes in it just now."""
    last = time.monotonic() + _WAIT_SECONDS
    while True:
        file = open_study(path)
        if file.read_only_reason != OPEN_ELSEWHERE or time.monotonic() > last:
            return file
        file.close()
        time.sleep(_PAUSE_SECONDS)


def record(file: StudyFile, *bodies: Body, participant: str = "") -> None:
    """Record what happened, after a note on who writes: all of it, or nothing."""
    events = [happened(body, participant) for body in bodies]
    file.append(happened(opened_here()), *events)
