"""The one clock by which all panels go from old to new."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

STEP_MS = 280


class Motion(QObject):
    """Counts from 0 to 1 whenever something new is shown; a new start interrupts.

    A plot that is told `show_view(view, is_animated=True)` keeps what it drew as the beginning
    and draws `show_progress(share)` with every tick; at 1 it has arrived.
    """

    progressed = Signal(float)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_reduced = False
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(STEP_MS)
        self._clock.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock.valueChanged.connect(self._on_value_changed)
        self._clock.finished.connect(self.finished)

    @property
    def is_running(self) -> bool:
        """Whether something is under way."""
        return self._clock.state() is QVariantAnimation.State.Running

    def start(self) -> None:
        """Go from the start; where motion is not wanted, arrive at once."""
        self._clock.stop()
        if self.is_reduced:
            self.progressed.emit(1.0)
        else:
            self._clock.start()

    def stop(self) -> None:
        """Arrive at once, if something is under way."""
        if self.is_running:
            self._clock.stop()
            self.progressed.emit(1.0)

    def _on_value_changed(self, share: float) -> None:
        self.progressed.emit(share)
