"""What stands below a matrix: its scale, the read-out, a hint and the map of a large one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from prefstudio.studio.panels.matrix_read_out import MatrixReadOut
from prefstudio.studio.plots.matrix_frame import MOST_CELLS
from prefstudio.studio.plots.matrix_map import MatrixMap
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.plots.scale_bar import ScaleBar
from prefstudio.studio.widgets import label

SIDE_BY_SIDE = 400  # pixels that scale, words and map need beside each other
SLIM = 320  # below this the pair needs the whole width for two names
LINES, MORE_LINES = 2, 3  # of a hint, and of one that has more to say
LINE_HEIGHT = 14
RIGHT = Qt.AlignmentFlag.AlignRight
LEFT = Qt.AlignmentFlag.AlignLeft


class MatrixFoot(QWidget):
    """Scale bar left, words beside it, and the map right where there is one."""

    def __init__(self, title: str, unit: str) -> None:
        super().__init__()
        self.scale_bar = ScaleBar(unit)
        self.read_out = MatrixReadOut()
        self.hint = _small_print()
        self.map_hint = _small_print()
        self.map = MatrixMap(title)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words = QVBoxLayout()
        self._left = QVBoxLayout()
        self._build()
        self.map.hide()
        self._align()

    def draw_map(self, plot: MatrixPlot, blocks: NDArray[np.float64] | None) -> None:
        """Draw all of a matrix that does not fit; a small one is its own map."""
        frame, values = plot.frame, plot.values
        self._make_room(not frame.is_whole)
        if frame.is_whole:
            return
        if values is not None and frame.n_items <= MOST_CELLS:
            blocks = values[np.ix_(frame.order, frame.order)]
        self.map.show_frame(frame)
        self.map.show_drawing(blocks, plot.theme, plot.colour_map, plot.scale)

    def take_lines(self, n_lines: int) -> None:
        """Keep room for so many lines of the hint."""
        self.hint.setFixedHeight(n_lines * LINE_HEIGHT)

    def _make_room(self, is_wanted: bool) -> None:
        if is_wanted is self.map.isHidden():
            self.map.setVisible(is_wanted)
            self._align()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    def _build(self) -> None:
        words = self._words
        words.setSpacing(1)
        words.addWidget(self.read_out)
        words.addWidget(self.hint)
        words.addWidget(self.map_hint)
        words.addStretch(1)
        self._left.setSpacing(2)
        self._left.addLayout(self._row, 1)
        self._row.setSpacing(14)
        self._row.addWidget(self.scale_bar, 3, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(words, 5)
        foot = QHBoxLayout(self)
        foot.setContentsMargins(2, 0, 2, 0)
        foot.setSpacing(12)
        foot.addLayout(self._left, 1)
        foot.addWidget(self.map, 0, Qt.AlignmentFlag.AlignTop)

    def _align(self) -> None:
        """Beside a map words begin at the left, and where it is narrow below the scale."""
        has_map = not self.map.isHidden()
        is_narrow = has_map and self.width() < SIDE_BY_SIDE
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if is_narrow else right)
        self._row.setSpacing(0 if is_narrow else 14)
        self._place_read_out(not has_map and self.width() < SLIM)
        side = LEFT if has_map else RIGHT
        self.read_out.alignment = side
        for text in (self.hint, self.map_hint):
            text.setAlignment(side | Qt.AlignmentFlag.AlignTop)
        self.map_hint.setVisible(has_map and not is_narrow)

    def _place_read_out(self, is_above: bool) -> None:
        """Write the pair above the scale, over the whole width, or beside it."""
        place = self._left if is_above else self._words
        if place.indexOf(self.read_out) < 0:
            other = self._words if is_above else self._left
            other.removeWidget(self.read_out)
            place.insertWidget(0, self.read_out)


def _small_print() -> QLabel:
    made = label("", 11, tone=3, wraps=True)
    made.setMinimumWidth(60)
    made.setFixedHeight(LINES * LINE_HEIGHT)
    return made
