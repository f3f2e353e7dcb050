"""A slider over the answers of a study."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal

from prefstudio.studio.panels.quiet_inputs import RingedSlider

HEIGHT = 24  # pixels; what they leave belongs to the curve
MOST_PLACES = 1_000_000  # of the handle: Qt counts them in 32 bits, and no screen has as many


class MomentSlider(RingedSlider):
    """Moments are numbers of answers, 0 the prior; what is shown is never told back.

    Every moment is a place of the handle, unless there are so many that some share one.
    """

    moment_dragged = Signal(object)  # int, which may be large; the handle is held
    moment_reached = Signal(object)  # it was let go, or moved by keys

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("history_slider")
        self.setAccessibleName("Moment of the study")
        self.setFixedHeight(HEIGHT)
        self._last, self._apart = 0, 1
        self.setRange(0, 0)
        self.valueChanged.connect(self._on_value_changed)
        self.sliderReleased.connect(self._on_released)

    def show_moment(self, moment: int, last: int) -> None:
        """Stand at a moment of all up to the last; a handle that is held stays."""
        if self.isSliderDown():
            return
        self._last, self._apart = last, max(1, -(-last // MOST_PLACES))
        n_places = -(-last // self._apart)
        with QSignalBlocker(self):
            self.setRange(0, n_places)
            self.setPageStep(max(1, n_places // 10))
            self.setValue(-(-min(moment, last) // self._apart))
        self.setEnabled(last > 0)
        self.update()

    @property
    def moment(self) -> int:
        """Where the handle stands."""
        return min(self.value() * self._apart, self._last)

    def x_of(self, moment: int) -> float:
        """Pixels from the left edge to the middle of the handle at a moment."""
        return self.x_at(moment / max(self._last, 1) * self.maximum())

    def _on_value_changed(self) -> None:
        if self.isSliderDown():
            self.moment_dragged.emit(self.moment)
        else:
            self.moment_reached.emit(self.moment)

    def _on_released(self) -> None:
        self.moment_reached.emit(self.moment)
