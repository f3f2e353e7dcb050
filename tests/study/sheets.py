"""The model sheet of a study, and the study after some of its settings were chosen."""

from __future__ import annotations

from prefstudio.study.changes import SettingsChanged
from prefstudio.study.events import happened
from prefstudio.study.folder import Study
from prefstudio.study.model import resolve
from prefstudio.study.model_sheet import ModelSheet, model_sheet
from prefstudio.study.state import StudyState


def sheet_of(study: Study) -> ModelSheet:
    """The sheet of its model."""
    return model_sheet(study, resolve(study))


def folded(study: Study, changes: tuple[SettingsChanged, ...]) -> Study:
    """The study after changes that must all be possible."""
    state = StudyState(study).with_events(happened(change) for change in changes)
    assert not state.problems
    return state.study
