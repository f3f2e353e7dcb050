"""What an answer moved: name, bar, signed figure and reason, one row an item.

The reason stands below the name where names and reasons are too long for one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fitting_names import fitted, shortened
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import theme_now
from prefstudio.studio.numbers_as_text import decimals_for, figure
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.theme import Theme

ROW = 26
REASON = 16  # pixels of a reason below its name
BAR = 12
SHORTEST_BAR = 64.0  # pixels of both sides together
GAP = 12

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, slots=True)
class ShownMove:
    """One row: an item's name, by how much it moved, and why.

    Attributes
    ----------
    pair
        Names of the answered items, of which a reason may tell.
    """

    name: str
    change: float
    why: str
    pair: tuple[str, ...] = ()


class MovesList(QWidget):
    """Rows drawn at once; bars go left and right from one zero line, the longest fills its side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("moves")
        self.setAccessibleName("What moved")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._moves: tuple[ShownMove, ...] = ()
        self._is_tall = False

    @property
    def moves(self) -> tuple[ShownMove, ...]:
        """What is shown, the furthest first."""
        return self._moves

    def show_moves(self, moves: Sequence[ShownMove]) -> None:
        """Show other rows."""
        self._moves = tuple(moves)
        rows = zip(self._moves, self.figures(), strict=True)
        words = (f"{move.name} {amount}, {move.why}" for move, amount in rows)
        self.setAccessibleDescription("; ".join(words))
        self._fit()
        self.updateGeometry()
        self.update()

    def figures(self) -> tuple[str, ...]:
        """The changes as they are written, with a sign."""
        decimals = decimals_for(self._largest())
        return tuple(_signed(move.change, decimals) for move in self._moves)

    def row_rects(self) -> list[QRect]:
        """Where each row lies."""
        height = self._row()
        return [QRect(0, k * height, self.width(), height) for k in range(len(self._moves))]

    def sizeHint(self) -> QSize:
        return QSize(320, self._row() * len(self._moves))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._row() * len(self._moves))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fit():
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name, bar, amount, why = self._columns()
        colours = self._colours(theme)
        rows = enumerate(zip(self._moves, self.figures(), colours, strict=True))
        for k, (move, written, colour) in rows:
            top = k * self._row()
            shown = shortened(move.name, QFontMetrics(font(12, MEDIUM)), name.width())
            _write(painter, theme.color("ink"), font(12, MEDIUM), _at(name, top), shown)
            self._paint_bar(painter, theme, _at(bar, top), move.change, colour)
            painter.setFont(font(12, SEMI_BOLD, lines_up=True))
            painter.setPen(theme.color("ink"))
            painter.drawText(_at(amount, top), _RIGHT, written)
            reason = self.fitted_reason(move)
            _write(painter, theme.color("ink3"), font(12), _at(why, top), reason)
        painter.end()

    def fitted_reason(self, move: ShownMove) -> str:
        """A reason as it is drawn: what is cut is the name in it."""
        names = [name for name in move.pair if move.why.count(name)]
        room = self._columns()[3].width()
        return fitted(move.why, sorted(names, key=len)[-1:], font(12), room)

    def _fit(self) -> bool:
        """Whether reasons changed their place, beside or below the names."""
        before = self._is_tall
        name, amount, why = self._needed()
        self._is_tall = name + SHORTEST_BAR + amount + why + 3 * GAP > self.width()
        return self._is_tall != before

    def _row(self) -> int:
        return ROW + REASON if self._is_tall else ROW

    def _needed(self) -> tuple[float, float, float]:
        """How wide names, figures and reasons are."""
        metrics = QFontMetricsF(font(12, SEMI_BOLD, lines_up=True))
        names, reasons = [each.name for each in self._moves], [each.why for each in self._moves]
        name, amount, why = (_widest(each, metrics) for each in (names, self.figures(), reasons))
        return name, amount, why

    def _columns(self) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        """Where names, bars, figures and reasons stand in the first row."""
        name, amount, why = self._needed()
        width = float(self.width())
        beside = 0.0 if self._is_tall else why + GAP
        name = min(name, width - amount - SHORTEST_BAR - 2 * GAP - beside)
        bar = width - name - amount - 2 * GAP - beside
        lefts = np.cumsum([0.0, name + GAP, bar + GAP, amount + GAP])
        boxes = zip(lefts, (name, bar, amount, why), strict=True)
        first, second, third, fourth = (QRectF(left, 0.0, wide, ROW) for left, wide in boxes)
        if self._is_tall:
            fourth = QRectF(0.0, ROW - 4.0, width, REASON)
        return first, second, third, fourth

    def _paint_bar(
        self, painter: QPainter, theme: Theme, box: QRectF, change: float, colour: QColor
    ) -> None:
        middle = box.center()
        length = 0.5 * box.width() * change / (self._largest() or 1.0)
        bar = QRectF(middle.x(), middle.y() - BAR / 2, length, BAR).normalized()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(bar, 2, 2)
        painter.setPen(QPen(theme.color("control"), 1))
        x = round(middle.x()) + 0.5
        painter.drawLine(QPointF(x, middle.y() - 9), QPointF(x, middle.y() + 9))

    def _colours(self, theme: Theme) -> list[QColor]:
        largest = self._largest() or 1.0
        changes = np.array([move.change for move in self._moves], dtype=float)
        found = ColourMap(theme.diverging).colours(changes, -largest, largest)
        return [QColor(*(int(channel) for channel in each)) for each in found]

    def _largest(self) -> float:
        return max((abs(move.change) for move in self._moves), default=0.0)


def _signed(value: float, decimals: int) -> str:
    text = figure(value, decimals)
    has_sign = text.startswith("−") or not any(digit in text for digit in "123456789")
    return text if has_sign else f"+{text}"


def _widest(texts: Iterable[str], metrics: QFontMetricsF) -> float:
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0) + 2.0


def _at(box: QRectF, top: float) -> QRectF:
    return box.translated(0.0, top)


def _write(painter: QPainter, colour: QColor, letters: QFont, box: QRectF, text: str) -> None:
    painter.setFont(letters)
    painter.setPen(colour)
    painter.drawText(box, _LEFT, text)
