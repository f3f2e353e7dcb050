"""Saving copies of studies while their windows go on."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.control import Control
from prefstudio.studio.chores import Chores
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.media.media_source import StudyMedia
from prefstudio.studio.problem import problem_of
from prefstudio.studio.record import Record
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.store.copying import write_copy

logger = logging.getLogger(__name__)

NOT_MADE = "The copy was not made. The study itself is kept."


@dataclass(frozen=True, slots=True, eq=False)
class Copying:
    """Writes a copy of what a record held at one moment; its media are held until then."""

    path: Path
    founding: Study
    events: tuple[Event, ...]
    media: StudyMedia

    @classmethod
    def of(cls, record: Record, path: Path) -> Copying:
        """What writes a copy of a record as it is now; it must be called."""
        record.media.hold()
        return cls(path, record.state.founding, tuple(record.events), record.media)

    def __call__(self, control: Control) -> Path:
        try:
            write_copy(self.path, self.founding, self.events, self.media.read)
        finally:
            self.media.let_go()
        return self.path


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Who asked for a copy, and where it shall lie."""

    window: MainWindow
    path: Path


class CopySaving(QObject):
    """Writes copies, and says how each ended in the window that asked for it.

    Where that is closed meanwhile, only a copy that could not be written is told: in the log, and
    as a problem that lacks a window.
    """

    saved = Signal(object)  # Path
    lost = Signal(object)  # Problem, of which no window was told
    came_to_rest = Signal()  # nothing is being written any more

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[Chores, Asked] = {}

    @property
    def is_busy(self) -> bool:
        """Whether something is being written."""
        return bool(self._asked)

    def start(self, window: MainWindow, path: Path) -> None:
        """Write a copy of the study that a window shows, as it is now."""
        chores = Chores(self)
        chores.done.connect(self._on_done)
        chores.failed.connect(self._on_failed)
        self._asked[chores] = Asked(window, path)
        chores.start(Copying.of(window.model.record, path))

    def finish(self) -> None:
        """Wait for what is still being written, and tell how it ended."""
        for chores in list(self._asked):
            chores.finish()

    def _on_done(self, path: Path) -> None:
        asked = self._ended()
        self.saved.emit(path)
        if asked is not None and not asked.window.is_closed:
            asked.window.toasts.show(f"Saved as {path.name}")
        self._rest()

    def _on_failed(self, error: Exception) -> None:
        asked, problem = self._ended(), problem_of(error)
        if asked is not None and not asked.window.is_closed:
            asked.window.show_problem(problem)
        elif asked is not None:
            words = "the copy %s was not saved, and its window is closed: %s"
            logger.warning(words, asked.path, error)
            self.lost.emit(replace(problem, advice=NOT_MADE))
        self._rest()

    def _ended(self) -> Asked | None:
        """Forget the copy that has ended, and tell who asked for it."""
        chores = self.sender()
        if not isinstance(chores, Chores):
            return None
        chores.deleteLater()
        return self._asked.pop(chores, None)

    def _rest(self) -> None:
        if not self._asked:
            self.came_to_rest.emit()
