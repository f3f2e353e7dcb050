"""Utilities as in the papers: items along x, the mean with its 95 % band."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from prefstudio.engine.linalg import Array
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.numbers_as_text import MINUS, figure
from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.drawn_draws import DrawnDraws
from prefstudio.studio.plots.house_plot import HousePlot, every, short, step_that_fits, widest
from prefstudio.studio.plots.intervals import REACH
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.plots.value_range import labelled, steps_in
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_items import ShownItems

RING = 16.0  # pixels from a ringed item's centre to the edge of the plot
ROOM_FOR = (f"{MINUS}2",)  # what the scale of most studies says
STEP_ROOM = 36.0  # pixels between two figures of the scale
DOT, RING_SIZE = 13, 22


class BandPlot(HousePlot):
    """Mean and band of one belief, with rings, draws, or the means before.

    Parameters
    ----------
    name : str
        What it shows.
    pixels : int
        Size of the figures; items are labelled two larger.
    """

    def __init__(self, name: str = "Utilities", pixels: int = 11) -> None:
        super().__init__(name, ("left", "bottom"))
        self._name, self._items = name, NOBODY
        self._mean: Array | None = None
        self._sd: Array | None = None
        self._before: Array | None = None
        self._draws: Array | None = None
        self._asked: tuple[int, int] | None = None
        self._limit, self._largest = 1.0, 1.0
        self._beside = 0.4  # items' widths left and right of the outermost
        self._figures_font = font(pixels, lines_up=True)
        self._label_font = font(pixels + 2, SEMI_BOLD)
        self.upper, self.lower = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.band = pg.FillBetweenItem(self.upper, self.lower)
        self.before, self.mean = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.points, self.rings = pg.ScatterPlotItem(), pg.ScatterPlotItem()
        self._grid, self._zero = pg.PlotCurveItem(connect="pairs"), pg.InfiniteLine(angle=0)
        self._build()
        self.drawn_draws = DrawnDraws(self, 5.0)

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position; what was believed of fewer or more is forgotten."""
        self._items = items
        if self._mean is not None and len(self._mean) != len(items.names):
            self._mean = self._sd = self._before = self._draws = self._asked = None
        self._on_view_resized()

    def show_scale(self, limit: float, largest: float) -> None:
        """Show utilities up to `limit` on either side; colours are full at `largest`."""
        self._limit, self._largest = limit, largest

    def show_belief(
        self, mean: Array, sd: Array, *, before: Array | None = None, draws: Array | None = None
    ) -> None:
        """Draw means and sds of shape (n_items,).

        Parameters
        ----------
        mean, sd : ndarray, shape (n_items,)
        before : ndarray, shape (n_items,), optional
            Means to compare with, dotted.
        draws : ndarray, shape (n_draws, n_items), optional
            Drawn in place of the mean.
        """
        self._mean, self._sd, self._before, self._draws = mean, sd, before, draws
        self.redraw()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Ring the two items of a comparison."""
        self._asked = pair
        self._draw_rings()

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.band.setBrush(theme.color("data_soft", 0.9 if theme.is_dark else 0.75))
        for edge in (self.upper, self.lower):
            edge.setPen(self.pen("data_mid", 1.25))
        self.mean.setPen(self.pen("data", 2.5))
        self.before.setPen(self.pen("ink3", 1.5, Qt.PenStyle.DotLine))
        self._grid.setPen(self.pen("grid", 1.0))
        self._zero.setPen(self.pen("control", 1.0, Qt.PenStyle.DashLine))
        self.rings.setPen(self.pen(asked_ring.ROLE, asked_ring.WIDTH))
        self.rings.setBrush(None)
        self.rings.setSize(RING_SIZE)
        super().show_theme(theme)
        self.getAxis("bottom").setTextPen(pg.mkPen(theme.color("ink")))

    def redraw(self) -> None:
        if self._mean is None or self._sd is None:
            return
        places, reach = np.arange(len(self._mean)), REACH * self._sd
        self.upper.setData(places, self._mean + reach)
        self.lower.setData(places, self._mean - reach)
        self._draw_means(places, self._mean)
        self._draw_rings()
        self._draw_scale()
        self.setAccessibleDescription(self._in_words(self._mean, self._sd))

    def figure_name(self) -> str:
        """What the figure is called."""
        return self._name

    def figure_table(self) -> FigureTable:
        """Utilities in the order of the file."""
        columns = ("Item", "Mean", "sd", "95 % low", "95 % high")
        if self._mean is None or self._sd is None:
            return FigureTable(columns, ())
        rows = zip(self._items.names, self._mean.tolist(), self._sd.tolist(), strict=True)
        return FigureTable(
            columns,
            tuple((name, m, sd, m - REACH * sd, m + REACH * sd) for name, m, sd in rows),
        )

    def _build(self) -> None:
        under = (self._grid, self.band, self.upper, self.lower, self._zero, self.before)
        for height, item in enumerate((*under, self.mean, self.points, self.rings)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.getAxis("bottom").setStyle(tickFont=self._label_font)
        self.getAxis("left").setStyle(tickFont=self._figures_font)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def _on_view_resized(self) -> None:
        """Leave room for the rings and names of the first and the last item."""
        labels = [short(each) for each in self._items.short_names]
        width, last = max(self.getViewBox().width(), 1.0), max(len(labels) - 1, 0)
        fits = widest(labels, self._label_font) * max(len(labels), 1) < width
        edge = max(RING, widest(labels, self._label_font) / 2) if fits else RING
        self._beside = max(0.35, edge * last / (width - 2 * edge))
        self.setXRange(-self._beside, last + self._beside, padding=0)
        self._draw_labels(labels, width / (last + 2 * self._beside))
        self._draw_scale()

    def _draw_labels(self, labels: list[str], room: float) -> None:
        """Name every item, or number them where names do not fit."""
        if step_that_fits(room, widest(labels, self._label_font)) > 1:
            labels = [str(number) for number in range(1, len(labels) + 1)]
        step = step_that_fits(room, widest(labels, self._label_font))
        self.getAxis("bottom").show_labels(every(labels, 0.0, step))

    def _draw_means(self, places: Array, mean: Array) -> None:
        self.drawn_draws.show(self, self._draws, places)
        if self._before is None:
            self.before.setData([], [])
        else:
            self.before.setData(places, self._before)
        if self._draws is not None:
            self.mean.setData([], [])
            self.points.setData([], [])
            return
        self.mean.setData(places, mean)
        colours = ColourMap(self.theme.diverging).colours(mean, -self._largest, self._largest)
        brushes = [QColor(*colour) for colour in colours.tolist()]
        self.points.setData(places, mean, size=DOT, pen=self.pen("data", 1.75), brush=brushes)

    def _draw_rings(self) -> None:
        if self._asked is None or self._mean is None or self._draws is not None:
            self.rings.setData([], [])
            return
        self.rings.setData(list(self._asked), [float(self._mean[item]) for item in self._asked])

    def _draw_scale(self) -> None:
        self.setYRange(-self._limit, self._limit, padding=0)
        room = max(int(self.getViewBox().height() / STEP_ROOM), 2)
        levels = steps_in(-self._limit, self._limit, room)
        self.getAxis("left").show_labels(labelled(levels), ROOM_FOR)
        ends = [-self._beside, len(self._items.ids) - 1 + self._beside]
        self._grid.setData(np.tile(ends, len(levels)), np.repeat(levels, 2))

    def _in_words(self, mean: Array, sd: Array) -> str:
        told = [
            f"{name} {figure(float(mean[place]))} ± {figure(float(sd[place]))}"
            for place, name in enumerate(self._items.names)
        ]
        return f"{self._name} of {len(told)} items, mean and sd. {'; '.join(told)}."
