"""How the links of each relation are drawn: a colour and a dash of its own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from prefstudio.studio.plots.categorical import kind_of
from prefstudio.studio.theme import Theme

# Those of Qt repeat after five, and a relation is told by its dash where colours are not seen.
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5.0, 3.0),
    (1.5, 2.5),
    (8.0, 3.0, 1.5, 3.0),
    (10.0, 4.0),
    (3.0, 2.0),
)
SWATCH = QSize(22, 12)

RELATION_KINDS = (0, 1, 3, 4, 5)
"""Kinds of the relations one after the other, in Links as in Model."""

FEATURES_KIND = 2
"""The kind of features, which is no relation's."""


@dataclass(frozen=True, slots=True)
class RelationLook:
    """The colour and the dash of one relation, in lengths of the line's width."""

    color: QColor
    dash: tuple[float, ...]

    def pen(self, width: float) -> QPen:
        """A pen that draws its links."""
        made = QPen(self.color, width)
        made.setCapStyle(Qt.PenCapStyle.FlatCap if self.dash else Qt.PenCapStyle.RoundCap)
        if self.dash:
            made.setDashPattern(list(self.dash))
        return made


def relation_colour(place: int, theme: Theme) -> QColor:
    """The colour of a relation among several, wherever it is told."""
    return kind_of(RELATION_KINDS[place % len(RELATION_KINDS)], theme).color


def relation_looks(n_relations: int, theme: Theme) -> list[RelationLook]:
    """Looks by relation; one relation alone needs no colour to be told from others."""
    if n_relations <= 1:
        return [RelationLook(theme.color("data_mid"), ())]
    return [
        RelationLook(relation_colour(place, theme), DASHES[place % len(DASHES)])
        for place in range(n_relations)
    ]


def swatch(look: RelationLook, ratio: float) -> QIcon:
    """A short piece of a relation's line, for menus."""
    picture = QPixmap(SWATCH * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.pen(2.0))
    middle = SWATCH.height() / 2
    painter.drawLine(QPointF(1, middle), QPointF(SWATCH.width() - 1, middle))
    painter.end()
    return QIcon(picture)
