"""Where the panels lie: docks that can be moved, hidden and brought back."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMainWindow, QTabWidget, QWidget

from prefstudio.studio.panels.panel import Panel

MARGIN = 10


class PanelArea(QMainWindow):
    """Docks on the window's ground; tells when one was shown or hidden."""

    visibility_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("panel_area")
        self.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self.setDockNestingEnabled(True)
        north = QTabWidget.TabPosition.North
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, north)
        self.panels: list[Panel] = []

    def arrange(self, columns: list[list[Panel]], widths: list[int], heights: list[int]) -> None:
        """Lay panels out in columns, each from top to bottom.

        Parameters
        ----------
        columns : list of list of Panel
        widths : list of int
            Of the columns, in proportion.
        heights : list of int
            Of all panels, column by column, in proportion.
        """
        heads = [column[0] for column in columns]
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, heads[0])
        for left, right in itertools.pairwise(heads):
            self.splitDockWidget(left, right, Qt.Orientation.Horizontal)
        for column in columns:
            for upper, lower in itertools.pairwise(column):
                self.splitDockWidget(upper, lower, Qt.Orientation.Vertical)
        self.panels = [panel for column in columns for panel in column]
        self.resizeDocks(heads, widths, Qt.Orientation.Horizontal)
        self.resizeDocks(self.panels, heights, Qt.Orientation.Vertical)
        for panel in self.panels:
            panel.visibilityChanged.connect(self.visibility_changed)

    def createPopupMenu(self) -> None:
        """None: the View menu lists the panels."""
        return None
