"""Utilities, an upright bar an item, along the ranks or the file."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.house_plot import step_that_fits
from prefstudio.studio.plots.interval_plot import IntervalPlot
from prefstudio.studio.plots.value_range import labelled, steps_in

ABOVE, BELOW = 24.0, 6.0  # pixels beyond the intervals; a badge hangs above
EDGE = 16.0  # pixels left and right of the outermost, for half of a number
LABEL_ROOM = 44.0  # pixels between two labels below
STEP_ROOM = 34.0  # pixels between two figures of the scale
ROUND_STEPS = (1, 2, 3, 6, 12, 20, 30, 60, 120)


class IntervalBars(IntervalPlot):
    """The bars of some hundred items, or of a window of more."""

    back_key = Qt.Key.Key_Left
    on_key = Qt.Key.Key_Right
    badge_offset = (0.0, -13.0)

    def __init__(self) -> None:
        super().__init__("Utilities as bars", is_upright=True)
        self.window: tuple[int, int] | None = None

    def show_window(self, window: tuple[int, int] | None) -> None:
        """Draw the places from the first up to, but without, the last; None draws all."""
        if window != self.window:
            self.window = window
            self.span.forget()
            self.redraw()

    def drawn(self) -> Array:
        order = super().drawn()
        return order if self.window is None else order[slice(*self.window)]

    def item_at(self, position: QPoint) -> int | None:
        drawn = self.drawn()
        if not len(drawn):
            return None
        view = self.getViewBox()
        place = round(view.mapSceneToView(self.mapToScene(position)).x()) - self._first
        scene = view.mapRectToScene(view.boundingRect())
        is_inside = scene.contains(self.mapToScene(position))
        return int(drawn[place]) if is_inside and 0 <= place < len(drawn) else None

    @property
    def _first(self) -> int:
        return 0 if self.window is None else self.window[0]

    def _draw_places(self) -> None:
        first, count = self._first, len(self.drawn())
        width = max(self.getViewBox().width(), 4 * EDGE)
        beside = max(0.7, EDGE * count / (width - 2 * EDGE))
        self.setXRange(first - beside, first + count - 1 + beside, padding=0)
        least = step_that_fits(width / (count + 2 * beside), LABEL_ROOM)
        step = next((each for each in ROUND_STEPS if each >= least), least)
        numbers = [first + 1, *range((first // step + 1) * step, first + count + 1, step)]
        if len(numbers) > 1 and numbers[1] - numbers[0] < step / 2:
            del numbers[1 if numbers[1] != numbers[0] else 0]
        self.getAxis("bottom").show_labels([(number - 1.0, f"{number:,}") for number in numbers])

    def _draw_scale(self) -> None:
        assert self.now is not None
        low, high = self.now.range_in(self.span, self.drawn())
        height = max(self.getViewBox().height(), 1.0)
        unit = max(high - low, 1e-9) / max(height - ABOVE - BELOW, 1.0)
        low, high = low - BELOW * unit, high + ABOVE * unit
        self.setYRange(low, high, padding=0)
        levels = steps_in(low, high, max(int(height / STEP_ROOM), 2))
        self.getAxis("left").show_labels(labelled(levels), ["−2"])
        left, right = self.getViewBox().viewRange()[0]
        self._grid.setData(np.tile([left, right], len(levels)), np.repeat(levels, 2))
