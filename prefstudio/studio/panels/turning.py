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
        self._tried: tuple[SettingsChanged, ...] = ()
        self._turn = QTimer(self)  # gathers what one turn of the event loop tries
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._tell_tried)

    def try_out(self, *changes: SettingsChanged) -> None:
        """Something moves."""
        self._tried = changes
        if not self._turn.isActive():
            self._turn.start()

    def choose(self, *changes: SettingsChanged) -> None:
        """Something has come to rest."""
        self._turn.stop()
        self._tried = ()
        self.chosen.emit(tuple(each for each in changes if each.after != each.before))

    def _tell_tried(self) -> None:
        if self._tried:
            tried, self._tried = self._tried, ()
            self.tried.emit(tried)
