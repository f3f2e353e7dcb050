"""What stands beside a matrix: names with their numbers left, numbers or short names on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.plots.house_plot import SIDES, HouseAxis, every, step_that_fits, widest

ROW_HEIGHT = 15.0  # pixels that the name of a row needs
NARROWEST = 15.0  # columns narrower than this are not named even by one letter
MOST_LETTERS = 3  # columns have names up to so long; longer ones are numbered
MOST_NAMES = 40  # rows are named up to so many; more are numbered
WIDEST_NAME = 0.3  # of the plot
NARROWEST_NAME = 72.0  # pixels that a name may take in any case
BESIDE = 10.0  # pixels right of the cells that a number may reach into
BOLDER = 4  # pixels that a chosen name may need more than others
ROUND_STEPS = (1, 2, 5, 6, 10, 12, 20, 25, 50, 100)

Ticks = list[tuple[float, str]]


class MatrixAxis(HouseAxis):
    """Labels of rows or columns, the chosen ones in the accent."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.strong: frozenset[str] = frozenset()
        self._accent = QColor()
        self.setStyle(tickFont=font(12, MEDIUM, lines_up=True))

    def show_accent(self, accent: QColor) -> None:
        """Draw chosen labels in this colour."""
        self._accent = accent
        self._draw_again()

    def show_strong(self, labels: frozenset[str]) -> None:
        """Show which labels are those of chosen items."""
        if labels != self.strong:
            self.strong = labels
            self._draw_again()

    def show_ticks(self, ticks: Ticks, room_for: Sequence[str]) -> None:
        """Show labels, with room for any of them in the bolder weight."""
        self.show_labels(ticks, room_for)
        if self.orientation == "left":
            self.setWidth(self.fixedWidth + BOLDER)

    def drawPicture(
        self,
        p: QPainter,
        axisSpec: tuple[QPen, QLineF, QLineF],
        tickSpecs: list[tuple[QPen, QLineF, QLineF]],
        textSpecs: list[tuple[QRectF, Qt.AlignmentFlag, str]],
    ) -> None:
        plain = [spec for spec in textSpecs if spec[2] not in self.strong]
        super().drawPicture(p, axisSpec, tickSpecs, plain)
        p.setFont(font(self.style["tickFont"].pixelSize(), SEMI_BOLD, lines_up=True))
        p.setPen(pg.mkPen(self._accent))
        for rect, flags, text in textSpecs:
            if text in self.strong:
                p.drawText(rect, int(flags), text)

    def _draw_again(self) -> None:
        self.picture = None
        self.update()


@dataclass(frozen=True, slots=True)
class MatrixLabels:
    """Labels of all shown rows and columns, and which of them there is room for.

    Attributes
    ----------
    are_named
        Whether the columns have names, not numbers.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_ticks: tuple[tuple[float, str], ...]
    column_ticks: tuple[tuple[float, str], ...]
    are_named: bool


def matrix_labels(
    rows: Sequence[str],
    columns: Sequence[str],
    first: tuple[int, int],
    cell: tuple[float, float],
    room: float,
) -> MatrixLabels:
    """Name rows and columns; where names are too long for a column, both are numbered.

    Parameters
    ----------
    rows, columns : sequence of str
        Names of the shown items.
    first : tuple of int
        Places of the first row and the first column in the whole order.
    cell : tuple of float
        Width and height of a cell in pixels.
    room : float
        Pixels that a row's name may take.
    """
    if not rows:
        return _labels((), (), ([], []), are_named=True)
    used = font(12, MEDIUM, lines_up=True)
    measure = QFontMetricsF(used)
    names = [measure.elidedText(name, Qt.TextElideMode.ElideMiddle, room) for name in rows]
    across = widest(columns, used)
    are_letters = max(map(len, columns)) <= MOST_LETTERS
    if len(columns) <= 1 or (are_letters and across <= max(cell[0], NARROWEST)):
        step = max(step_that_fits(cell[1], ROW_HEIGHT), step_that_fits(cell[0], across))
        ticks = every(names, 0.5, step), every(columns, 0.5, step)
        return _labels(names, columns, ticks, are_named=True)
    numbers = [[f"{start + place:,}" for place in range(1, len(rows) + 1)] for start in first]
    names = _numbered(names, rows, numbers[0])
    across = widest(numbers[1][-1:], used)
    step = _number_step(cell, across)
    if len(rows) <= MOST_NAMES:
        ticks = every(names, 0.5, step), every(numbers[1], 0.5, step)
    else:
        ticks = _round_ticks(names, first[0], step), _round_ticks(numbers[1], first[1], step)
        if ticks[1][-1][0] * cell[0] + across / 2 > len(columns) * cell[0] + BESIDE:
            ticks = ticks[0], ticks[1][:-1]  # it would be cut off
    return _labels(names, numbers[1], ticks, are_named=False)


def _labels(
    rows: Sequence[str], columns: Sequence[str], ticks: tuple[Ticks, Ticks], *, are_named: bool
) -> MatrixLabels:
    return MatrixLabels(tuple(rows), tuple(columns), tuple(ticks[0]), tuple(ticks[1]), are_named)


def _numbered(names: Sequence[str], keys: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Names with their numbers, or only one of the two where that says it all."""
    if all(map(_ends_in, keys, numbers)):
        return list(names)
    if len(names) > MOST_NAMES:
        return list(numbers)
    return [f"{name}  {number}" for name, number in zip(names, numbers, strict=True)]


def _ends_in(key: str, number: str) -> bool:
    """Whether a key such as r001 already says its number."""
    head = key.removesuffix(number)
    return head != key and not head.rstrip("0")[-1:].isdecimal()


def _number_step(cell: tuple[float, float], across: float) -> int:
    if cell[0] > across - SIDES:
        across = cell[0]  # rather closer numbers than every second one
    return max(step_that_fits(cell[1], ROW_HEIGHT), step_that_fits(cell[0], across))


def _round_ticks(labels: Sequence[str], first: int, step: int) -> Ticks:
    """The first place, and then round numbers of at least `step` apart."""
    step = next((each for each in ROUND_STEPS if each >= step), step)
    start = step - 1 - first % step  # the first place whose number is a multiple
    places = list(range(start, len(labels), step))
    if not places or places[0] > math.ceil(step / 2):
        places.insert(0, 0)
    elif first == 0:
        places[0] = 0
    return [(0.5 + place, labels[place]) for place in places]
