"""The sample studies: which there are, and a copy of its own for whoever opens one."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.folder import STUDY_FILE_ENDING, read_study
from prefstudio.study.home import samples_folder
from prefstudio.study.resources import sample
from prefstudio.study.store import create
from prefstudio.study.store.media import MEDIA_ENDING


@dataclass(frozen=True, slots=True)
class Sample:
    """A study that comes with the program.

    Attributes
    ----------
    name
        Its folder in sample_data.
    size
        What it holds, in two words.
    line
        What it shows, in one sentence.
    """

    name: str
    title: str
    size: str
    line: str


SAMPLES = (
    Sample("six-papers", "Six papers", "6 items", "Watch one preference spread along links."),
    Sample("twelve-sounds", "Twelve sounds", "12 items", "Which processing sounds better?"),
    Sample("cars", "Cars", "12 people", "What twelve people make of twenty cars."),
    Sample("spiral", "Spiral", "35 items", "Unasked items pull their neighbours along."),
    Sample(
        "research-papers", "Research papers", "300 items", "Citations as evidence of relevance."
    ),
    Sample("shapes", "Shapes", "16 items", "Pictures side by side: which do you like?"),
)


def opened_copy(name: str) -> Path:
    """The user's own copy of a sample, made when there is none yet.

    Raises
    ------
    DataError
        When it cannot be made.
    """
    path = place_of(name)
    return path if path.exists() else fresh_copy(name)


def place_of(name: str) -> Path:
    """Where the user's own copy of a sample lies, once there is one."""
    return samples_folder() / f"{name}{STUDY_FILE_ENDING}"


def fresh_copy(name: str) -> Path:
    """A fresh copy of a sample; the one that was there is kept under another name.

    Raises
    ------
    DataError
        When it cannot be made; then the one that was there stays.
    OSError
        When it cannot take its place; then, too.
    """
    return put_in_place(made_ready(name))


def made_ready(name: str) -> Path:
    """A fresh copy of a sample that has not taken its place yet, so that the old one may be open.

    Raises
    ------
    DataError, OSError
        When it cannot be made; then nothing is left behind.
    """
    # In a folder of its own, as what lies beside a study is called by the name of its file.
    folder = Path(tempfile.mkdtemp(prefix=".fresh-", dir=samples_folder()))
    path = folder / f"{name}{STUDY_FILE_ENDING}"
    try:
        create(path, read_study(sample(name))).close()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return path


def put_in_place(fresh: Path) -> Path:
    """Let a copy that is ready take its place; the one that was there gets another name.

    Raises
    ------
    OSError
        When that cannot be; then the one that was there stays, and the fresh one is gone.
    """
    path = samples_folder() / fresh.name
    kept = _free_name(path)
    try:
        if path.exists():
            _move(path, kept)
        _move(fresh, path)
    except OSError:
        if kept.exists() and not path.exists():
            _move(kept, path)
        raise
    finally:
        discard(fresh)
    return path


def discard(fresh: Path) -> None:
    """Remove a copy that is ready and shall not take its place."""
    shutil.rmtree(fresh.parent, ignore_errors=True)


def _move(path: Path, to: Path) -> None:
    """Rename a study file and what lies beside it."""
    path.rename(to)
    media = path.with_suffix(MEDIA_ENDING)
    if media.exists():
        media.rename(to.with_suffix(MEDIA_ENDING))


def sample_of(path: Path) -> str | None:
    """The sample whose copy a file is; None when it is none."""
    names = {each.name for each in SAMPLES}
    is_there = path.resolve().parent == samples_folder().resolve()
    is_copy = is_there and path.suffix == STUDY_FILE_ENDING and path.stem in names
    return path.stem if is_copy else None


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.stem} (before {number}){path.suffix}")).exists():
        number += 1
    return kept
