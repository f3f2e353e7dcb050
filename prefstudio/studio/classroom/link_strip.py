"""The links of a few items in one line: neighbours are joined, others by an arc."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.study.lesson import Pair
from prefstudio.study.shown_items import ShownItems

RADIUS = 12.0
APART = 40.0  # pixels between two items where there is room
LONGEST_LABEL = 2  # characters; longer ids are numbered


class LinkStrip(QWidget):
    """Discs with the items' letters, in the order of the file."""

    def __init__(self) -> None:
        super().__init__()
        self._theme, self._items = LIGHT, NOBODY
        self.links: tuple[Pair, ...] = ()
        self.setAccessibleName("Links")
        self.setMinimumSize(100, 48)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(int(APART * max(len(self._items.ids), 1)), 48)

    def show_links(self, items: ShownItems, links: tuple[Pair, ...]) -> None:
        """Draw links between items."""
        self._items, self.links = items, links
        names = [f"{items.names[a]} and {items.names[b]}" for a, b in links]
        self.setAccessibleDescription(f"Linked: {'; '.join(names)}." if names else "No links.")
        self.updateGeometry()
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def centre(self, item: int) -> QPointF:
        """Where the disc of an item lies in the widget."""
        count = max(len(self._items.ids), 1)
        apart = min(APART, (self.width() - 2 * RADIUS - 2) / max(count - 1, 1))
        last = self.width() - RADIUS - 1
        return QPointF(last - (count - 1 - item) * apart, self.height() - RADIUS - 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("data"), 1.75))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for first, second in self.links:
            painter.drawPath(self._path(first, second))
        painter.setBrush(self._theme.color("surface"))
        painter.setFont(font(13, SEMI_BOLD))
        are_short = all(len(each) <= LONGEST_LABEL for each in self._items.ids)
        for item, name in enumerate(self._items.ids):
            self._paint_disc(painter, item, name if are_short else str(item + 1))

    def _path(self, first: int, second: int) -> QPainterPath:
        start, end = self.centre(first), self.centre(second)
        path = QPainterPath(start)
        if second - first == 1:
            path.lineTo(end)
        else:
            top = QPointF((start.x() + end.x()) / 2, 2 - RADIUS)
            path.quadTo(top, end)
        return path

    def _paint_disc(self, painter: QPainter, item: int, text: str) -> None:
        at = self.centre(item)
        painter.setPen(QPen(self._theme.color("data"), 1.75))
        painter.drawEllipse(at, RADIUS - 1, RADIUS - 1)
        painter.setPen(self._theme.color("ink"))
        disc = QRectF(at.x() - RADIUS, at.y() - RADIUS, 2 * RADIUS, 2 * RADIUS)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
