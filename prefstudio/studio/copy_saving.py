"""Saving copies of studies while their windows go on."""

from __future__ import annotations

import logging
from dataclasses import dataclass
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


class CopySaving(QObject):
    """Writes copies, and says how each ended in the window that asked for it.

    A window that is closed meanwhile is told nothing; its copy is written all the same.
    """

    saved = Signal(object)  # Path

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked_by: dict[Chores, MainWindow] = {}

    def start(self, window: MainWindow, path: Path) -> None:
        """Write a copy of the study that a window shows, as it is now."""
        chores = Chores(self)
        chores.done.connect(self._on_done)
        chores.failed.connect(self._on_failed)
        self._asked_by[chores] = window
        chores.start(Copying.of(window.model.record, path))

    def stop(self) -> None:
        """Wait for what is still being written."""
        for chores in self._asked_by:
            chores.stop()
        self._asked_by.clear()

    def _on_done(self, path: Path) -> None:
        window = self._ended()
        self.saved.emit(path)
        if window is not None:
            window.toasts.show(f"Saved as {path.name}")

    def _on_failed(self, error: Exception) -> None:
        window = self._ended()
        if window is not None:
            window.show_problem(problem_of(error))
        else:
            logger.warning("a copy was not saved, and its window is closed: %s", error)

    def _ended(self) -> MainWindow | None:
        """Forget the copy that has ended, and find its window; None when that is closed."""
        chores = self.sender()
        if not isinstance(chores, Chores):
            return None
        window = self._asked_by.pop(chores, None)
        chores.deleteLater()
        return None if window is None or window.is_closed else window
