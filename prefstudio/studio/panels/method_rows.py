"""The methods and how well each foretells, one row a method, with the mark it has in the plot."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD
from prefstudio.studio.icons import theme_now
from prefstudio.studio.numbers_as_text import NO_BREAK, UNKNOWN, figure
from prefstudio.studio.plots.categorical import MOST_KINDS, kind_of
from prefstudio.studio.widgets import label
from prefstudio.study.baseline_request import BaselinesFound, MethodResult

HEADS = ("", "Method", "Log-loss", "Right", "τ")
MARK, RING = 10.0, 2.0
ROW = 20


class MethodMark(QWidget):
    """The mark of one method."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(14, ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = kind_of(self._number, theme_now())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.rect().toRectF().center())
        painter.scale(MARK, MARK)
        shape = pg.graphicsItems.ScatterPlotItem.Symbols[look.symbol]
        if self._number == 0:  # ours is a ring
            painter.strokePath(shape, QPen(look.color, RING / MARK))
        else:
            painter.fillPath(shape, look.color)
        painter.end()


class MethodRows(QWidget):
    """Figures that line up; the last column speaks of the pair that is asked or chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("baselines_table")
        self.setAccessibleName("Methods and how well they foretell")
        self.pair_head = label("", 11, MEDIUM, tone=3)
        self.rows: list[tuple[MethodMark, tuple[QLabel, ...]]] = []
        self._found: BaselinesFound | None = None
        self._pair: tuple[int, int] | None = None
        self._names = ("", "")
        self._build()

    def show_found(self, found: BaselinesFound | None) -> None:
        """Show what was found."""
        self._found = found
        self._show()

    def show_pair(self, pair: tuple[int, int] | None, names: tuple[str, str]) -> None:
        """Say how likely the first of a pair is to win, or nothing."""
        if (pair, names) == (self._pair, self._names):
            return
        self._pair, self._names = pair, names
        self.pair_head.setText("" if pair is None else "P(A ≻ B)")
        words = "" if pair is None else f"{names[0]} over {names[1]}, given that one of them wins"
        self.pair_head.setToolTip(words)
        self._show()

    def figure_table(self) -> FigureTable:
        """The same numbers in full precision, with the differences to ours."""
        columns = ("Method", "Log-loss", "se", "More than ours", "se of that", "Right", "τ",
                   "P(A ≻ B)")  # fmt: skip
        methods = () if self._found is None else self._found.methods
        return FigureTable(columns, tuple(self._cells(each) for each in methods))

    def _cells(self, result: MethodResult) -> tuple[str | float | None, ...]:
        quality = result.quality
        scores: tuple[float | None, ...] = (None,) * 5
        if quality is not None:
            scores = (
                quality.log_loss, quality.log_loss_se, quality.worse_by, quality.worse_by_se,
                quality.accuracy,
            )  # fmt: skip
        chance = None if self._pair is None else result.chance(*self._pair)
        return (
            result.method.title,
            *scores,
            None if math.isnan(result.tau) else result.tau,
            chance,
        )

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        heads = [label(words, 11, MEDIUM, tone=3) for words in HEADS]
        for column, head in enumerate([*heads, self.pair_head]):
            grid.addWidget(head, 0, column, right if column > 1 else Qt.AlignmentFlag.AlignLeft)
        for number in range(MOST_KINDS):
            weight = SEMI_BOLD if number == 0 else MEDIUM
            texts = (label("", 12, weight), *(label("", 12, lines_up=True) for _ in range(4)))
            mark = MethodMark(number)
            grid.addWidget(mark, number + 1, 0)
            for column, text in enumerate(texts, 1):
                text.setFixedHeight(ROW)
                grid.addWidget(text, number + 1, column, *([right] if column > 1 else []))
            self.rows.append((mark, texts))

    def _show(self) -> None:
        methods = () if self._found is None else self._found.methods
        told = []
        for number, (mark, texts) in enumerate(self.rows):
            is_there = number < len(methods)
            for widget in (mark, *texts):
                widget.setVisible(is_there)
            if not is_there:
                continue
            for text, words in zip(texts, self._words(methods[number]), strict=True):
                text.setText(words)
            texts[0].setToolTip(methods[number].method.sentence)
            told.append(" ".join(text.text() for text in texts))
        self.setAccessibleDescription("; ".join(told))

    def _words(self, result: MethodResult) -> tuple[str, ...]:
        quality = result.quality
        loss = right = UNKNOWN
        if quality is not None:
            loss = f"{quality.log_loss:.3f} ±{NO_BREAK}{quality.log_loss_se:.3f}"
            right = _per_cent(quality.accuracy)
        tau = UNKNOWN if math.isnan(result.tau) else figure(result.tau)
        chance = "" if self._pair is None else _per_cent(result.chance(*self._pair))
        return result.method.title, loss, right, tau, chance


def _per_cent(share: float) -> str:
    return f"{100.0 * share:.0f}{NO_BREAK}%"
