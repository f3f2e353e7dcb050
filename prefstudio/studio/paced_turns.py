"""Work cut into pieces, with room between them for painting and for clicks."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal


class PacedTurns(QObject):
    """Gives every other turn of the event loop to work, until it is stopped; the first is not.

    What has changed so far is painted in the turn that follows; were that given to work, too, a
    click would wait for both.
    """

    given = Signal()  # a turn to work in

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_turn)
        self._is_for_work = False

    @property
    def are_given(self) -> bool:
        """Whether some work is not done yet."""
        return self._timer.isActive()

    def start(self) -> None:
        """Give turns from now on."""
        if not self._timer.isActive():
            self._is_for_work = False
            self._timer.start()

    def stop(self) -> None:
        """All is done."""
        self._timer.stop()

    def _on_turn(self) -> None:
        is_for_work, self._is_for_work = self._is_for_work, not self._is_for_work
        if is_for_work:
            self.given.emit()
