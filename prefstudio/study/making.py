"""The file of a new study, made of what was imported and what a person said of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.study.errors import DataError
from prefstudio.study.founding import founded
from prefstudio.study.importers.plan import ImportPreview
from prefstudio.study.purpose import purpose_of
from prefstudio.study.store import create


@dataclass(frozen=True, slots=True)
class NewStudy:
    """What a person wants of a study that is to be made.

    Attributes
    ----------
    title, question
        What the person wrote; empty leaves what the files say.
    horizon
        What the study is for, told by how many leading places matter; None leaves likewise.
    """

    path: Path
    title: str = ""
    question: str = ""
    horizon: float | None = None


def make_study(found: ImportPreview, wanted: NewStudy, control: Control) -> Path:
    """Write the file of a new study and return its path.

    Raises
    ------
    DataError
        When no model can be made of it, it would not fit into the memory, or the file cannot be
        written.
    Cancelled
        After `control` was asked to stop; never once the writing has begun.
    """
    told = found.study.settings
    settings = replace(
        told, title=wanted.title or told.title, question=wanted.question or told.question
    )
    if wanted.horizon is not None:
        criterion = purpose_of(wanted.horizon).criterion
        model = replace(settings.model, horizon=wanted.horizon, criterion=criterion)
        settings = replace(settings, model=model)
    try:
        whole = founded(replace(found, study=replace(found.study, settings=settings)))
    except MemoryError as error:
        raise _too_many(found) from error
    control.check()
    create(wanted.path, whole.study).close()
    return wanted.path


def _too_many(found: ImportPreview) -> DataError:
    return DataError(
        next(iter(found.formats)),
        f"a model of {found.items:,} items does not fit into the memory, since it knows how each "
        "of them goes with each other",
        remedy="Choose some thousand of them.",
    )
