"""Where each method puts every item: a row an item, a mark a method."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QGraphicsSimpleTextItem, QSizePolicy

from prefstudio.engine.linalg import Array
from prefstudio.studio.fonts import font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.categorical import MOST_KINDS, kind_of
from prefstudio.studio.plots.intervals import Intervals
from prefstudio.studio.plots.item_plot import ItemPlot
from prefstudio.studio.plots.row_names import (
    draw_row_names,
    item_in_row,
    prepare_rows,
    show_names_theme,
)
from prefstudio.studio.plots.value_range import labelled, rank_steps, several_steps_in
from prefstudio.studio.theme import Theme
from prefstudio.study.baseline_request import BaselinesFound

MOST_ROWS = 40
EDGE, BADGE_EDGE = 12.0, 30.0  # pixels beside the outermost marks; a badge hangs at the right
LEAST_HEIGHT, BELOW = 150.0, 40.0  # pixels; of them for the scale
STEP_ROOM = 40.0  # pixels between two figures of the scale
SPREAD = 0.3  # of a row, up and down, so that marks in one place do not hide each other
SIZE, RING = 7.0, 14.0  # pixels; ours is a ring around whoever agrees
RING_LINE = 2.0
RANK, UTILITY = "rank", "utility"
NAMES_GAP = 8.0  # pixels between the names, or the title of the scale, and what lies right of them
ROOM = 15.0  # pixels that a row needs, so that it has its name


class MethodDots(ItemPlot):
    """Ranks or utilities by all methods, in the order of ours."""

    def __init__(self) -> None:
        super().__init__("Methods side by side", ("left", "bottom"))
        self.setObjectName("baselines_plot")
        grows = QSizePolicy.Policy.Expanding
        self.setSizePolicy(grows, grows)
        self.found: BaselinesFound | None = None
        self.by_rank = True
        self.points = [pg.ScatterPlotItem() for _ in range(MOST_KINDS)]
        self._lit = pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[])
        self._lit.setZValue(-1)
        self._grid = pg.PlotCurveItem(connect="pairs")
        self.title = QGraphicsSimpleTextItem(self.getPlotItem())
        self.title.setFont(font(11))
        prepare_rows(self)
        for ground in (self._lit, self._grid):
            self.addItem(ground, ignoreBounds=True)
        for number, points in enumerate(self.points):
            points.setZValue(30 - number)
            self.addItem(points, ignoreBounds=True)
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def sizeHint(self) -> QSize:
        """As high as its rows need, so that what stands around it keeps its room."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._grid.setPen(self.pen("grid", 1.0))
        super().show_theme(theme)
        show_names_theme(self, theme)

    def item_at(self, position: QPoint) -> int | None:
        return item_in_row(self, position)

    def show_found(self, found: BaselinesFound, order: Array, n_compared: Array) -> None:
        """Draw the methods' verdicts on some items, our first at the top."""
        self.found = found
        order = order[:MOST_ROWS]
        places = np.full(len(found.ours.mean), np.nan)
        places[order] = np.arange(len(order))
        ours = found.ours
        self.setMinimumHeight(round(max(LEAST_HEIGHT, ROOM * len(order) + BELOW)))
        self.show_intervals(Intervals(ours.mean, ours.sd, None, n_compared, order, places))

    def show_scale(self, *, by_rank: bool) -> None:
        """Have ranks along the scale, or utilities."""
        self.by_rank = by_rank
        self.redraw()

    def redraw(self) -> None:
        if self.now is None or self.found is None or not len(self.drawn()):
            return
        draw_row_names(self)
        low, high = self._draw_scale()
        self._draw_lit(low, high)
        for number, points in enumerate(self.points):
            self._draw_method(number, points)
        self.draw_badges()

    def redraw_marks(self) -> None:
        if self.now is not None and self.found is not None:
            self.draw_badges()

    def values(self, number: int) -> Array:
        """Where a method puts the drawn items along the scale."""
        assert self.found is not None
        result = self.found.methods[number]
        return np.asarray(
            (result.ranks if self.by_rank else result.mean)[self.drawn()], dtype=float
        )

    def read_out(self, item: int) -> str:
        """An item in words: where each method puts it."""
        assert self.found is not None
        words = (
            f"{each.method.title} rank {each.ranks[item]:,} ({figure(float(each.mean[item]))})"
            for each in self.found.methods
        )
        return f"{self.shown_items.names[item]}: {', '.join(words)}"

    def badge_place(self, item: int) -> tuple[float, float]:
        assert self.now is not None and self.found is not None
        row = int(np.flatnonzero(self.drawn() == item)[0])
        end = max(float(self.values(k)[row]) for k in range(len(self.found.methods)))
        return end, float(self.now.places[item])

    def _on_view_resized(self) -> None:
        self.redraw()

    def _draw_scale(self) -> tuple[float, float]:
        assert self.found is not None and self.now is not None
        shown = np.concatenate([self.values(k) for k in range(len(self.found.methods))])
        low, high = float(shown.min()), float(shown.max())
        width = max(self.getViewBox().width(), 1.0)
        unit = max(high - low, 1e-9) / max(width - EDGE - BADGE_EDGE, 1.0)
        low, high = low - EDGE * unit, high + BADGE_EDGE * unit
        self.setXRange(low, high, padding=0)
        room = int(width / STEP_ROOM)
        if self.by_rank:  # there is no rank between two, and none before the first
            best, last = round(float(shown.min())), round(float(shown.max()))
            ticks = [(step, figure(step, 0)) for step in rank_steps(best, last, room)]
        else:
            ticks = labelled(several_steps_in(low, high - BADGE_EDGE * unit, room))
        self.getAxis("bottom").show_whole_labels(ticks, high, unit)
        self._draw_title()
        places = self.now.places[self.drawn()]
        self._grid.setData(np.tile([low, high], len(places)), np.repeat(places, 2))
        return low, high

    def _draw_title(self) -> None:
        """Say left of the scale what it is of, below the names."""
        axis, title = self.getAxis("bottom"), self.title
        title.setText(RANK if self.by_rank else UTILITY)
        title.setBrush(self.theme.color("ink3"))
        left = axis.geometry().left() - title.boundingRect().width() - NAMES_GAP
        title.setPos(left, axis.geometry().top() + axis.style["tickTextOffset"][1])

    def _draw_lit(self, low: float, high: float) -> None:
        assert self.now is not None
        lit = [*self.chosen, *([] if self.pointed is None else [self.pointed])]
        rows = self.now.places[[item for item in self.drawn().tolist() if item in lit]]
        ends = np.full(len(rows), low), np.full(len(rows), high)
        self._lit.setOpts(
            x0=ends[0], x1=ends[1], y0=rows - 0.5, y1=rows + 0.5, pen=None,
            brush=self.theme.color("accent_soft"),
        )  # fmt: skip

    def _draw_method(self, number: int, points: pg.ScatterPlotItem) -> None:
        assert self.found is not None and self.now is not None
        count = len(self.found.methods)
        if number >= count:
            points.setData([], [])
            return
        look = kind_of(number, self.theme)
        aside, ours = 0.0, number == 0
        if not ours and count > 2:
            aside = SPREAD * (2.0 * (number - 1) / (count - 2) - 1.0)
        ring = pg.mkPen(look.color, width=RING_LINE * self.devicePixelRatioF())
        points.setData(
            self.values(number),
            self.now.places[self.drawn()] + aside,
            size=RING if ours else SIZE,
            symbol=look.symbol,
            pen=ring if ours else None,
            brush=None if ours else look.color,
        )
