"""The study file, ``name.prefstudio``: founding facts that never change, and all events since."""

from prefstudio.study.store.creating import create
from prefstudio.study.store.errors import (
    DamagedStudyError,
    NewerStudyError,
    NotAStudyError,
    NotRecordedError,
    ReadOnlyStudyError,
)
from prefstudio.study.store.opening import open_study
from prefstudio.study.store.rescue import Rescue, rescue
from prefstudio.study.store.study_file import StudyFile

__all__ = [
    "DamagedStudyError",
    "NewerStudyError",
    "NotAStudyError",
    "NotRecordedError",
    "ReadOnlyStudyError",
    "Rescue",
    "StudyFile",
    "create",
    "open_study",
    "rescue",
]
