"""Utilities: what is believed of every item, by rank or in the order of the file."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.engine.linalg import Array
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.panels.utilities_legend import legend_words, utilities_legend
from prefstudio.studio.plots.band_overview import BandOverview, Window
from prefstudio.studio.plots.interval_bars import IntervalBars
from prefstudio.studio.plots.interval_plot import IntervalPlot
from prefstudio.studio.plots.interval_rows import IntervalRows
from prefstudio.studio.plots.intervals import REACH, Intervals, between, intervals_of
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

MOST_ROWS = 40
MOST_BARS = 300
FOCUS = 48  # places that the window shows at first
MOST_TOLD = 12  # items that are told in words
ORDERS = {"rank": "Rank", "file": "File"}
PLOT_NAME = "utilities_plot"


class UtilitiesPanel(QWidget):
    """Rows for a few items, bars for some hundred, and a window into the band of more."""

    item_chosen = Signal(int)  # position
    window_moved = Signal(object)  # Window
    caption_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("utilities")
        self.order = Segment("Utilities order", ORDERS)
        self.controls: list[QWidget] = [self.order]
        self.rows, self.bars, self.overview = IntervalRows(), IntervalBars(), BandOverview()
        self.window_words = label("", 12, SEMI_BOLD, lines_up=True)
        self.hint = label("hollow: never compared", 12, tone=3)
        self.legend = utilities_legend()
        self._items: ShownItems = NOBODY
        self._view: View | None = None
        self._start: Intervals | None = None
        self._end: Intervals | None = None
        self._draws: Array | None = None
        self._window: Window = (0, FOCUS)
        self._build()
        self._connect()

    @property
    def plot(self) -> IntervalPlot:
        """The plot that shows single items."""
        return self.rows if self._n_shown <= MOST_ROWS else self.bars

    @property
    def window_shown(self) -> Window:
        """The places that are shown item by item."""
        return self._window if self._n_shown > MOST_BARS else (0, self._n_shown)

    @property
    def caption(self) -> str:
        """What is shown, in a few words."""
        if self._n_shown <= MOST_BARS:
            return "mean, 50 % and 95 % interval"
        order = "rank order" if self.order.choice == "rank" else "the order of the file"
        return f"all {self._n_shown:,} in {order}; the window opens below"

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position; for other items the window begins anew."""
        if items.ids != self._items.ids:
            self._view = self._start = self._end = None
            self._window = (0, FOCUS)
            self.show_draws(None)
            self.overview.forget()
        self._items = items
        for plot in (self.rows, self.bars):
            plot.show_items(items)

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Draw a view, or be ready to go to it from what is drawn now."""
        self._view = view
        self._start, self._end = (self.plot.now if is_animated else None), self._intervals(view)
        self._arrange()
        self.show_progress(0.0 if self._start is not None else 1.0)
        if not view.is_fleeting:
            self._describe()

    def show_progress(self, share: float) -> None:
        """Draw a share of the way from the view before to the latest one."""
        if self._end is None:
            return
        now = self._end if self._start is None else between(self._start, self._end, share)
        if share >= 1.0:
            self._start = None
        self.plot.show_intervals(now)
        if self._n_shown > MOST_BARS:
            self.overview.show_intervals(now)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        for plot in (self.rows, self.bars):
            plot.show_asked(pair)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Light up the chosen items."""
        for plot in (self.rows, self.bars):
            plot.show_selection(chosen)

    def show_draws(self, draws: Array | None) -> None:
        """Draw up to six draws of the prior, shape (n_draws, n_items), or none."""
        if draws is self._draws:
            return
        self._draws = draws
        for plot in (self.rows, self.bars, self.overview):
            plot.show_draws(draws)

    def show_window(self, window: Window) -> None:
        """Show the places from the first up to, but without, the last; nobody is told."""
        width = min(window[1] - window[0], self._n_shown or window[1])
        first = min(max(window[0], 0), max(self._n_shown - width, 0))
        self._window = (first, first + width)
        self._arrange()
        self._describe()

    def show_order_left(self, order: str) -> None:
        """Order items as they were when the study was left; an order unknown changes nothing."""
        if order in self.order.buttons:
            self.order.choose(order)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        for plot in (self.rows, self.bars, self.overview):
            plot.show_theme(theme)

    def show_as_figure(self, is_figure: bool) -> None:
        """Say what the marks mean, for as long as the picture is saved."""
        is_big = self._n_shown > MOST_BARS
        self.legend.setText(legend_words(self.plot, is_big=is_big) if is_figure else "")
        self.legend.setVisible(is_figure)
        self._column.activate()  # at once, for the picture is drawn next

    def figure_name(self) -> str:
        """What the figure is called."""
        return "Utilities"

    def figure_table(self) -> FigureTable:
        """Utilities of all shown items, in the order that is drawn."""
        columns = ("Item", "Mean", "sd", "95 % low", "95 % high", "Compared")
        if self._end is None:
            return FigureTable(columns, ())
        end = self._end
        return FigureTable(columns, tuple(self._row(end, item) for item in end.order.tolist()))

    @property
    def _n_shown(self) -> int:
        return 0 if self._view is None else len(self._view.shown)

    def _row(self, end: Intervals, item: int) -> tuple[str | float | int, ...]:
        mean, sd = float(end.mean[item]), float(end.sd[item])
        ends = (mean - REACH * sd, mean + REACH * sd)
        return (self._items.names[item], mean, sd, *ends, int(end.n_compared[item]))

    def _build(self) -> None:
        words = QHBoxLayout()
        words.setContentsMargins(34, 0, 0, 0)
        words.setSpacing(12)
        words.addWidget(self.window_words)
        words.addWidget(self.hint)
        words.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self.overview, 9)
        self._column.addLayout(words)
        self._column.addWidget(self.rows, 14)
        self._column.addWidget(self.bars, 14)
        self._column.addWidget(self.legend)
        self._arrange()

    def _connect(self) -> None:
        self.order.chosen.connect(self._on_order_chosen)
        self.overview.window_moved.connect(self._on_window_moved)
        for plot in (self.rows, self.bars):
            plot.item_chosen.connect(self.item_chosen)

    def _intervals(self, view: View) -> Intervals:
        order = view.by_rank if self.order.choice == "rank" else view.shown
        return intervals_of(view, np.asarray(order))

    def _arrange(self) -> None:
        """Show the plots that so many items need."""
        is_big, plot = self._n_shown > MOST_BARS, self.plot
        for each in (self.rows, self.bars):
            each.setVisible(each is plot)
            each.setObjectName(PLOT_NAME if each is plot else "")
        for widget in (self.overview, self.window_words, self.hint):
            widget.setVisible(is_big)
        self.bars.show_window(self._window if is_big else None)
        self.overview.show_window(self._window)
        first, last = self._window
        place = "rank" if self.order.choice == "rank" else "item"
        self.window_words.setText(f"{place} {first + 1:,}–{last:,}")
        self.caption_changed.emit(self.caption)

    def _on_order_chosen(self, key: str) -> None:
        if self._view is not None:
            self.show_view(self._view)

    def _on_window_moved(self, window: Window) -> None:
        self.show_window(window)
        self.window_moved.emit(self._window)

    def _describe(self) -> None:
        if self._end is None:
            return
        first, last = self.window_shown
        told = self._end.order[first:last][:MOST_TOLD].tolist()
        words = [self._in_words(item) for item in told]
        if words and first == 0 and self.order.choice == "rank":
            words[0] = words[0].replace(",", " first,", 1)
        more = last - first - len(told)
        rest = f" And {more:,} more." if more > 0 else ""
        self.plot.setAccessibleDescription(
            f"Utilities of {self._n_shown:,} items. {'; '.join(words)}.{rest}"
        )

    def _in_words(self, item: int) -> str:
        assert self._end is not None
        mean, sd = float(self._end.mean[item]), float(self._end.sd[item])
        return f"{self._items.names[item]}, {figure(mean)} ± {figure(sd)}"
