"""A study as commands read it: from a file or a folder alike."""

from __future__ import annotations

from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.folder import is_study_file, read_study
from prefstudio.study.state import StudyState
from prefstudio.study.store import open_study
from prefstudio.study.words import did_you_mean, quoted


def load(path: Path) -> StudyState:
    """Return the study of a ``.prefstudio`` file or of a folder, as it is now.

    Raises
    ------
    DataError
        When there is no study, or something in it is not as it should be.
    """
    if is_study_file(path):
        with open_study(path, writable=False) as file:
            return file.state
    return StudyState(read_study(path))


def checked_item(path: Path, item_ids: tuple[str, ...], name: str) -> str:
    """Return the id of an item.

    Raises
    ------
    DataError
        When no item to compare has it.
    """
    if name not in item_ids:
        raise DataError(
            path,
            f"no item is called {quoted(name)}",
            remedy=did_you_mean(name, item_ids, "Name an item of items.csv."),
        )
    return name


def checked_pair(path: Path, item_ids: tuple[str, ...], a: str, b: str) -> tuple[int, int]:
    """Return the positions of two items.

    Raises
    ------
    DataError
        When one is not there, or they are the same.
    """
    first, second = (item_ids.index(checked_item(path, item_ids, name)) for name in (a, b))
    if first == second:
        raise DataError(
            path,
            f"{quoted(a)} cannot be compared with itself",
            remedy="Name two different items.",
        )
    return first, second
