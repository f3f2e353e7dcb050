"""The work of the dialog: reading for the preview, and writing the new study."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from prefstudio.engine.control import Control
from prefstudio.studio.new_study.reading_aside import ReadAside, can_read_aside, is_large
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.importers.summary import ImportSummary, summary_of
from prefstudio.study.making import NewStudy, make_study


@runtime_checkable
class Found(Protocol):
    """What was read, wherever that is kept."""

    @property
    def summary(self) -> ImportSummary:
        """What there is to say of it."""

    def make(self, wanted: NewStudy, control: Control) -> Path:
        """Write the file of a study of it."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadHere:
    """What was read by this process, which is kept until the study is made."""

    preview: ImportPreview
    summary: ImportSummary

    def make(self, wanted: NewStudy, control: Control) -> Path:
        """Write the file of a study of it."""
        return make_study(self.preview, wanted, control)


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads all files of a plan; nothing is written."""

    plan: ImportPlan

    def __call__(self, control: Control) -> Found:
        # A large file would have Python's one lock for so long that the window stutters.
        if is_large(self.plan) and can_read_aside():
            return ReadAside.begun(self.plan, control)
        found = preview(self.plan, control)
        return ReadHere(found, summary_of(found))


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """Writes the file of a new study."""

    found: Found
    wanted: NewStudy

    def __call__(self, control: Control) -> Path:
        return self.found.make(self.wanted, control)
