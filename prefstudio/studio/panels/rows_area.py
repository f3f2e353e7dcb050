"""Rows that scroll where they have too little room, and of which none is cut at the lower edge."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

MOST_LEFT = 40


class RowsArea(QScrollArea):
    """Scrolls rows; from the top, its lower edge lies between two of them.

    Parameters
    ----------
    rows : QWidget
        Has the rows. A part of it that draws several has `row_rects()`, where they lie in it.
    most_left : int
        Pixels that stay free below the last whole row, at most.
    """

    def __init__(self, rows: QWidget, most_left: int = MOST_LEFT) -> None:
        super().__init__()
        self._rows = rows
        self._most_left = most_left
        self.setProperty("kind", "plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.end_between_rows()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_done = super().eventFilter(watched, event)
        if event.type() is QEvent.Type.LayoutRequest and watched is self._rows:
            self.end_between_rows()
        return is_done

    def end_between_rows(self) -> None:
        """End above a row that would be cut."""
        end, layout = self.height(), self._rows.layout()
        if layout is not None:
            layout.activate()  # so that every row lies where it will lie
        if self._rows.minimumSizeHint().height() > end:
            rects = [rect for part in self._parts() for rect in self._rects_of(part)]
            rects.sort(key=QRect.bottom)
            for rect in reversed(rects):
                if rect.top() < end <= rect.bottom():
                    end = rect.top()
        left = self.height() - end
        self.setViewportMargins(0, 0, 0, left if left <= self._most_left else 0)

    def _parts(self) -> list[QWidget]:
        """What is seen and has no parts of its own."""
        seen = [each for each in self._rows.findChildren(QWidget) if each.isVisibleTo(self._rows)]
        holders = {each.parentWidget() for each in seen}
        return [each for each in seen if each not in holders]

    def _rects_of(self, part: QWidget) -> list[QRect]:
        corner = part.mapTo(self._rows, QPoint(0, 0))
        rects = part.row_rects() if hasattr(part, "row_rects") else [part.rect()]
        return [rect.translated(corner) for rect in rects]
