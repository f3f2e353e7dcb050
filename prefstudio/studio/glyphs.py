"""The glyphs of the Phosphor set as icons, drawn by Qt from the font that comes with a package.

The package that has the font would do this, too, but importing it loads half a dozen Qt libraries
that nothing here uses: a twentieth of a second and several megabytes at every start.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

PACKAGE, FONT, NAMES = "qtawesome", "phosphor-1.3.0.ttf", "phosphor-charmap-1.3.0.json"
BEARING = 0.875  # of an icon's height that is the size of its font
FILLING = 1.25  # the glyphs leave a margin that the house does without


def glyph_icon(name: str, color: str, disabled: str) -> QIcon:
    """A glyph such as "arrow-u-up-left" in one colour, and in another where it is disabled.

    Raises
    ------
    KeyError
        When the set has no glyph of that name.
    """
    return QIcon(_GlyphEngine(_codes()[name], color, disabled))


class _GlyphEngine(QIconEngine):
    """Draws one character of the font in whatever size it is asked for."""

    def __init__(self, character: str, color: str, disabled: str) -> None:
        super().__init__()
        self._character, self._color, self._disabled = character, color, disabled

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        color = self._disabled if mode is QIcon.Mode.Disabled else self._color
        font = QFont(_family())
        font.setPixelSize(round(BEARING * rect.height() * FILLING))
        painter.save()
        painter.setPen(QColor(color))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._character)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        return _GlyphEngine(self._character, self._color, self._disabled)


def _folder() -> Path:
    """Where the package keeps its fonts; it is found without being imported."""
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None and spec.origin is not None  # it is among the dependencies
    return Path(spec.origin).parent / "fonts"


@cache
def _family() -> str:
    (family,) = QFontDatabase.applicationFontFamilies(
        QFontDatabase.addApplicationFont(str(_folder() / FONT))
    )
    return family


@cache
def _codes() -> dict[str, str]:
    written = json.loads((_folder() / NAMES).read_text(encoding="utf-8"))
    return {name: chr(int(code, 16)) for name, code in written.items()}
