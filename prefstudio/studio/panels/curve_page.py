"""The curve of a study with the slider exactly below it: a dot and the handle share their place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.panels.moment_slider import MomentSlider
from prefstudio.studio.plots.curve_plot import CurvePlot
from prefstudio.study.curve import Curve


class CurvePage(QWidget):
    """Tells to which moment a person goes, by handle, click or keys."""

    moment_dragged = Signal(object)  # answers given then, an int; the handle is held
    moment_reached = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.plot, self.slider = CurvePlot(), MomentSlider()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.plot, 1)
        self._below = QHBoxLayout()
        self._below.addWidget(self.slider)
        column.addLayout(self._below)
        self.plot.span_changed.connect(self._on_span_changed)
        self.plot.moment_pointed.connect(self.moment_reached)
        self.slider.moment_dragged.connect(self.moment_dragged)
        self.slider.moment_reached.connect(self.moment_reached)

    @property
    def is_held(self) -> bool:
        """Whether a person holds the handle."""
        return self.slider.isSliderDown()

    def show_curve(self, curve: Curve) -> None:
        """Draw a curve."""
        self.plot.show_curve(curve)
        self._read_out()

    def show_moment(self, moment: int, last: int, fork_at: int | None) -> None:
        """Stand at a moment; beyond `fork_at` answers nothing is on record."""
        self.slider.show_moment(moment, last)
        self.plot.show_moment(moment, last, fork_at)
        self._read_out()

    def _read_out(self) -> None:
        """Tell at the handle how settled it was then."""
        said = self.plot.read_out(self.slider.moment)
        self.slider.setToolTip(said)
        self.slider.setAccessibleDescription(said)

    def _on_span_changed(self, span: tuple[float, float]) -> None:
        left, right = (round(edge) for edge in span)
        self._below.setContentsMargins(left, 0, max(self.plot.width() - right, 0), 0)
