"""How far a study has come, kept while it is open: a program may end without closing it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.study_memory import StudyMemory

PAUSE = 3000  # ms between two times, so that no answer waits for it


class ProgressKeeping(QObject):
    """Notes it some seconds after it has changed, and when it is asked to."""

    def __init__(self, model: StudioModel, memory: StudyMemory, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self._memory = model, memory
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE)
        self._soon.timeout.connect(self.keep)
        model.standing_changed.connect(self._on_standing_changed)

    def keep(self) -> None:
        """Remember it, for the welcome page of any program."""
        self._soon.stop()
        self._memory.keep_progress(self._model.own_record, self._model.own_standing)

    def _on_standing_changed(self) -> None:
        if not self._soon.isActive():
            self._soon.start()
