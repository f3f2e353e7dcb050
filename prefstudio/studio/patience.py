"""How long the window waits for numbers: before it opens, and before it says that it waits."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.mailbox import Lane
from prefstudio.study.moment import Moment
from prefstudio.study.view import View

LONGEST_HIDDEN = 1000  # ms in which the first pictures may come before the window does
LONGEST_SILENT = 150  # ms after which it is said that newer numbers are on their way
PICTURED_BY = frozenset({Lane.POSTERIOR, Lane.VIEW})  # without which no picture comes


class Patience(QObject):
    """Opens a window with its first pictures or soon without, and marks panels that wait."""

    def __init__(self, model: StudioModel, rooms: Rooms, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._rooms = model, rooms
        self._opening = self._timer(LONGEST_HIDDEN)
        self._waiting = self._timer(LONGEST_SILENT)
        self._opening.timeout.connect(window.show)
        self._waiting.timeout.connect(self._on_waited)
        model.moment_entered.connect(self._on_moment_entered)
        model.view_changed.connect(self._on_view_changed)
        model.request_failed.connect(self._on_request_failed)

    def open_soon(self) -> None:
        """Open the window with the first pictures, or soon without them."""
        self._opening.start()

    def give_up(self) -> None:
        """Let a window that is closed stay so."""
        self._opening.stop()

    def _timer(self, interval: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        return timer

    def _on_waited(self) -> None:
        for panel in self._rooms.panels.values():
            panel.show_busy(panel.is_in_front)

    def _on_moment_entered(self, moment: Moment) -> None:
        view = self._model.scene.view
        is_pictured = view is not None and view.moment == moment.number
        if not is_pictured:  # who comes back to a moment finds its pictures
            self._waiting.start()

    def _on_view_changed(self, view: View) -> None:
        self._end_waiting()

    def _on_request_failed(self, failure: RequestFailed) -> None:
        if failure.lane in PICTURED_BY:
            self._end_waiting()

    def _end_waiting(self) -> None:
        """Say no more that numbers are on their way: they are there, or will not come."""
        self._waiting.stop()
        for panel in self._rooms.panels.values():
            panel.show_busy(False)
        if self._opening.isActive():
            self._opening.stop()
            window = self.parent()
            assert isinstance(window, QWidget)
            window.show()
