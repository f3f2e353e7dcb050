"""Saving sheets of questions while the window goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from prefstudio.studio.chores import Chores
from prefstudio.studio.seats.question_sheet import SheetWork


class SheetSaving(QObject):
    """Writes sheets one after another: of two in one file the one that was asked for last stays."""

    saved = Signal(object)  # Path
    failed = Signal(object)  # the error

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[SheetWork] = []
        self._chores = Chores(self)
        self._chores.done.connect(self._on_done)
        self._chores.failed.connect(self._on_failed)

    def start(self, work: SheetWork) -> None:
        """Write a sheet, once those before it are written."""
        self._waiting.append(work)
        self._go_on()

    def finish(self) -> None:
        """Wait until all are written, and tell how each ended."""
        while self._chores.is_busy:
            self._chores.finish()

    def _go_on(self) -> None:
        if self._waiting and not self._chores.is_busy:
            self._chores.start(self._waiting.pop(0))

    def _on_done(self, path: object) -> None:
        self._go_on()
        self.saved.emit(path)

    def _on_failed(self, error: Exception) -> None:
        self._go_on()
        self.failed.emit(error)
