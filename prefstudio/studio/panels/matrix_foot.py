"""What stands below or beside a matrix: scale, read-out, hint and the map of a large one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from prefstudio.studio.panels.matrix_read_out import MatrixReadOut
from prefstudio.studio.plots.matrix_map import MatrixMap
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.plots.scale_bar import ScaleBar
from prefstudio.studio.widgets import label
from prefstudio.study.viewing import MOST_CELLS

SIDE_BY_SIDE = 400  # pixels that scale, words and map need beside each other
SLIM = 320  # below this the pair needs the whole width for two names
BESIDE = 104  # pixels across where it stands beside the cells
BESIDE_GAP = 4  # pixels between its parts there
LINES, MORE_LINES = 2, 3  # of a hint, and of one that has more to say
LINE_HEIGHT, LINE_GAP = 14, 1
ONE_MORE_LINE = 15  # pixels that the names have more where there is a map beside the cells
MARGIN, BETWEEN = 2, 12  # pixels at both sides, and from the words to the map
WIDGET_SIZE_MAX = (1 << 24) - 1  # Qt's own
DOWN, ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
RIGHT = Qt.AlignmentFlag.AlignRight
LEFT = Qt.AlignmentFlag.AlignLeft


class MatrixFoot(QWidget):
    """Scale bar left, words beside it, and the map right where there is one.

    Beside the cells of a low matrix it is a slim column of the same parts.
    """

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
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._has_map = self.is_beside = False
        self._n_lines = LINES
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
        self._n_lines = n_lines
        self._fit_hint()

    def stand_beside(self, is_beside: bool) -> None:
        """Be a slim column beside the cells, or a row below them."""
        if is_beside is self.is_beside:
            return
        self.is_beside = is_beside
        self.read_out.show_slim(is_beside)
        self.scale_bar.show_slim(is_beside)
        self.map.show_small(is_beside)
        self.setMinimumWidth(BESIDE if is_beside else 0)
        self.setMaximumWidth(BESIDE if is_beside else WIDGET_SIZE_MAX)
        self._fit_hint()
        self._align()

    def minimumSizeHint(self) -> QSize:
        """What it needs where it is narrow, however it stands now: a row becomes a column."""
        least = super().minimumSizeHint()
        if self.is_beside:  # the map gives way
            return QSize(BESIDE, self._beside_height)
        beside_map = (self.map.width() + BETWEEN) if self._has_map else 0
        return QSize(2 * MARGIN + self.scale_bar.minimumWidth() + beside_map, least.height())

    @property
    def _beside_height(self) -> int:
        """Pixels that scale, words and hint take one below the other."""
        words = self.read_out.minimumHeight() + self.hint.minimumHeight()
        return self.scale_bar.height() + BESIDE_GAP + words + 2 * LINE_GAP

    def _fit_hint(self) -> None:
        n_lines = MORE_LINES if self.is_beside else self._n_lines
        self.hint.setFixedHeight(n_lines * LINE_HEIGHT)

    def _make_room(self, is_wanted: bool) -> None:
        if is_wanted is not self._has_map:
            self._has_map = is_wanted
            self._align()
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    def _build(self) -> None:
        words = self._words
        words.setSpacing(LINE_GAP)
        words.addWidget(self.read_out)
        words.addWidget(self.hint)
        words.addWidget(self.map_hint)
        words.addStretch(1)
        self._left.setSpacing(2)
        self._left.addLayout(self._row, 1)
        self._row.setSpacing(14)
        self._row.addWidget(self.scale_bar, 3, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(words, 5)
        self._foot.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self._foot.addLayout(self._left, 1)
        self._foot.addWidget(self.map, 0, Qt.AlignmentFlag.AlignTop)

    def _align(self) -> None:
        """Beside a map words begin at the left, and where it is narrow below the scale."""
        has_map, is_beside = self._has_map, self.is_beside
        is_narrow = is_beside or (has_map and self.width() < SIDE_BY_SIDE)
        self._foot.setDirection(DOWN if is_beside else ACROSS)
        self._foot.setSpacing(BESIDE_GAP if is_beside else BETWEEN)
        self._row.setDirection(DOWN if is_narrow else ACROSS)
        self._row.setSpacing((BESIDE_GAP if is_beside else 0) if is_narrow else 14)
        self._row.setStretch(0, 0 if is_beside else 3)
        self._place_read_out(not has_map and not is_beside and self.width() < SLIM)
        self._words.setStretch(self._words.indexOf(self.read_out), int(is_beside))
        self._words.setStretch(self._words.count() - 1, int(not is_beside))
        self.map.setVisible(has_map and (not is_beside or self._has_height_for_map()))
        side = LEFT if has_map or is_beside else RIGHT
        self.read_out.alignment = side
        for text in (self.hint, self.map_hint):
            text.setAlignment(side | Qt.AlignmentFlag.AlignTop)
        self.map_hint.setVisible(has_map and not is_narrow)

    def _has_height_for_map(self) -> bool:
        needed = self._beside_height + ONE_MORE_LINE + BESIDE_GAP + self.map.height()
        return self.height() >= needed

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
