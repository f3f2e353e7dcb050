"""Names and numbers around the cells of a matrix, and the room that both share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.matrix_axis import (
    BETWEEN,
    NARROWEST_NAME,
    WIDEST_NAME,
    MatrixAxis,
    MatrixLabels,
    matrix_labels,
)
from prefstudio.studio.plots.matrix_frame import MatrixFrame
from prefstudio.studio.plots.matrix_marks import SMALLEST_RING
from prefstudio.studio.plots.matrix_overlay import SMALLEST_FIGURE_CELL
from prefstudio.studio.plots.matrix_pointing import PointedMatrix
from prefstudio.studio.theme import Theme

WIDEST_CELL = 1.6  # width to height
TALLEST_CELL = 1.6  # height to width, where names can give way
FIGURE_CELL = 36.0  # pixels of width in which figures fit, also with a sign
MOST_FIGURES = 12  # rows up to which cells have figures
BESIDE_NAME = 14.0  # pixels at both sides of a name and its number
TALLEST_BARE = 1.15  # the longer to the shorter side of a cell without names and numbers
EDGE = 3.0  # pixels around the cells, for the rings of the outermost
RING_REACH = 8.2  # pixels from the middle of a small cell to the end of its ring, which is larger


class LabelledMatrix(PointedMatrix):
    """A frame on a matrix with its rows and columns named."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(name)
        self._names = tuple(names)
        self.frame = MatrixFrame.of(np.arange(len(self._names)))
        self._chosen: frozenset[int] = frozenset()
        self.labels: MatrixLabels | None = None
        self.is_bare = False
        self._build_axes()

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Write the names of chosen items in the accent."""
        self._chosen = chosen
        self._strengthen()

    def show_bare(self, is_bare: bool) -> None:
        """Leave names and numbers out, so that the cells have their room, or show them."""
        if is_bare is not self.is_bare:
            self.is_bare = is_bare
            for side in ("left", "top"):
                self.showAxis(side, not is_bare)
            self.arrange()

    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        for side in ("left", "top"):
            self.getAxis(side).show_accent(theme.color("accent"))
        self._colour_labels()

    def _build_axes(self) -> None:
        self.getPlotItem().setAxisItems({side: MatrixAxis(side) for side in ("left", "top")})
        self.invertY(True)
        for side, offset in (("left", 6), ("top", 5)):
            self.getAxis(side).setStyle(tickTextOffset=offset)
        self.getViewBox().sigResized.connect(self.arrange)
        self.arrange()

    def arrange(self) -> None:
        """Fill the panel, unless the cells would become too wide, or bare ones too high."""
        n, view = max(self.frame.length, 1), self.getViewBox()
        widest = TALLEST_BARE if self.is_bare else WIDEST_CELL
        left, above = _edge(view.width() / n), _edge(view.height() / n)
        height = max(view.height() - 2 * above, 1.0)
        width = min(max(view.width() - 2 * left, 1.0), widest * height)
        if self.is_bare:
            height = min(height, TALLEST_BARE * width)
        beside, down = n * left / width, n * above / height
        across = [-beside, n * view.width() / width - beside]
        upright = [-down, n * view.height() / height - down]
        if view.viewRange() != [across, upright]:
            self.setRange(xRange=across, yRange=upright, padding=0)
        self._label_axes((width / n, height / n))

    def _label_axes(self, cell: tuple[float, float]) -> None:
        frame, room = self.frame, self._name_room(cell[1])
        rows = [self._names[item] for item in frame.row_items]
        columns = [self._names[item] for item in frame.column_items]
        first = frame.rows[0], frame.columns[0]
        labels = matrix_labels(rows, columns, first, cell, room)
        if labels != self.labels:
            self.labels = labels
            self._colour_labels()
            self.getAxis("left").show_ticks(list(labels.row_ticks), labels.rows)
            self.getAxis("top").show_ticks(list(labels.column_ticks), labels.columns)
        self._strengthen()

    def _name_room(self, height: float) -> float:
        """Pixels for the name of a row: where cells can have figures, no more than leave them room.

        Such cells are not too narrow for their height, either, as far as names can give way.
        """
        most = WIDEST_NAME * self.width()
        n, room = max(self.frame.length, 1), self.viewport().width() - 2 * EDGE
        number = QFontMetricsF(font(12, MEDIUM, lines_up=True)).horizontalAdvance(f"{BETWEEN}{n:,}")
        room -= number + BESIDE_NAME
        can_have_figures = height >= SMALLEST_FIGURE_CELL[1] and n <= MOST_FIGURES
        if can_have_figures and room - n * FIGURE_CELL >= NARROWEST_NAME:
            most = min(most, room - n * max(FIGURE_CELL, height / TALLEST_CELL))
        return max(NARROWEST_NAME, most)

    def _colour_labels(self) -> None:
        """Names in ink; numbers are quieter and smaller."""
        if self.labels is None:
            return
        labels = self.labels
        self.getAxis("left").has_numbers = labels.are_rows_numbered
        looks = {
            "left": (labels.are_rows_named, labels.is_low),
            "top": (labels.are_columns_named, False),
        }
        for side, (has_names, is_low) in looks.items():
            axis, pixels = self.getAxis(side), 12 if has_names and not is_low else 11
            axis.setTextPen(pg.mkPen(self.theme.color("ink" if has_names else "ink3")))
            axis.setStyle(tickFont=font(pixels, MEDIUM, lines_up=not axis.has_numbers))

    def _strengthen(self) -> None:
        if self.labels is None:
            return
        for side, labels, items in (
            ("left", self.labels.rows, self.frame.row_items),
            ("top", self.labels.columns, self.frame.column_items),
        ):
            strong = np.flatnonzero(np.isin(items, list(self._chosen)))
            self.getAxis(side).show_strong(frozenset(labels[place] for place in strong))


def _edge(side: float) -> float:
    """Pixels to leave free along a side of the cells, for the rings of the outermost."""
    return EDGE if side > SMALLEST_RING + 1 else max(RING_REACH - side / 2, EDGE)
