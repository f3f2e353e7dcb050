"""Utilities as in the papers: items along x, the mean with its 95 % band."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.figures import MINUS, figure
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.house_plot import (
    BadgeItem,
    HousePlot,
    every,
    short,
    step_that_fits,
    widest,
)
from prefstudio.studio.theme import Theme

REACH = 1.96  # sd on either side of the mean: the 95 % band
RING = 16.0  # pixels from an asked item's centre to the edge of the plot
ROOM_FOR = (f"{MINUS}2",)  # what the scale of most studies says
MOST_DOTS = 300
MANY = 120  # items above which dots are small and lines are thin


class UtilitiesPlot(HousePlot):
    """Mean and band of one posterior; the asked items wear a ring and their badge."""

    def __init__(self, keys: Sequence[str], names: Sequence[str]) -> None:
        super().__init__("Utilities", ("left", "bottom"))
        self._keys, self._names = tuple(keys), tuple(names)
        self._posterior: Posterior | None = None
        self._asked: tuple[int, int] | None = None
        self._limit = 0.0
        self._levels: list[float] = []
        self._beside = 0.4  # items' widths left and right of the outermost
        self._label_font = font(12, SEMI_BOLD)
        self._widest_key = widest([short(key) for key in keys], self._label_font)
        self._badges: list[BadgeItem] = []
        self.upper, self.lower = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.band = pg.FillBetweenItem(self.upper, self.lower)
        self.mean = pg.PlotCurveItem()
        self.points = pg.ScatterPlotItem(hoverable=True, tip=self._tip)
        self.rings = pg.ScatterPlotItem()
        self._grid = pg.PlotCurveItem(connect="pairs")
        self._zero = pg.InfiniteLine(angle=0)
        self._build()

    def show_posterior(self, posterior: Posterior) -> None:
        """Draw a posterior."""
        self._posterior = posterior
        self.redraw()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        self._asked = pair
        self._draw_asked()

    def redraw(self) -> None:
        if self._posterior is None:
            return
        mean, reach = self._posterior.mean, REACH * self._posterior.sd
        places = np.arange(len(mean))
        self.upper.setData(places, mean + reach)
        self.lower.setData(places, mean - reach)
        self.mean.setData(places, mean)
        self._draw_points(places, mean)
        self._draw_scale(float(np.max(np.abs(mean) + reach)))
        self._draw_asked()
        self.setAccessibleDescription(self._in_words(self._posterior))

    def _build(self) -> None:
        order = (self._grid, self.band, self.upper, self.lower, self._zero, self.mean, self.points)
        for height, item in enumerate((*order, self.rings)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.getAxis("bottom").setStyle(tickFont=self._label_font)
        self.getAxis("left").show_labels([], ROOM_FOR)
        self.getViewBox().sigResized.connect(self._on_view_resized)
        self._on_view_resized()

    def _on_view_resized(self) -> None:
        """Leave room for the rings and names of the first and the last item."""
        labels = [short(key) for key in self._keys]
        width, last = max(self.getViewBox().width(), 1.0), max(len(labels) - 1, 0)
        edge = min(max(RING, self._widest_key / 2), width / 4)
        self._beside = max(0.4, edge * last / (width - 2 * edge))
        self.setXRange(-self._beside, last + self._beside, padding=0)
        step = step_that_fits(width / (last + 2 * self._beside), self._widest_key)
        self.getAxis("bottom").show_labels(every(labels, 0.0, step))
        self._draw_grid()

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.band.setBrush(theme.color("data_soft", 0.9 if theme.is_dark else 0.75))
        for edge in (self.upper, self.lower):
            edge.setPen(self._line("data_mid", 1.25))
        self.mean.setPen(self._line("data", 2.5))
        self._grid.setPen(self.pen("grid", 1.0))
        self._zero.setPen(self.pen("control", 1.0, Qt.PenStyle.DashLine))
        self.rings.setPen(self.pen("accent", 2.25))
        self.rings.setBrush(None)
        self.rings.setSize(22)
        super().show_theme(theme)
        self.getAxis("bottom").setTextPen(pg.mkPen(theme.color("ink")))

    def _line(self, role: str, width: float) -> QPen:
        """A pen for the curves; a wide one is slow on a long curve."""
        if len(self._keys) <= MANY:
            return self.pen(role, width)
        thin: QPen = pg.mkPen(self.theme.color(role), width=1)
        return thin

    def _draw_points(self, places: np.ndarray, mean: np.ndarray) -> None:
        if len(mean) > MOST_DOTS:
            return
        largest = float(np.max(np.abs(mean))) or 1.0
        colours = ColourMap(self.theme.diverging).colours(mean, -largest, largest)
        self.points.setData(
            places,
            mean,
            size=13 if len(mean) <= MANY else 5,
            pen=self._line("data", 1.75),
            brush=[QColor(*colour) for colour in colours.tolist()],
            data=np.arange(len(mean)),
        )

    def _draw_scale(self, needed: float) -> None:
        # The scale only widens, so that nothing jumps from one answer to the next.
        self._limit = max(self._limit, 1.08 * needed)
        self.setYRange(-self._limit, self._limit, padding=0)
        step = _step_for(self._limit)
        count = int(self._limit / step)
        ticks = [step * k for k in range(-count, count + 1)]
        decimals = max(0, -math.floor(math.log10(step)))
        labels = [(tick, figure(tick, decimals)) for tick in ticks]
        self.getAxis("left").show_labels(labels, ROOM_FOR)
        self._levels = ticks
        self._draw_grid()

    def _draw_grid(self) -> None:
        ends = [-self._beside, len(self._keys) - 1 + self._beside]
        self._grid.setData(np.tile(ends, len(self._levels)), np.repeat(self._levels, 2))

    def _draw_asked(self) -> None:
        for badge in self._badges:
            self.removeItem(badge)
        self._badges = []
        if self._asked is None or self._posterior is None:
            self.rings.setData([], [])
            return
        heights = [float(self._posterior.mean[item]) for item in self._asked]
        self.rings.setData(list(self._asked), heights)
        for letter, item, height in zip("AB", self._asked, heights, strict=True):
            badge = BadgeItem(letter, self.theme, (0.0, -22.0))
            badge.setPos(item, height)
            self.addItem(badge, ignoreBounds=True)
            self._badges.append(badge)

    def _tip(self, x: float, y: float, data: int) -> str:
        assert self._posterior is not None
        reach = REACH * float(self._posterior.sd[data])
        return f"{self._names[data]}: {figure(y)} ± {figure(reach)}"

    def _in_words(self, posterior: Posterior) -> str:
        best = np.argsort(-posterior.mean, kind="stable")[:3]
        told = [
            f"{self._names[item]} {figure(float(posterior.mean[item]))} ± "
            f"{figure(REACH * float(posterior.sd[item]))}"
            for item in best
        ]
        return f"Mean utilities of {posterior.n_items} items. Highest: {'; '.join(told)}."


def _step_for(limit: float) -> float:
    """The smallest of 1, 2, 5, 10 … that needs at most four steps to reach `limit`."""
    power = 10.0 ** math.floor(math.log10(limit / 4.0))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if 4.0 * factor * power >= limit)
