"""What stands beside a matrix: names with their numbers left, numbers or short names on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.plots.house_plot import SIDES, HouseAxis, step_that_fits, widest

ROW_HEIGHT = 15.0  # pixels that the name of a row needs
LOW_ROW = 12.0  # the same in smaller letters
NARROWEST = 15.0  # columns narrower than this are not named even by one letter
MOST_LETTERS = 3  # columns have names up to so long; longer ones are numbered
MOST_NAMES = 40  # rows are named up to so many; more are numbered
WIDEST_NAME = 0.5  # of the plot
NARROWEST_NAME = 72.0  # pixels that a name may take in any case
BESIDE = 10.0  # pixels right of the cells that a number may reach into
BOLDER = 4  # pixels that a chosen name may need more than others
ROUND_STEPS = (1, 5, 10, 20, 25, 50, 100)

BETWEEN = "  "  # a name and its number
AT_RIGHT = int(
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
) | int(Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine)

Ticks = list[tuple[float, str]]
Label = tuple[QRectF, Qt.AlignmentFlag, str]


class MatrixAxis(HouseAxis):
    """Labels of rows or columns, the chosen ones in the accent."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.strong: frozenset[str] = frozenset()
        self._accent = QColor()
        self.has_numbers = False  # whether labels are names, each with a number behind it
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
        textSpecs: list[Label],
    ) -> None:
        plain = [spec for spec in textSpecs if spec[2] not in self.strong]
        strong = [spec for spec in textSpecs if spec[2] in self.strong]
        super().drawPicture(p, axisSpec, tickSpecs, [] if self.has_numbers else plain)
        for specs, weight in ((plain, MEDIUM), (strong, SEMI_BOLD)):
            p.setPen(self.textPen() if specs is plain else pg.mkPen(self._accent))
            if self.has_numbers:
                self._draw_numbered(p, specs, weight)
            elif specs is strong:
                p.setFont(font(self._pixels, weight, lines_up=True))
                for rect, flags, text in specs:
                    p.drawText(rect, int(flags), text)

    def _draw_numbered(self, p: QPainter, specs: Sequence[Label], weight: QFont.Weight) -> None:
        """Draw numbers at the cells, where they line up, and names before them as they are read.

        One by one: with figures that line up hyphens stand apart, and a name from right to left
        would have its number at its other end.
        """
        letters, digits = font(self._pixels, weight), font(self._pixels, weight, lines_up=True)
        for rect, _, text in specs:
            name, between, number = text.rpartition(BETWEEN)
            room = QFontMetricsF(digits).horizontalAdvance(between + number)
            p.setFont(digits)
            p.drawText(rect, AT_RIGHT, number)
            p.setFont(letters)
            p.drawText(rect.adjusted(-SIDES, 0, -room, 0), AT_RIGHT, name)

    @property
    def _pixels(self) -> int:
        return int(self.style["tickFont"].pixelSize())

    def _draw_again(self) -> None:
        self.picture = None
        self.update()


@dataclass(frozen=True, slots=True)
class MatrixLabels:
    """Labels of all shown rows and columns, and which of them there is room for.

    Attributes
    ----------
    rows, columns
        What each would be called.
    row_ticks, column_ticks
        Those that are: either every row is named, or rows and columns are numbered alike.
    are_rows_named, are_columns_named
        Whether they have names, not numbers.
    is_low
        Whether rows are named in smaller letters.
    are_rows_numbered
        Whether each name has a number behind it.
    """

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    row_ticks: tuple[tuple[float, str], ...] = ()
    column_ticks: tuple[tuple[float, str], ...] = ()
    are_rows_named: bool = True
    are_columns_named: bool = True
    is_low: bool = False
    are_rows_numbered: bool = False


