"""How the cells of the ranking are drawn: dot and name, interval, figure, chance."""

from __future__ import annotations

from typing import assert_never

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from prefstudio.studio.fitting_names import fitted
from prefstudio.studio.fonts import BOLD, REGULAR, SEMI_BOLD, font
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column
from prefstudio.studio.panels.ranking_places import (
    PAD,
    badge_place,
    dot_place,
    name_place,
    rank_place,
)
from prefstudio.studio.panels.ranking_rows import RankingRow
from prefstudio.studio.panels.ranking_table_model import ROW
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.hollow import broken
from prefstudio.studio.theme import LIGHT, ROLES, Theme

Index = QModelIndex | QPersistentModelIndex

GAP = 8.0
RANK_BAR, SHORT_RANK_BAR = 54.0, 28.0
CHANCE_BAR = 48.0
LEAST_CHANCE_CELL = 96.0  # a narrower cell shows the figure alone
LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
LEFT = Qt.AlignmentFlag.AlignLeft | LINE
RIGHT = Qt.AlignmentFlag.AlignRight | LINE
WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
SELECTED = QStyle.StateFlag.State_Selected


class RankingDelegate(QStyledItemDelegate):
    """Paints one cell; all cells of a row share their ground."""

    def __init__(self) -> None:
        super().__init__()
        self._fonts: dict[QFont.Weight, QFont] = {
            weight: font(12, weight, lines_up=True) for weight in (REGULAR, SEMI_BOLD)
        }
        weight = COLUMNS[Column.ITEM].weight
        self._name_fonts, self._badge_font = (font(13, weight), font(12, weight)), font(10, BOLD)
        self.n_lines = 1  # that a name may take
        self.has_rank_bars = True
        self._n_ranks, self._largest, self._widest = 1, 1.0, 0.0
        self.show_theme(LIGHT)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._colors = {role: theme.color(role) for role in ROLES}  # made once: cells are many
        self._map = ColourMap(theme.diverging)

    def show_scale(self, n_ranks: int, largest: float) -> None:
        """Draw ranks from 1 to `n_ranks`, and colour means between ± `largest`."""
        self._n_ranks, self._largest = max(n_ranks, 1), largest
        measure = QFontMetricsF(self._fonts[REGULAR])
        self._widest = measure.horizontalAdvance(widest_interval(self._n_ranks))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, 26)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, column = index.data(ROW), Column(index.column())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, row, column)
        cell = QRectF(option.rect)
        inside = cell.adjusted(PAD, 0, -PAD, -1)
        match column:
            case Column.RANK:
                self._paint_rank(painter, cell, row)
            case Column.ITEM:
                self._paint_item(painter, cell, row)
            case Column.INTERVAL:
                self._paint_interval(painter, inside, row)
            case Column.CHANCE:
                self._paint_chance(painter, inside, row)
            case Column.MEAN | Column.SD | Column.ASKED:
                self._paint_text(painter, inside, row, column)
            case _:
                assert_never(column)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, row: RankingRow, column: Column
    ) -> None:
        rect = QRectF(option.rect)
        is_chosen = bool(option.state & SELECTED)
        role = "accent_soft" if row.badge else "hover" if is_chosen else "surface"
        painter.fillRect(rect, self._colors[role])
        rule = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(rule, self._colors["grid"])
        if is_chosen and column == Column.RANK:
            painter.fillRect(rect.adjusted(0, 0, 3 - rect.width(), -1), self._colors["accent"])

    def _paint_rank(self, painter: QPainter, cell: QRectF, row: RankingRow) -> None:
        self._paint_text(painter, rank_place(cell), row, Column.RANK)
        if row.badge:
            self._paint_badge(painter, badge_place(cell), row.badge)

    def _paint_item(self, painter: QPainter, cell: QRectF, row: RankingRow) -> None:
        outline = QPen(self._colors["data"], 1.25)
        painter.setPen(outline if row.n_compared else broken(outline))
        painter.setBrush(self.dot_colour(row))
        painter.drawEllipse(dot_place(cell))
        place = name_place(cell)
        painter.setFont(self.name_font)
        painter.setPen(self._colors[COLUMNS[Column.ITEM].role])
        name = self.fitted_name(row.name, place.width())
        painter.drawText(place, WRAPPED if self.n_lines > 1 else LEFT, name)

    @property
    def name_font(self) -> QFont:
        """How names are written: smaller where they take two lines."""
        return self._name_fonts[self.n_lines - 1]

    def fitted_name(self, name: str, room: float) -> str:
        """A name as it is drawn in some pixels."""
        return fitted(name, (), self.name_font, room, n_lines=self.n_lines)

    def dot_colour(self, row: RankingRow) -> QColor:
        """The colour of an item's mean; the paper's own when it was never compared."""
        if not row.n_compared:
            return self._colors["surface"]
        colours = self._map.colours(np.array([row.mean]), -self._largest, self._largest)
        return QColor(*colours[0].tolist())

    def _paint_badge(self, painter: QPainter, disc: QRectF, letter: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colors["accent"])
        painter.drawEllipse(disc)
        painter.setPen(self._colors["on_accent"])
        painter.setFont(self._badge_font)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, letter)

    def _paint_interval(self, painter: QPainter, inside: QRectF, row: RankingRow) -> None:
        self._paint_text(painter, inside, row, Column.INTERVAL)
        if row.low is None or row.high is None or not self.has_rank_bars:
            return
        left, y = inside.left() + 2, inside.center().y()
        length = max(SHORT_RANK_BAR, min(RANK_BAR, inside.width() - self._widest - GAP)) - 4
        step = length / max(self._n_ranks - 1, 1)
        places = [left + step * (rank - 1) for rank in (row.low, row.high, row.middle)]
        role = "accent" if row.badge else "data_mid"
        self._line(painter, left, left + length, y, "line", 2.0)
        self._line(painter, places[0], places[1], y, role, 4.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colors["ink"])
        painter.drawEllipse(QPointF(places[2], y), 3.5, 3.5)

    def _paint_chance(self, painter: QPainter, inside: QRectF, row: RankingRow) -> None:
        self._paint_text(painter, inside, row, Column.CHANCE)
        if row.chance is None or inside.width() + 2 * PAD < LEAST_CHANCE_CELL:
            return
        left, y = inside.left() + 2, inside.center().y()
        full = CHANCE_BAR - 4
        self._line(painter, left, left + full, y, "line", 4.0)
        self._line(painter, left, left + full * row.chance, y, "data_mid", 4.0)

    def _paint_text(
        self, painter: QPainter, inside: QRectF, row: RankingRow, column: Column
    ) -> None:
        entry = COLUMNS[column]
        painter.setFont(self._fonts[entry.weight])
        painter.setPen(self._colors[entry.role])
        painter.drawText(inside, RIGHT, entry.text(row))

    def _line(
        self, painter: QPainter, left: float, right: float, y: float, role: str, width: float
    ) -> None:
        pen = QPen(self._colors[role], width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y), QPointF(right, y))


def widest_interval(n_ranks: int) -> str:
    """The interval that takes most room."""
    return f"{n_ranks:,}–{n_ranks:,}"
