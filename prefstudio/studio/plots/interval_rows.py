"""Utilities, a row an item: name, intervals and mean along one scale."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint

from prefstudio.studio.plots.house_plot import BadgeItem
from prefstudio.studio.plots.interval_marks import LINE
from prefstudio.studio.plots.interval_plot import IntervalPlot
from prefstudio.studio.plots.row_names import (
    draw_row_names,
    item_in_row,
    prepare_rows,
    show_names_theme,
)
from prefstudio.studio.plots.value_range import labelled, steps_in
from prefstudio.studio.theme import Theme

LOW_EDGE, HIGH_EDGE = 10.0, 30.0  # pixels beside the intervals; a badge hangs at the high end
STEP_ROOM = 36.0  # pixels between two figures of the scale


class IntervalRows(IntervalPlot):
    """The rows of up to some forty items."""

    def __init__(self) -> None:
        super().__init__("Utilities", is_upright=False)
        prepare_rows(self)

    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        show_names_theme(self, theme)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first; in low rows its names come before others'."""
        if pair != self.asked:
            self.asked = pair
            self.redraw()

    def badge_place(self, item: int) -> tuple[float, float]:
        """Beyond the intervals of its own row and, in low rows, of those it reaches into."""
        assert self.now is not None
        drawn, here = self.drawn(), float(self.now.places[item])
        reach = (BadgeItem.RADIUS + LINE) * self.getViewBox().viewPixelSize()[1]
        beside = drawn[np.abs(self.now.places[drawn] - here) < reach]
        return self.now.ends(beside)[1], here

    def item_at(self, position: QPoint) -> int | None:
        return item_in_row(self, position)

    def _draw_places(self) -> None:
        draw_row_names(self)

    def _draw_scale(self) -> None:
        assert self.now is not None
        drawn = self.drawn()
        low, high = self.now.range_in(self.span, drawn)
        width = max(self.getViewBox().width(), 1.0)
        unit = max(high - low, 1e-9) / max(width - LOW_EDGE - HIGH_EDGE, 1.0)
        low, high = low - LOW_EDGE * unit, high + HIGH_EDGE * unit
        self.setXRange(low, high, padding=0)
        steps = labelled(steps_in(low, high, int(width / STEP_ROOM)))
        self.getAxis("bottom").show_whole_labels(steps, high, unit)
        rows = np.repeat(self.now.places[drawn], 2)
        self._grid.setData(np.tile([low, high], len(drawn)), rows)
