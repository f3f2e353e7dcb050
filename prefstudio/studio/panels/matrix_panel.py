"""A matrix with its scale, the read-out of one cell, and the map of a large one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.panels.matrix_foot import ACROSS, DOWN, MatrixFoot
from prefstudio.studio.panels.matrix_look import COVARIANCE_CHOICES, KIND_LOOKS
from prefstudio.studio.panels.matrix_parts import covariance_segment, order_segment, plot_of
from prefstudio.studio.panels.matrix_reading import MatrixReading
from prefstudio.studio.panels.matrix_words import caption_words, description
from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame, Span
from prefstudio.studio.plots.matrix_pairs import MatrixPairs
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import MatrixKind, View
from prefstudio.study.viewing import MOST_CELLS

Numbers = NDArray[np.float64]

EMPTY = "There are no pairs"
EMPTY_WORDS = "It takes two items to compare, of the same group where there are groups."


class MatrixPanel(QWidget):
    """One matrix, or the three covariances in turn; tells which pair was chosen in it.

    Parameters
    ----------
    kind : MatrixKind
        What is shown at first.
    """

    pair_chosen = Signal(object)  # Cell of positions
    pair_queued = Signal(object)  # Cell of positions
    item_chosen = Signal(int)  # position
    order_chosen = Signal(str)
    kind_chosen = Signal(object)  # MatrixKind
    window_moved = Signal(object)  # Span
    caption_changed = Signal(str)

    def __init__(
        self, kind: MatrixKind, keys: Sequence[str] = (), names: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.kind = kind
        self.setObjectName(kind.value)
        self._look = KIND_LOOKS[kind]
        self._told: tuple[tuple[str, ...], ...] = ()
        self._view: View | None = None
        self._order = "rank"
        self._is_scale_kept = False
        self._groups: NDArray[np.intp] = np.zeros(len(keys), dtype=np.intp)
        self.plot = plot_of(self._look, keys)
        self.foot = MatrixFoot(self._look.title, self._look.unit)
        self.reading = MatrixReading(self._look, self.plot, self.foot, keys, names, self)
        self.empty = EmptyPage("squares-four", EMPTY, EMPTY_WORDS)
        self._blocks: Numbers | None = None
        self.scale_bar, self.map = self.foot.scale_bar, self.foot.map
        self.read_out, self.hint = self.foot.read_out, self.foot.hint
        self.order = order_segment(self._look)
        self.kinds: Segment | None = None
        self.controls: list[QWidget] = [self.order]
        self._build()
        self._connect()

    @property
    def kinds_wanted(self) -> frozenset[MatrixKind]:
        """The matrices it would draw."""
        return frozenset({self.kind})

    @property
    def caption(self) -> str:
        """What one sees, in a few words."""
        return caption_words(KIND_LOOKS[self.kind].caption, self.reading.chooser)

    @property
    def largest(self) -> float:
        """How far the colour map reaches from its centre now: what `show_scale` can keep."""
        return self.plot.scale.high - self._look.centre

    def show_items(self, items: ShownItems, *, by_id: bool = False) -> None:
        """Know who stands at which position, and call them by their name or id.

        The same items again leave the picture as it is.
        """
        calls = items.ids if by_id else items.names
        told = (calls, items.names, items.groups)
        if told == self._told:
            return
        self._told, self._view, self._blocks = told, None, None
        self._groups = np.unique(np.array(items.groups, dtype=str), return_inverse=True)[1]
        self.plot.show_names(calls)
        self.reading.show_items(calls, items.names)
        self._show_map()

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Draw a view, or be ready to go to it; without this kind the last picture stays."""
        values = view.matrices.get(self.kind)
        if values is None:
            return
        self._view, self._blocks = view, view.blocks.get(self.kind)
        self._show_empty(not np.isfinite(values).any())
        self._hold_scale(view)
        frame, order = self.plot.frame, self._order_of(view)
        if not np.array_equal(order, frame.order):
            frame = frame.with_order(order)
        pairs = self._pairs_of(view)
        self._draw(values, frame, pairs, is_animated=is_animated)
        self.reading.show_pairs(self.kind, pairs)
        if not view.is_fleeting:
            self._describe()

    def show_progress(self, share: float) -> None:
        """Draw a share of the way from the view before to the latest one."""
        self.plot.show_progress(share)
        self._show_scale_bar()

    def show_asked(self, pair: Cell | None) -> None:
        """Ring the pair that is asked now."""
        self.plot.show_asked(pair)
        self.map.show_asked(pair)
        self.reading.show_asked(pair)

    def show_chooser(self, chooser: str) -> None:
        """Say which criterion chose the asked pair; empty where a person or a lot did."""
        self.reading.show_chooser(chooser)
        self.caption_changed.emit(self.caption)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Write the names of chosen items in the accent."""
        self.plot.show_selection(chosen)

    def show_order(self, order: str) -> None:
        """Order rows and columns by rank, as in the file, or by likeness; nobody is told."""
        if order != self._order:
            self._blocks = None  # they were made in another order
        self._order = order
        self.order.choose(order)
        self.reading.show_order(order)
        if self._view is not None:
            self._show_frame(self.plot.frame.with_order(self._order_of(self._view)))

    def show_window(self, window: Span) -> None:
        """Show the places from the first up to, but without, the last; nobody is told.

        A matrix that can be shown as a whole has a window of its own.
        """
        if self.plot.frame.n_items > MOST_CELLS:
            self._show_frame(self.plot.frame.with_window(window))

    def show_scale(self, largest: float | None) -> None:
        """Keep the end of the colour map, or let it be the largest number there is."""
        self.plot.show_scale(self._look.largest or largest)
        self._show_scale_bar()

    def keep_scale(self, is_kept: bool) -> None:
        """Let colours mean the same from view to view, or fit what is shown."""
        self._is_scale_kept = is_kept
        if not is_kept:
            self.show_scale(None)
        elif self._view is not None:
            self._hold_scale(self._view)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.plot.show_theme(theme)
        self.scale_bar.show_theme(theme, self.plot.colour_map)
        self._show_map()

    def stand_low(self, is_low: bool) -> None:
        """Give the cells all the height, with what stands below them beside them, or as usual."""
        self._parts.setDirection(ACROSS if is_low else DOWN)
        self.foot.stand_beside(is_low)
        self.plot.show_bare(is_low)

    def show_past(self, is_past: bool) -> None:
        """Offer to ask a pair, or not while the study is looked at as it was."""
        self.reading.show_past(is_past)

    def forbid(self, reason: str) -> None:
        """Let no pair be chosen from here on, and say why."""
        self.reading.forbid(reason)

    def show_as_figure(self, is_figure: bool) -> None:
        """Show what a paper needs and no more, for as long as the picture is saved."""
        self.reading.show_as_figure(is_figure)

    def figure_name(self) -> str:
        """What the figure is called."""
        unit = KIND_LOOKS[self.kind].unit
        return unit[0].upper() + unit[1:]

    def figure_table(self) -> FigureTable:
        """The shown cells, one a row."""
        return self.reading.tables.shown()

    def whole_table(self) -> FigureTable:
        """All cells, one a row, where they are not too many."""
        return self.reading.tables.whole()

    def _build(self) -> None:
        if self.kind in COVARIANCE_CHOICES:
            self.kinds = covariance_segment(self._look)
            self.kinds.choose(self.kind.value)
            self.controls.insert(0, self.kinds)
        if self._look.largest is not None:
            self.plot.show_scale(self._look.largest)
        self._parts = QBoxLayout(DOWN, self)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(6)
        self._parts.addWidget(self.plot, 1)
        self._parts.addWidget(self.empty, 1)
        self._parts.addWidget(self.foot)
        self.empty.hide()

    def _connect(self) -> None:
        self.plot.cell_pointed.connect(self.reading.show_pointed)
        self.plot.cell_chosen.connect(self._on_cell_chosen)
        self.plot.cell_queued.connect(self._on_cell_queued)
        self.plot.item_chosen.connect(self.item_chosen)
        self.plot.frame_moved.connect(self._on_frame_moved)
        self.map.ranks_chosen.connect(self._on_ranks_chosen)
        self.map.all_chosen.connect(self._on_all_chosen)
        self.order.chosen.connect(self._on_order_chosen)
        if self.kinds is not None:
            self.kinds.chosen.connect(self._on_kind_chosen)

    def _hold_scale(self, view: View) -> None:
        """Reach as far as any view of one model can, where the scale is kept."""
        largest = view.limits.get(self.kind, 0.0)
        if self._is_scale_kept and largest and largest != self.largest:
            self.show_scale(largest)

    def _pairs_of(self, view: View) -> MatrixPairs | None:
        if view.askable is None or view.answered is None or view.resting is None:
            return None
        known = view.askable, view.answered, view.resting
        return MatrixPairs(*known, self._groups, view.asks_again)

    def _order_of(self, view: View) -> NDArray[np.intp]:
        orders = {"rank": view.by_rank, "file": view.shown, "cluster": view.by_cluster}
        return orders[self._order]

    def _draw(
        self,
        values: Numbers,
        frame: MatrixFrame,
        pairs: MatrixPairs | None,
        *,
        is_animated: bool = False,
    ) -> None:
        self.plot.show_pairs(pairs if self._look.asks else None)
        self.plot.show_values(values, frame, is_animated=is_animated)
        self.scale_bar.show_title(KIND_LOOKS[self.kind].unit)
        self._show_scale_bar()
        self._show_map()

    def _show_empty(self, is_empty: bool) -> None:
        """Say why where no cell has a number; never an empty axis."""
        self.empty.setVisible(is_empty)
        for part in (self.plot, self.foot):
            part.setVisible(not is_empty)

    def _describe(self) -> None:
        values = self.plot.values
        assert values is not None
        look, names, order = KIND_LOOKS[self.kind], self.reading.names, self.plot.frame.order
        words = description(look, names, values, order, self.plot.scale)
        self.plot.setAccessibleDescription(words)

    def _show_scale_bar(self) -> None:
        scale = self.plot.scale_now
        self.scale_bar.show_range(scale.low, scale.high, scale.decimals)

    def _show_frame(self, frame: MatrixFrame) -> None:
        self.plot.show_frame(frame)
        self._show_map()
        self.reading.read()

    def _show_map(self) -> None:
        """Show the map of what does not fit."""
        self.foot.draw_map(self.plot, self._blocks)
        self.reading.read_map()

    def _on_cell_chosen(self, pair: Cell) -> None:
        if self.reading.can_ask(pair):
            self.pair_chosen.emit(pair)

    def _on_cell_queued(self, pair: Cell) -> None:
        if self.reading.can_ask(pair):
            self.pair_queued.emit(pair)

    def _on_frame_moved(self, frame: MatrixFrame) -> None:
        before = self.plot.frame.rows
        self._show_frame(frame)
        if frame.rows != before and frame.n_items > MOST_CELLS:
            self.window_moved.emit(frame.rows)

    def _on_ranks_chosen(self, ranks: Cell) -> None:
        self._on_frame_moved(self.plot.frame.centred_on(ranks))

    def _on_all_chosen(self) -> None:
        if self.plot.frame.is_zoomed:
            self._on_frame_moved(self.plot.frame.zoomed_out())

    def _on_order_chosen(self, order: str) -> None:
        self.show_order(order)
        self.order_chosen.emit(order)

    def _on_kind_chosen(self, value: str) -> None:
        self.kind, self._blocks = MatrixKind(value), None
        if self._view is not None:
            self.show_view(self._view)
        self.caption_changed.emit(self.caption)
        self.kind_chosen.emit(self.kind)
