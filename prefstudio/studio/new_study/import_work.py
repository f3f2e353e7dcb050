"""The work of the dialog: reading for the preview, and writing the new study."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.study.founding import founded
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.purpose import purpose_of
from prefstudio.study.store import create


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads all files of a plan; nothing is written."""

    plan: ImportPlan

    def __call__(self, control: Control) -> ImportPreview:
        return preview(self.plan, control)


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """Writes the file of a new study.

    Attributes
    ----------
    title, question
        What the person wrote; empty leaves what the files say.
    horizon
        What the study is for, told by how many leading places matter; None leaves likewise.
    """

    found: ImportPreview
    path: Path
    title: str = ""
    question: str = ""
    horizon: float | None = None

    def __call__(self, control: Control) -> Path:
        told = self.found.study.settings
        settings = replace(
            told, title=self.title or told.title, question=self.question or told.question
        )
        if self.horizon is not None:
            criterion = purpose_of(self.horizon).criterion
            model = replace(settings.model, horizon=self.horizon, criterion=criterion)
            settings = replace(settings, model=model)
        study = replace(self.found.study, settings=settings)
        whole = founded(replace(self.found, study=study))
        control.check()
        create(self.path, whole.study).close()
        return self.path
