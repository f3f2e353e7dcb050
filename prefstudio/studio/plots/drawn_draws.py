"""Draws of all utilities over a plot: a line and marks for each."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import Qt

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.categorical import MOST_KINDS, kind_of
from prefstudio.studio.plots.house_plot import HousePlot

MOST_MARKED = 60  # items above which a draw is a line without marks


class DrawnDraws:
    """Up to six draws, each with its colour, mark and dash; their items are used again.

    Parameters
    ----------
    plot : HousePlot
        Where they are drawn; it is not kept.
    height : float
        Above which other things they lie.
    """

    def __init__(self, plot: HousePlot, height: float) -> None:
        self._count = 0
        self.lines = [pg.PlotCurveItem() for _ in range(MOST_KINDS)]
        self.points = [pg.ScatterPlotItem() for _ in range(MOST_KINDS)]
        for item in (*self.lines, *self.points):
            item.setZValue(height)
            item.hide()  # one without data costs as much to paint as one with some
            plot.addItem(item, ignoreBounds=True)

    def show(
        self,
        plot: HousePlot,
        draws: Array | None,
        places: Array,
        *,
        is_upright: bool = True,
        width: float = 2.0,
        size: float = 7.0,
    ) -> None:
        """Draw utilities of shape (n_draws, n_places); values run up, or across."""
        count = 0 if draws is None else min(len(draws), MOST_KINDS)
        if count == self._count == 0:
            return
        self._count = count
        for number, (line, points) in enumerate(zip(self.lines, self.points, strict=True)):
            for item in (line, points):
                item.setVisible(number < count)
            if draws is None or number >= count:
                line.setData([], [])
                points.setData([], [])
                continue
            look = kind_of(number, plot.theme)
            values = draws[number]
            data = (places, values) if is_upright else (values, places)
            dash = look.dash if len(places) <= MOST_MARKED else Qt.PenStyle.SolidLine
            thick = width if len(places) <= MOST_MARKED else 1.0
            pen = pg.mkPen(look.color, width=thick * plot.devicePixelRatioF(), style=dash)
            line.setData(*data, pen=pen)
            marked = slice(None) if len(places) <= MOST_MARKED else slice(0)
            points.setData(
                *(each[marked] for each in data),
                size=size,
                symbol=look.symbol,
                pen=None,
                brush=look.color,
            )
