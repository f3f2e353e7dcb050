"""The sample studies: which there are, and a copy of its own for whoever opens one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.folder import STUDY_FILE_ENDING, read_study
from prefstudio.study.home import samples_folder
from prefstudio.study.resources import sample
from prefstudio.study.store import create


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
    path = samples_folder() / f"{name}.prefstudio"
    return path if path.exists() else fresh_copy(name)


def fresh_copy(name: str) -> Path:
    """A fresh copy of a sample; the one that was there is kept under another name.

    Raises
    ------
    DataError
        When it cannot be made.
    """
    path = samples_folder() / f"{name}.prefstudio"
    if path.exists():
        kept = _free_name(path)
        path.rename(kept)
        media = path.with_suffix(".media")
        if media.exists():
            shutil.move(media, kept.with_suffix(".media"))
    create(path, read_study(sample(name))).close()
    return path


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
