"""What is read of the cell that is pointed at, or of the asked pair when there is none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject

from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.panels.matrix_foot import LINES, MORE_LINES, MatrixFoot
from prefstudio.studio.panels.matrix_look import KIND_LOOKS, MatrixLook
from prefstudio.studio.panels.matrix_table import MatrixTables
from prefstudio.studio.panels.matrix_words import (
    CLICK,
    CLOSED,
    ENLARGES,
    LOSS,
    NOT_NOW,
    OF_ONE_ANSWER,
    READ_ONLY,
    ROW_WINS,
    chosen_otherwise,
    corner_words,
    correlation_words,
    legend,
    map_words,
    number_words,
    open_words,
    pair_words,
    place_words,
    ring_words,
    sentences,
)
from prefstudio.studio.plots.matrix_frame import Cell
from prefstudio.studio.plots.matrix_pairs import MatrixPairs, PairState
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.study.view import MatrixKind

FEWEST_DECIMALS = 3  # of a number that is read out
WITH_CORRELATION = (
    MatrixKind.COVARIANCE,
    MatrixKind.PRIOR_COVARIANCE,
    MatrixKind.COMPONENT,
)


class MatrixReading(QObject):
    """Fills the words below a matrix; knows which pairs may be asked.

    Attributes
    ----------
    names
        Of the items by position, in full.
    chooser
        Name of the criterion that chose the asked pair; empty where a person or a lot did.
    """

    def __init__(
        self,
        look: MatrixLook,
        plot: MatrixPlot,
        foot: MatrixFoot,
        calls: Sequence[str],
        names: Sequence[str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._look, self._plot, self._foot = look, plot, foot
        self._calls, self.names = tuple(calls), tuple(names)
        self._kind = next(kind for kind, each in KIND_LOOKS.items() if each == look)
        self._pairs: MatrixPairs | None = None
        self._pointed: Cell | None = None
        self._asked: Cell | None = None
        self._is_forbidden = self._is_past = self._is_figure = False
        self._names_chooser = False
        self.chooser = LOSS
        if self._kind == MatrixKind.PREFERENCE:
            self._foot.hint.setToolTip(OF_ONE_ANSWER)
        self.show_order("rank")

    def show_items(self, calls: Sequence[str], names: Sequence[str]) -> None:
        """Call the items so below the matrix, and so where there is room."""
        self._calls, self.names = tuple(calls), tuple(names)
        self._pairs, self._pointed, self._asked = None, None, None
        self._foot.read_out.keep_room(self._calls)
        self.read()

    def show_pairs(self, kind: MatrixKind, pairs: MatrixPairs | None) -> None:
        """Read a newly drawn matrix."""
        self._kind, self._pairs = kind, pairs
        self._take_lines()
        self.read()

    def show_pointed(self, pair: Cell | None) -> None:
        """Read the cell of a pair, or of none."""
        self._pointed = pair
        self.read()

    def show_asked(self, pair: Cell | None) -> None:
        """Know what to read when nothing is pointed at."""
        self._asked = pair
        self.read()

    def show_chooser(self, chooser: str) -> None:
        """Say what chose the asked pair, where that is not what the matrix shows."""
        self.chooser = chooser
        said = chosen_otherwise(chooser)
        if chooser:  # a pair by hand in between moves nothing
            self._names_chooser = bool(said)
            self._take_lines()
        if not self._is_forbidden:
            self._foot.hint.setToolTip(said)
        self.read()

    def show_order(self, order: str) -> None:
        """Know by what the items are ordered, and say it where their numbers stand."""
        self._order = order
        for side in ("left", "top"):
            self._plot.getAxis(side).setToolTip(number_words(order))

    def show_as_figure(self, is_figure: bool) -> None:
        """Say only what a paper needs, for as long as the picture is saved."""
        self._is_figure = is_figure
        self._plot.show_pointed(None if is_figure else self._plot.pointed)
        self.read()

    def forbid(self, reason: str) -> None:
        """Offer no click from here on, and say why."""
        self._is_forbidden = True
        self._foot.hint.setToolTip(reason)
        self.read()

    def show_past(self, is_past: bool) -> None:
        """Offer no click that asks, for as long as the study is looked at as it was."""
        self._is_past = is_past
        self.read()

    def can_ask(self, pair: Cell) -> bool:
        """Whether choosing a cell asks its pair."""
        if self._pairs is None or self._is_forbidden or self._is_past:
            return False
        return self._look.asks and bool(self._pairs.askable[pair])

    def read(self) -> None:
        """Write everything anew."""
        self._foot.hint.setText(self._hint())
        self._read_figure()

    def _read_figure(self) -> None:
        pair = self._pointed if self._pointed is not None else self._asked
        pair = None if self._is_figure else pair
        value = None if pair is None else self._value(pair)
        self._foot.scale_bar.point_at(value)
        self._plot.setToolTip("")
        state = None if pair is None else self._state(pair)
        if pair is None or (value is None and state is not PairState.OTHER_GROUP):
            self._foot.read_out.show_pair("", "")
            return
        words = "other group" if value is None else self._figure(value)
        calls = tuple(self._calls[item] for item in pair)
        said = pair_words(self._kind, self._calls, pair)
        self._foot.read_out.show_pair(said, words, calls)
        if self._pointed is not None:
            answered = ", answered" if self._look.asks and self._is_answered(pair) else ""
            names = pair_words(self._kind, self.names, pair)
            meant = f"\n{OF_ONE_ANSWER}" if self._kind == MatrixKind.PREFERENCE else ""
            self._plot.setToolTip(f"{names}: {words}{answered}{meant}")

    def read_map(self) -> None:
        """Say what the dots of the map are."""
        blocks = self._foot.map.blocks
        are_maxima = not self._look.is_diverging
        side = self._plot.frame.n_items if blocks is None else len(blocks)
        words = map_words(self._plot.frame, side, self._order, are_maxima=are_maxima)
        self._foot.map_hint.setText(words)
        self._foot.map_hint.setToolTip(number_words(self._order))

    @property
    def tables(self) -> MatrixTables:
        """The matrix in rows."""
        unit, blanks = KIND_LOOKS[self._kind].unit, self._look.blanks_diagonal
        plot = self._plot
        return MatrixTables(self._kind, unit, self.names, plot.values, plot.frame, blanks)

    def _value(self, pair: Cell) -> float | None:
        values = self._plot.values
        is_blank = self._look.blanks_diagonal and pair[0] == pair[1]
        if values is None or is_blank or max(pair) >= len(values) or np.isnan(values[pair]):
            return None
        return float(values[pair])

    def _figure(self, value: float) -> str:
        return figure(value, max(self._plot.scale.decimals, FEWEST_DECIMALS))

    def _is_answered(self, pair: Cell) -> bool:
        return self._pairs is not None and bool(self._pairs.answered[pair])

    def _state(self, pair: Cell) -> PairState | None:
        return None if self._pairs is None else self._pairs.state_of(pair)

    def _hint(self) -> str:
        """What the marks mean, and what a click does where it does something."""
        if self._is_figure:
            return self._marks_legend(has_ring=False)
        if not self._look.asks:
            return self._covariance_hint()
        if self._pairs is None:
            return self._ring
        pair = self._pointed
        if pair is not None and not self._pairs.askable[pair]:
            return self._at_place(pair, CLOSED.get(self._pairs.state_of(pair), self._ring))
        if self._is_forbidden:
            return sentences(self._ring, READ_ONLY)
        if pair is None and not self._pairs.askable.any():
            return self._ring
        return self._at_place(pair, self._offer(pair, self._pairs))

    def _offer(self, pair: Cell | None, pairs: MatrixPairs) -> str:
        asks = NOT_NOW if self._is_past else CLICK
        click = asks if self._plot.can_be_aimed_at() else ENLARGES
        if pair is not None and set(pair) != set(self._asked or ()):
            known = open_words(pairs.state_of(pair), is_answered=self._is_answered(pair))
            if known:
                return f"{known} {click}"
        if self._kind == MatrixKind.PREFERENCE:
            return f"{ROW_WINS} {click}"
        return sentences(self._marks_legend(), click)

    def _marks_legend(self, *, has_ring: bool = True) -> str:
        marks, look = self._plot.overlay.marks, self._look
        has_dots = look.asks and marks.answered is not None and bool(marks.answered.any())
        asked = self._value(self._asked) if has_ring and self._asked is not None else None
        corner = ""
        if look.marks_largest:
            corner = corner_words(asked, self._marked_values(), some_rest=self._some_rest)
        ring = self._ring if has_ring else ""
        return legend(ring=ring, corner=corner, has_dots=has_dots)

    def _marked_values(self) -> list[float]:
        """The numbers of the cells with a corner; after a change the asked one may have less."""
        cells = self._plot.overlay.marks.corners
        values = [self._value(self._plot.frame.pair_at(cell)) for cell in cells]
        return [each for each in values if each is not None]

    @property
    def _some_rest(self) -> bool:
        return self._pairs is not None and bool(self._pairs.resting.any())

    def _take_lines(self) -> None:
        """Keep the room that the words about corners need."""
        has_more = self._look.marks_largest and (self._names_chooser or self._some_rest)
        self._foot.take_lines(MORE_LINES if has_more else LINES)

    @property
    def _ring(self) -> str:
        """What the ring means; empty where no pair is asked, which draws none."""
        asked, frame = self._asked, self._plot.frame
        if asked is None:
            return ""
        is_outside = not any(frame.cell_of(pair) for pair in (asked, asked[::-1]))
        return ring_words(self.chooser, is_outside=is_outside)

    def _covariance_hint(self) -> str:
        pair = self._pointed or self._asked
        values = self._plot.values
        if pair is None or values is None or self._value(pair) is None:
            return self._ring
        if self._kind not in WITH_CORRELATION:
            return self._at_place(pair, self._ring)
        return self._at_place(pair, correlation_words(values, pair) or self._ring)

    def _at_place(self, pair: Cell | None, words: str) -> str:
        places = "" if pair is None else place_words(self._plot.frame, pair, self._order)
        return ", ".join(each for each in (places, words) if each)
