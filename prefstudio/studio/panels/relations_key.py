"""Which line is which relation: a short piece of each before its name."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.links_strokes import WIDTH
from prefstudio.studio.plots.relation_look import SWATCH, RelationLook, relation_looks
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.study.shown_links import ShownLinks

HEIGHT = 16
BESIDE, APART = 6, 16  # pixels from a line to its name, and from there to the next line


class RelationsKey(QWidget):
    """One row; there is none where all links are of one relation."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("relations_key")
        self._theme: Theme = LIGHT
        self._names: tuple[str, ...] = ()
        self._hidden: frozenset[int] = frozenset()
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def entries(self) -> tuple[tuple[RelationLook, str], ...]:
        """How the relations that are shown are drawn, and their names as far as there is room."""
        looks = relation_looks(len(self._names), self._theme)
        shown = [place for place in range(len(self._names)) if place not in self._hidden]
        names = self._fitted([self._names[place] for place in shown])
        return tuple((looks[place], name) for place, name in zip(shown, names, strict=True))

    def show_links(self, links: ShownLinks) -> None:
        """Know the relations of a study."""
        self._names = tuple(name.replace("_", " ") for name in links.names)
        self.setVisible(len(self._names) > 1)
        self._tell()

    def show_hidden(self, hidden: frozenset[int]) -> None:
        """Leave out the relations that are switched off."""
        self._hidden = hidden
        self._tell()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(_letters())
        measure, left, middle = QFontMetrics(_letters()), 2.0, HEIGHT / 2
        for look, name in self.entries:
            painter.setPen(look.pen(WIDTH))
            painter.drawLine(QPointF(left, middle), QPointF(left + SWATCH.width(), middle))
            left += SWATCH.width() + BESIDE
            width = measure.horizontalAdvance(name)
            painter.setPen(self._theme.color("ink2"))
            where = QRectF(left, 0, width + 2, HEIGHT)
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, name)
            left += width + APART

    def _fitted(self, names: list[str]) -> list[str]:
        """Names that fit beside each other; each is cut alike where they do not."""
        measure = QFontMetrics(_letters())
        room = self.width() - 2 - len(names) * (SWATCH.width() + BESIDE + APART) + APART
        if sum(map(measure.horizontalAdvance, names)) <= room:
            return names
        each = max(room // max(len(names), 1), 0)
        return [measure.elidedText(name, Qt.TextElideMode.ElideMiddle, each) for name in names]

    def _tell(self) -> None:
        shown = [name for place, name in enumerate(self._names) if place not in self._hidden]
        self.setAccessibleName(f"Lines: {', '.join(shown)}")
        self.setToolTip(", ".join(shown))
        self.update()


def _letters() -> QFont:
    return font(11, MEDIUM)
