"""What lies below all columns of a window, and how high it stays."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QMainWindow

from prefstudio.studio.layouts import GAP
from prefstudio.studio.panels.panel import Panel

ROUNDED = 3  # pixels by which columns of one height may differ
TABS = 40  # pixels that tabs take above what they name
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


class PlaceBelow(QObject):
    """Leaves to the columns what their window gains or loses in height.

    Qt gives all of it to what lies below them, and takes it from the columns. Whoever moves the
    border between them chooses another height, which then stays.
    """

    def __init__(self, area: QMainWindow) -> None:
        super().__init__(area)
        self._area = area
        self._area_height = area.height()
        self._height = 0
        self._is_sharing = False
        area.installEventFilter(self)

    def attend(self, panel: Panel) -> None:
        """Know how high a panel is while it lies there."""
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self._is_sharing:
            if watched is self._area:
                self._on_area_resized()
            elif isinstance(watched, Panel) and self._lies_there(watched):
                self._on_resized(watched)
        return False

    def _on_resized(self, panel: Panel) -> None:
        if self._area.height() == self._area_height:  # else Qt follows the window
            self._height = self._place_height(panel)

    def _on_area_resized(self) -> None:
        """Give it its height again; Qt has laid all panels out before this is told."""
        before, self._area_height = self._area_height, self._area.height()
        panels = [each for each in self._area.findChildren(Panel) if _is_shown(each)]
        below = [each for each in panels if self._lies_there(each)]
        if below and self._height and before != self._area_height:
            self._share([each for each in panels if each not in below], below[0])

    def _share(self, above: list[Panel], below: Panel) -> None:
        """Let the panels of every column share what room is left, in proportion."""
        margins = self._area.contentsMargins()
        room = self._area_height - margins.top() - margins.bottom() - GAP - self._height
        heights = {below: self._height}
        for column in self._columns(above):
            share = (room - (len(column) - 1) * GAP) / sum(column.values())
            heights |= {each: round(height * share) for each, height in column.items()}
        self._is_sharing = True
        self._area.resizeDocks(list(heights), list(heights.values()), Qt.Orientation.Vertical)
        layout = self._area.layout()
        if layout is not None:
            layout.activate()  # before anything is painted
        self._is_sharing = False

    def _columns(self, panels: list[Panel]) -> list[dict[Panel, int]]:
        """The heights of places in each column; what lies beside others in one is left to Qt."""
        columns: dict[int, dict[Panel, int]] = {}
        for panel in panels:
            columns.setdefault(panel.x(), {})[panel] = self._place_height(panel)
        reach = {left: sum(each.values()) + GAP * len(each) for left, each in columns.items()}
        return [columns[left] for left in reach if reach[left] >= max(reach.values()) - ROUNDED]

    def _place_height(self, panel: Panel) -> int:
        """How high the place of a panel is, with the tabs above it where it has some."""
        has_tabs = any(not each.isHidden() for each in self._area.tabifiedDockWidgets(panel))
        return panel.height() + TABS * has_tabs

    def _lies_there(self, panel: Panel) -> bool:
        return _is_shown(panel) and self._area.dockWidgetArea(panel) == BOTTOM


def _is_shown(panel: Panel) -> bool:
    """Whether a panel takes room in the window, in front of others that lie there as tabs."""
    return panel.is_in_front and not panel.isFloating()
