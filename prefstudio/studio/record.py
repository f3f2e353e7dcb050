"""Where the events of the study on screen go: into its file, or into memory alone."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from prefstudio.studio.media.media_source import FolderMedia, StudyFileMedia, StudyMedia
from prefstudio.studio.problem import Problem, not_recorded
from prefstudio.study.briefing import asked_attribute
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, Body, Event, TrialShown, Undone, happened
from prefstudio.study.folder import Study, is_study_file, read_study
from prefstudio.study.model import learned_from
from prefstudio.study.samples import sample_of
from prefstudio.study.sittings import opened_here
from prefstudio.study.state import StudyState
from prefstudio.study.store import StudyFile, open_study

NOT_SAVED = "not saved"
SAVED = "Saved"
SAMPLE_SAVED = "sample, saved"
READ_ONLY = "read-only: {reason}"
READ_ONLY_WORDS = "Read-only: {reason}."

NOT_RECORDED = {
    Answered.kind: "The answer was not recorded and does not count.",
    Undone.kind: "The undo was not recorded, so what was to be undone still counts.",
    TrialShown.kind: "The next pair was not recorded, so it is not asked.",
}
NOT_CHANGED = "The change was not recorded, and the study is as it was."

Opened: TypeAlias = Study | StudyFile
"""A study as it was opened: from a folder, or as a file that is still open."""


class Record(QObject):
    """All events of a study and its state after them.

    Attributes
    ----------
    state
        The study after all events.
    events
        All events in the order of their recording.
    asked_before
        The pair of the earlier moment that a fork goes on from; None anywhere else.
    """

    problem_found = Signal(object)  # Problem
    problem_ended = Signal(object)  # Problem

    def __init__(self, opened: Opened, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = opened if isinstance(opened, StudyFile) else None
        self._path = None if self._file is None else self._file.path
        self.state = opened.state if isinstance(opened, StudyFile) else StudyState(opened)
        self._found = self.state
        self.events: list[Event] = [] if self._file is None else list(self._file.events)
        self.is_fork = False
        self.asked_before: TrialShown | None = None
        self._media: StudyMedia | None = None
        self._problem: Problem | None = None

    def fork(self, state: StudyState) -> Record:
        """A record in memory alone that goes on from an earlier or the present state.

        It is of the same study, wherever that lies; whoever forked it lets it go.
        """
        made = Record(state.founding, self.parent())
        made._path = self._path
        made.state, made.events = state, self.events[: state.revision]
        made.is_fork, made._media = True, self.media
        if state.revision < self.state.revision:
            made.asked_before = state.asked
        return made

    @property
    def media(self) -> StudyMedia:
        """Where the pictures and sounds are."""
        if self._media is None:
            folder, file = self.state.study.folder, self._file
            self._media = FolderMedia(folder) if file is None else StudyFileMedia(file)
        return self._media

    @property
    def file(self) -> StudyFile | None:
        """The file that is written; None when nothing is."""
        return self._file

    @property
    def kept_state(self) -> StudyState:
        """The study as it will be when it is opened again; where nothing is written, as it was."""
        return self._found if self._file is None else self.state

    @property
    def folder(self) -> Path:
        """Where dialogs for files begin: beside the study, or at home where it is a sample."""
        if self.is_sample:
            return Path.home()
        return self.state.study.folder if self._path is None else self._path.parent

    @property
    def title(self) -> str:
        """The title of the study, or else the name of its folder or file."""
        study = self.state.study
        name = study.folder.name if self._path is None else self._path.stem
        return study.settings.title or name

    @property
    def read_only_reason(self) -> str:
        """Why nothing can be recorded, as the end of a sentence; empty when it can."""
        return "" if self._file is None else self._file.read_only_reason

    @property
    def read_only_words(self) -> str:
        """That nothing can be recorded and why, in one sentence; empty when it can."""
        return READ_ONLY_WORDS.format(reason=reason) if (reason := self.read_only_reason) else ""

    @property
    def saved_words(self) -> str:
        """Whether what is answered is kept, in words for the title."""
        if self._file is None:
            return NOT_SAVED
        if self._file.read_only:
            return READ_ONLY.format(reason=self.read_only_reason)
        return SAMPLE_SAVED if self.is_sample else SAVED

    @property
    def is_sample(self) -> bool:
        """Whether this is the person's own copy of a sample."""
        return self._path is not None and sample_of(self._path) is not None

    def append(self, *bodies: Body, along: tuple[Body, ...] = ()) -> bool:
        """Record that something happened in one go; where there is a file, it is on disk first.

        Parameters
        ----------
        bodies
            What happened.
        along
            What follows from it and is recorded with it, as the disk takes no longer for more
            than for one; left out where only what happened can be recorded.

        Returns
        -------
        bool
            False when it could not be recorded: then it is told why, and nothing has changed.
        """
        events = [happened(body) for body in (*bodies, *along)]
        try:
            if self._file is not None:
                self._file.append(*events)
        except DataError as error:
            if along:
                return self.append(*bodies)
            self._problem = not_recorded(NOT_RECORDED.get(bodies[0].kind, NOT_CHANGED), error)
            self.problem_found.emit(self._problem)
            return False
        self.events += events
        self.state = self.state.with_events(events)
        self._end_problem()
        return True

    def close(self) -> None:
        """Let go of the file, so that others may write in it."""
        if self._file is not None:
            self._file.close()

    def _end_problem(self) -> None:
        if self._problem is not None:
            self.problem_ended.emit(self._problem)
            self._problem = None


def open_for_window(path: Path) -> Opened:
    """Open a study to show: a file to record in, or a folder; whoever shows it closes it.

    Raises
    ------
    DataError
        When there is no study, or its answers cannot be learned from together.
    """
    return seated(read_for_window(path))


def read_for_window(path: Path) -> Opened:
    """Read and check a study, in any thread; nothing is recorded yet.

    Raises
    ------
    DataError
        When there is no study, or its answers cannot be learned from together.
    """
    if not is_study_file(path):
        study = read_study(path)
        learned_from(study, attribute=asked_attribute(study) or None)
        return study
    file = open_study(path)
    try:
        study = file.state.as_study()
        learned_from(study, attribute=asked_attribute(study) or None)
    except BaseException:
        file.close()
        raise
    return file


def seated(opened: Opened) -> Opened:
    """Record that somebody sits down to a study that was read; what cannot is closed.

    Raises
    ------
    DataError
        When it cannot be recorded.
    """
    if isinstance(opened, StudyFile) and not opened.read_only:
        try:
            opened.append(happened(opened_here(sits_down=True)))
        except BaseException:
            opened.close()
            raise
    return opened
