"""What a person turns of the model: tried while it moves, chosen when it has come to rest."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from prefstudio.study.changes import SettingsChanged


class Turning(QObject):
    """Tells what would be at most once a turn of the event loop, and what was chosen."""

    tried = Signal(object)  # tuple of SettingsChanged
    chosen = Signal(object)  # tuple of SettingsChanged; () ends a try without a change

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tried: SettingsChanged | None = None
        self._turn = QTimer(self)  # gathers what one turn of the event loop tries
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._tell_tried)

    def try_out(self, change: SettingsChanged) -> None:
        """Something moves."""
        self._tried = change
        if not self._turn.isActive():
            self._turn.start()

    def choose(self, change: SettingsChanged) -> None:
        """Something has come to rest."""
        self._turn.stop()
        self._tried = None
        self.chosen.emit(() if change.after == change.before else (change,))

    def _tell_tried(self) -> None:
        if self._tried is not None:
            change, self._tried = self._tried, None
            self.tried.emit((change,))
