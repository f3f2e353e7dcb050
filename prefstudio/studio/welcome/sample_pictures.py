"""A picture for every sample, drawn in the colours of the theme."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import BOLD, SEMI_BOLD, font
from prefstudio.studio.icons import theme_now
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.theme import Theme

Paint = Callable[[QPainter, QRectF, Theme], None]

SIX_PAPERS = {
    "a": (0.08, 0.20, 0.5),
    "b": (0.29, 0.56, 1.0),
    "c": (0.51, 0.24, 0.0),
    "d": (0.73, 0.66, -0.35),
    "e": (0.92, 0.29, -0.6),
    "f": (0.51, 0.80, -0.85),
}
"""Where each paper stands in its picture, from left and top, and its mean."""


class SamplePicture(QWidget):
    """The picture of one sample; it says nothing that the words beside it do not."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paint = PAINTERS[name]
        self.setMinimumSize(160, 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), theme_now()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("inset"))
        side = min(self.width(), self.height() * 1.15)
        room = QRectF(0, 0, side, side / 1.15)
        room.moveCenter(QRectF(self.rect()).center())
        self._paint(painter, room.adjusted(14, 14, -14, -14), theme)


def _colour(theme: Theme, value: float) -> QColor:
    """The colour of a mean between −1 and 1."""
    red, green, blue, _ = ColourMap(theme.diverging).colours(np.array([value]), -1.0, 1.0)[0]
    return QColor(int(red), int(green), int(blue))


def _at(room: QRectF, x: float, y: float) -> QPointF:
    return QPointF(room.left() + x * room.width(), room.top() + y * room.height())


def _node(painter: QPainter, theme: Theme, place: QPointF, value: float, radius: float) -> None:
    painter.setPen(QPen(theme.color("data"), 1.25))
    painter.setBrush(_colour(theme, value))
    painter.drawEllipse(place, radius, radius)


def _six_papers(painter: QPainter, room: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(theme.color("data_mid"), 2))
    for one, other in (("a", "b"), ("d", "e")):
        painter.drawLine(_at(room, *SIX_PAPERS[one][:2]), _at(room, *SIX_PAPERS[other][:2]))
    radius = room.width() * 0.075
    painter.setFont(font(max(11, round(radius * 0.9)), SEMI_BOLD))
    for name, (x, y, value) in SIX_PAPERS.items():
        place = _at(room, x, y)
        _node(painter, theme, place, value, radius)
        is_deep = abs(value) > 0.7
        painter.setPen(theme.color("surface" if is_deep else "ink"))
        box = QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)


def _twelve_sounds(painter: QPainter, room: QRectF, theme: Theme) -> None:
    for row, letter in enumerate("AB"):
        middle = room.top() + room.height() * (0.25 + 0.5 * row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(QPointF(room.left() + 11, middle), 11, 11)
        painter.setPen(theme.color("on_accent"))
        painter.setFont(font(13, BOLD))
        box = QRectF(room.left(), middle - 11, 22, 22)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)
        bars = 56
        left, width = room.left() + 34, room.width() - 38
        for bar in range(bars):
            swell = abs(math.sin(0.37 * bar * (1.0 + 0.2 * row)) * math.cos(0.11 * bar + row))
            height = room.height() * (0.03 + 0.32 * swell * math.exp(-bar / 30.0))
            is_played = row == 0 and bar < 20
            pen = QPen(theme.color("accent" if is_played else "data_mid"), 2)
            painter.setPen(pen)
            x = left + width * bar / bars
            painter.drawLine(QPointF(x, middle - height / 2), QPointF(x, middle + height / 2))


def _cars(painter: QPainter, room: QRectF, theme: Theme) -> None:
    rng = np.random.default_rng(3)
    cars, people = 10, 24
    taste = np.linspace(1.0, -1.0, cars)[:, None] * np.linspace(1.0, -0.5, people)[None, :]
    values = np.clip(taste + 0.35 * rng.standard_normal((cars, people)), -1.0, 1.0)
    width, height = room.width() / people, room.height() / cars
    painter.setPen(Qt.PenStyle.NoPen)
    for car in range(cars):
        for person in range(people):
            painter.setBrush(_colour(theme, float(values[car, person])))
            left, top = room.left() + person * width, room.top() + car * height
            painter.drawRect(QRectF(left, top, width - 1.0, height - 1.0))


def _spiral(painter: QPainter, room: QRectF, theme: Theme) -> None:
    for arm, sign in ((0.0, 1.0), (math.pi, -1.0)):
        for step in range(46):
            turn = 0.35 + step * 0.155
            radius = 0.055 + 0.062 * turn
            x, y = 0.5 + radius * math.cos(turn + arm), 0.5 + radius * math.sin(turn + arm)
            value = sign * max(0.0, 1.0 - abs(step - 16) / 22.0)
            _node(painter, theme, _at(room, x, y), value, 4.0)


def _research_papers(painter: QPainter, room: QRectF, theme: Theme) -> None:
    rng = np.random.default_rng(11)
    centres = np.array([[0.3, 0.35], [0.68, 0.3], [0.5, 0.72]])
    places = np.vstack([centre + 0.13 * rng.standard_normal((50, 2)) for centre in centres])
    places = np.clip(places, 0.0, 1.0)
    painter.setPen(QPen(theme.color("data_mid", 0.35), 1))
    for number, place in enumerate(places):
        near = np.argsort(((places - place) ** 2).sum(axis=1))[1:4]
        for other in near:
            painter.drawLine(_at(room, *place), _at(room, *places[other]))
        if number % 40 == 0:
            painter.drawLine(_at(room, *place), _at(room, *places[(number + 75) % 150]))
    for number, place in enumerate(places):
        value = float(np.clip(0.8 - number / 70.0 + 0.3 * rng.standard_normal(), -1, 1))
        _node(painter, theme, _at(room, *place), value, 3.5)


def _shapes(painter: QPainter, room: QRectF, theme: Theme) -> None:
    for number, (sides, value) in enumerate(
        ((3, 0.9), (4, -0.9), (5, 0.4), (6, -0.4), (30, 0.65), (8, -0.65))
    ):
        column, row = number % 3, number // 3
        centre = _at(room, (column + 0.5) / 3.0, (row + 0.5) / 2.0)
        radius = room.height() * 0.18
        corners = [
            centre
            + QPointF(
                radius * math.sin(2 * math.pi * corner / sides),
                -radius * math.cos(2 * math.pi * corner / sides),
            )
            for corner in range(sides)
        ]
        painter.setPen(QPen(theme.color("data"), 1.25))
        painter.setBrush(_colour(theme, value))
        painter.drawPolygon(QPolygonF(corners))


PAINTERS: dict[str, Paint] = {
    "six-papers": _six_papers,
    "twelve-sounds": _twelve_sounds,
    "cars": _cars,
    "spiral": _spiral,
    "research-papers": _research_papers,
    "shapes": _shapes,
}