def matrix_labels(
    rows: Sequence[str],
    columns: Sequence[str],
    first: tuple[int, int],
    cell: tuple[float, float],
    room: float,
) -> MatrixLabels:
    """Name every row and number the columns; where names do not fit, both are numbered alike.

    Columns have names, too, where these are as short as a number.

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
        return MatrixLabels()
    used = font(12, MEDIUM, lines_up=True)
    measure = QFontMetricsF(font(12, MEDIUM))
    is_low, fits = cell[1] < ROW_HEIGHT, len(rows) <= MOST_NAMES and cell[1] >= LOW_ROW
    numbers = [[f"{start + place:,}" for place in range(1, len(rows) + 1)] for start in first]
    are_numbers = _say_numbers(rows, numbers[0])
    names: list[str] = []
    if fits or are_numbers:  # elsewhere nobody reads them
        names = [measure.elidedText(name, Qt.TextElideMode.ElideMiddle, room) for name in rows]
    if fits and _are_short(columns, used, cell[0]):
        return _labels(names, columns, (1, 1), first, is_low=is_low)
    across = widest(numbers[1][-1:], used)
    if cell[0] > across - SIDES:
        across = cell[0]  # rather closer numbers than every fifth one
    step = step_that_fits(cell[0], across)
    named = names if are_numbers else None
    if fits:
        shown = named or [
            f"{name}{BETWEEN}{each}" for name, each in zip(names, numbers[0], strict=True)
        ]
        made = _labels(shown, numbers[1], (1, step), first, is_low=is_low)
        made = replace(made, are_rows_numbered=named is None)
    else:
        step = max(step, step_that_fits(cell[1], ROW_HEIGHT))
        made = _labels(named or numbers[0], numbers[1], (step, step), first)
        made = replace(made, are_rows_named=False)
    return replace(_without_cut(made, cell[0], across), are_columns_named=False)


def _labels(
    rows: Sequence[str],
    columns: Sequence[str],
    steps: tuple[int, int],
    first: tuple[int, int],
    *,
    is_low: bool = False,
) -> MatrixLabels:
    """Labels of which about every so many are shown."""
    row_ticks = _round_ticks(rows, first[0], steps[0])
    column_ticks = _round_ticks(columns, first[1], steps[1])
    return MatrixLabels(
        tuple(rows), tuple(columns), tuple(row_ticks), tuple(column_ticks), is_low=is_low
    )


def _without_cut(labels: MatrixLabels, width: float, across: float) -> MatrixLabels:
    """Leave the last number of the columns out where it would be cut off."""
    ticks = labels.column_ticks
    is_cut = ticks[-1][0] * width + across / 2 > len(labels.columns) * width + BESIDE
    return replace(labels, column_ticks=ticks[:-1]) if is_cut and len(ticks) > 1 else labels


def _are_short(columns: Sequence[str], used: QFont, width: float) -> bool:
    """Whether columns can have names: letters, each in its column."""
    if len(columns) <= 1:
        return True
    are_letters = max(map(len, columns)) <= MOST_LETTERS
    return are_letters and widest(columns, used) <= max(width, NARROWEST)


def _say_numbers(keys: Sequence[str], numbers: Sequence[str]) -> bool:
    """Whether names such as r001 already say their numbers."""
    return all(map(_ends_in, keys, numbers))


def _ends_in(key: str, number: str) -> bool:
    """Whether a key ends in a number, and not in a longer one."""
    head = key.removesuffix(number)
    return head != key and not head.rstrip("0")[-1:].isdecimal()


def _round_ticks(labels: Sequence[str], first: int, step: int) -> Ticks:
    """The first place, and then round numbers of at least `step` apart."""
    if step <= 1:
        return [(0.5 + place, label) for place, label in enumerate(labels)]
    step = next((each for each in ROUND_STEPS if each >= step), step)
    start = step - 1 - first % step  # the first place whose number is a multiple
    places = list(range(start, len(labels), step))
    if not places or places[0] > math.ceil(step / 2):
        places.insert(0, 0)
    elif first == 0:
        places[0] = 0
    return [(0.5 + place, labels[place]) for place in places]
