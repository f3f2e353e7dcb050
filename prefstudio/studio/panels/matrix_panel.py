"""A matrix with its scale bar and the read-out of the cell that is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.figures import figure
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.plots.house_plot import short
from prefstudio.studio.plots.matrix_overlay import Cell
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.plots.scale_bar import ScaleBar
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label
from prefstudio.study.requests import MatrixKind


@dataclass(frozen=True, slots=True)
class MatrixLook:
    """How one kind of matrix is called and drawn.

    Attributes
    ----------
    asks
        Whether choosing a cell asks that pair.
    """

    title: str
    unit: str
    caption: str
    is_diverging: bool
    asks: bool


RING = "ring: asked"
ASKS = "ring: asked. Click asks a pair."
ANSWERED = "answered: not asked again"
FORBIDDEN = "ring: asked. Read-only."

LOOKS: dict[MatrixKind, MatrixLook] = {
    MatrixKind.EXPECTED_LOSS: MatrixLook(
        "Expected loss",
        "expected loss",
        "of leaving a pair in its order",
        is_diverging=False,
        asks=True,
    ),
    MatrixKind.COVARIANCE: MatrixLook(
        "Covariance",
        "covariance",
        "of the utilities, after the answers",
        is_diverging=True,
        asks=False,
    ),
}


class MatrixPanel(QWidget):
    """One kind of matrix; tells which pair was chosen in it."""

    pair_chosen = Signal(object)  # Cell

    def __init__(self, kind: MatrixKind, keys: Sequence[str], names: Sequence[str]) -> None:
        super().__init__()
        self.kind = kind
        self.setObjectName(kind.value)
        self._look = LOOKS[kind]
        self._keys, self._names = tuple(keys), tuple(names)
        self._askable: NDArray[np.bool_] | None = None
        self._is_forbidden = False
        self.plot = MatrixPlot(self._look.title, keys, is_diverging=self._look.is_diverging)
        self.scale_bar = ScaleBar(self._look.unit)
        self.read_out = label("", 12, SEMI_BOLD, lines_up=True)
        self.hint = label("", 11, tone=3)
        self._build()
        self._connect()

    def forbid_asking(self, reason: str) -> None:
        """Let no pair be chosen from here on, and say why."""
        self._is_forbidden = True
        self.hint.setToolTip(reason)

    def show_values(self, values: NDArray[np.float64], askable: NDArray[np.bool_]) -> None:
        """Draw a matrix, and know which of its pairs may be asked."""
        self._askable = askable
        self.plot.show_values(values)
        scale = self.plot.scale
        self.scale_bar.show_range(scale.low, scale.high, scale.decimals)
        self.plot.setAccessibleDescription(self._in_words(values))
        self._on_cell_pointed(self.plot.overlay.cursor)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Ring the pair that is asked now."""
        self.plot.show_asked(pair)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.plot.show_theme(theme)
        self.scale_bar.show_theme(theme, self.plot.colour_map)

    def _build(self) -> None:
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        words = QVBoxLayout()
        words.setSpacing(2)
        for text in (self.read_out, self.hint):
            text.setAlignment(right)
            words.addWidget(text)
        foot = QHBoxLayout()
        foot.setContentsMargins(2, 0, 2, 0)
        foot.addWidget(self.scale_bar)
        foot.addStretch(1)
        foot.addLayout(words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.plot, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.plot.cell_pointed.connect(self._on_cell_pointed)
        self.plot.cell_chosen.connect(self._on_cell_chosen)

    def _on_cell_pointed(self, cell: Cell | None) -> None:
        values = self.plot.values
        self.hint.setText(self._hint(cell))
        if cell is None or values is None or np.isnan(values[cell]):
            self.read_out.setText("")
            self.scale_bar.point_at(None)
            self.plot.setToolTip("")
            return
        value = float(values[cell])
        self.scale_bar.point_at(value)
        self.read_out.setText(self._read(cell, value))
        names = " – ".join(self._names[item] for item in cell)
        self.plot.setToolTip(f"{names}: {self._figure(value)}")

    def _on_cell_chosen(self, cell: Cell) -> None:
        can_ask = self._look.asks and not self._is_forbidden
        if can_ask and self._askable is not None and self._askable[cell]:
            self.pair_chosen.emit(cell)

    def _read(self, cell: Cell, value: float) -> str:
        pair = " – ".join(short(self._keys[item]) for item in cell)
        return f"{pair}  {self._figure(value)}"

    def _figure(self, value: float) -> str:
        return figure(value, self.plot.scale.decimals + 1)

    def _is_answered(self, cell: Cell) -> bool:
        is_askable = self._askable is None or bool(self._askable[cell])
        return self._look.asks and not is_askable and cell[0] != cell[1]

    def _hint(self, cell: Cell | None) -> str:
        """What the marks mean, and what a click does where it does something."""
        if not self._look.asks or self._askable is None:
            return RING
        if cell is not None and self._is_answered(cell):
            return ANSWERED
        if self._is_forbidden:
            return FORBIDDEN
        can_ask = bool(self._askable.any() if cell is None else self._askable[cell])
        return ASKS if can_ask else RING

    def _in_words(self, values: NDArray[np.float64]) -> str:
        if not np.any(np.isfinite(values)):
            return f"{self._look.title}: nothing to show."
        row, column = np.unravel_index(int(np.nanargmax(values)), values.shape)
        largest = figure(float(values[row, column]), self.plot.scale.decimals)
        return (
            f"{self._look.title} of {len(values)} items. Largest {largest}, "
            f"{self._names[row]} and {self._names[column]}."
        )
