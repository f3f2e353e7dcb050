"""The ring of the pair that is asked: the same in every picture."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from prefstudio.studio.theme import Theme

ROLE = "accent"  # of its colour in a theme
WIDTH = 2.25
HALO = 3.0  # of paper around it, so that it is seen on every colour


def stroke_ring(
    painter: QPainter,
    theme: Theme,
    place: QRectF,
    radius: float,
    role: str = ROLE,
    width: float = WIDTH,
) -> None:
    """Draw a ring with its halo around a place, with round corners; the brush fills it."""
    for color, across in ((theme.color("surface"), width + HALO), (theme.color(role), width)):
        painter.setPen(QPen(color, across))
        painter.drawRoundedRect(place, radius, radius)
