"""Kinds side by side, such as draws: each has a colour, a mark and a dash of its own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from prefstudio.studio.theme import Theme

_COLOURS: tuple[tuple[str, ...], tuple[str, ...]] = (  # light, dark
    ("#2F67B8", "#C4691F", "#2EA46B", "#B772A4", "#743500", "#474747"),
    ("#6FA8FF", "#E67243", "#9EDBA1", "#F4DD63", "#66F0F9", "#9B9B9B"),
)
_SYMBOLS = ("o", "s", "t1", "d", "t", "p")
_DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
    Qt.PenStyle.SolidLine,
)
MOST_KINDS = len(_SYMBOLS)


@dataclass(frozen=True, slots=True)
class Kind:
    """How one of several kinds is drawn; colour never stands alone.

    Attributes
    ----------
    symbol
        What pyqtgraph calls the mark.
    """

    color: QColor
    symbol: str
    dash: Qt.PenStyle


def kind_of(number: int, theme: Theme) -> Kind:
    """The look of kind `number`, counted from 0, of at most six."""
    return Kind(QColor(_COLOURS[theme.is_dark][number]), _SYMBOLS[number], _DASHES[number])
