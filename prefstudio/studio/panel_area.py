"""Where the panels lie: docks that can be moved, hidden and brought back."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Collection, Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMainWindow, QPushButton, QTabBar, QTabWidget, QWidget

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.layouts import Arrangement, Cell
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.panels.panel_head import OTHERS_WIDTH
from prefstudio.studio.place_below import PlaceBelow
from prefstudio.studio.tab_row import TabRow

MARGIN = 10
EMPTY = "The View menu shows each of them alone; their places are kept."
TABS_GAP = 4  # px between the last tab and what stands beside it
MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class PanelArea(QMainWindow):
    """Docks on the window's ground; tells when one was shown or hidden."""

    visibility_changed = Signal()
    panels_wanted = Signal()  # all of them were hidden
    came_to_rest = Signal()  # every panel lies where it will lie

    def __init__(self, panels: Mapping[str, Panel], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("panel_area")
        self.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self.setDockNestingEnabled(True)
        north = QTabWidget.TabPosition.North
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, north)
        self.panels = dict(panels)
        # What was kept of other panels knows no place for some of these.
        self._version = zlib.crc32(" ".join(self.panels).encode()) & 0x7FFF_FFFF
        self._placing = QTimer(self)  # once, however much moves at a time
        self._placing.setSingleShot(True)
        self._placing.setInterval(0)
        self._placing.timeout.connect(self._place_heads)
        self._arrangement: Arrangement | None = None
        self._state = QByteArray()  # to be restored once more when there are true sizes
        self._sizing = QTimer(self)
        self._sizing.setSingleShot(True)
        self._sizing.setInterval(0)
        self._sizing.timeout.connect(self._on_sizing)
        self.back_button = QPushButton("Bring them back")
        self.back_button.setObjectName("panels_back")
        self.back_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.back_button.clicked.connect(self.panels_wanted)
        self._empty = EmptyPage(
            "squares-four", "All panels are hidden", EMPTY, self.back_button, one_line=True
        )
        self._empty.setParent(self)
        self._empty.hide()
        self._below = PlaceBelow(self)
        for panel in self.panels.values():
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, panel)
            self._below.attend(panel)
            panel.visibilityChanged.connect(self._on_visibility_changed)
            panel.installEventFilter(self)
            panel.head.needs_changed.connect(self._placing.start)
            panel.head.others.chosen.connect(self._on_other_chosen)

    def arrange(self, arrangement: Arrangement) -> None:
        """Lay the panels out anew; those without a place wait, hidden, behind the model."""
        for panel in self.panels.values():
            self.removeDockWidget(panel)
        heads = [self.panels[column.cells[0].names[0]] for column in arrangement.columns]
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, heads[0])
        for left, right in itertools.pairwise(heads):
            self.splitDockWidget(left, right, Qt.Orientation.Horizontal)
        for column in arrangement.columns:
            for upper, lower in itertools.pairwise(column.cells):
                upright = Qt.Orientation.Vertical
                self.splitDockWidget(self._front(upper), self._front(lower), upright)
        if arrangement.bottom is not None:
            below = Qt.DockWidgetArea.BottomDockWidgetArea
            self.addDockWidget(below, self._front(arrangement.bottom))
        for cell in arrangement.cells:
            self._fill(cell)
        for name in (each for each in self.panels if each not in arrangement.names):
            self.tabifyDockWidget(self._front(arrangement.spare_cell), self.panels[name])
            self.panels[name].hide()
        self._arrangement, self._state = arrangement, QByteArray()
        self._sizing.start()
        self._placing.start()

    def _share_room(self) -> None:
        """Give every column and cell its share; Qt does so only once it has sizes of its own."""
        arrangement, self._arrangement = self._arrangement, None
        if arrangement is None:
            return
        columns = arrangement.columns
        heads = [self._front(column.cells[0]) for column in columns]
        widths = [column.width for column in columns]
        self.resizeDocks(heads, widths, Qt.Orientation.Horizontal)
        heights = arrangement.heights(self.height() - 2 * MARGIN)
        fronts = [self._front(cell) for cell in arrangement.cells]
        self.resizeDocks(fronts, heights, Qt.Orientation.Vertical)

    def state(self) -> QByteArray:
        """Where the panels lie, to be restored some day."""
        if self._sizing.isActive():
            self._settle()
        return self.saveState(self._version)

    def restore(self, state: QByteArray) -> bool:
        """Lay the panels out as they once were; False when that is not known any more."""
        is_restored = not state.isEmpty() and self.restoreState(state, self._version)
        if is_restored:
            self._arrangement = None
        self._state = state if is_restored and not self.isVisible() else QByteArray()
        self._placing.start()
        return is_restored

    @property
    def is_empty(self) -> bool:
        """Whether all panels are hidden."""
        return all(panel.isHidden() for panel in self.panels.values())

    def is_in_front(self, panel: Panel) -> bool:
        """Whether a panel will be in sight once the area is: not hidden, nor behind a tab."""
        if self.isVisible():
            return panel.is_in_front
        together = [panel, *self.tabifiedDockWidgets(panel)]
        titles = {each.windowTitle() for each in together if not each.isHidden()}
        is_behind = len(titles) > 1 and self._tab_in_front(titles) != panel.windowTitle()
        return not panel.isHidden() and not is_behind

    def createPopupMenu(self) -> None:
        """None: the View menu lists the panels."""
        return None

    def _front(self, cell: Cell) -> Panel:
        return self.panels[cell.names[0]]

    def _fill(self, cell: Cell) -> None:
        """Put all panels of a cell into its place, the first in front."""
        front = self._front(cell)
        for name in cell.names:
            self.panels[name].show()
            if name != cell.names[0]:
                self.tabifyDockWidget(front, self.panels[name])
        front.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        """Let panels lie where they will from the first picture on."""
        super().showEvent(event)
        self._settle()
        self._place_heads()

    def _settle(self) -> None:
        """Give panels their sizes now, if the area has its own."""
        self._on_sizing()
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def _on_sizing(self) -> None:
        if not self.isVisible():
            return
        if not self._state.isEmpty():
            self.restoreState(self._state, self._version)
            self._state = QByteArray()
        self._share_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOVES:
            self._placing.start()
        return super().eventFilter(watched, event)

    def _on_visibility_changed(self) -> None:
        self._placing.start()
        self.visibility_changed.emit()

    def _place_heads(self) -> None:
        """Put the header of every panel above it, or beside the tabs that name it."""
        rows = self._tab_rows()
        for panel in self.panels.values():
            if panel.isFloating() or panel.windowTitle() not in rows:
                panel.keep_head()
        for row in set(rows.values()):
            self._place_beside(row)
        self._empty.setVisible(self.is_empty)
        self._empty.setGeometry(self.rect())
        self.came_to_rest.emit()

    def _place_beside(self, row: TabRow) -> None:
        """Put the headers of a place beside its tabs, which leave room for them."""
        together = [each for each in self._panels_named(row.titles) if not each.isFloating()]
        (front,) = self._panels_named([row.front])
        dock = front.geometry()  # those behind it may not have been laid out
        row.fit(dock.width() - front.head.least_width - TABS_GAP, OTHERS_WIDTH)
        for panel in together:
            head = panel.lend_head(self)
            head.stand_beside(row.width + TABS_GAP, row.left_out)
            head.setGeometry(dock.x(), row.bar.y(), dock.width(), dock.y() - row.bar.y())
            head.setVisible(panel is front)
            head.stackUnder(row.bar)

    def _panels_named(self, titles: Collection[str]) -> list[Panel]:
        return [panel for panel in self.panels.values() if panel.windowTitle() in titles]

    def _on_other_chosen(self, title: str) -> None:
        """Bring a panel to the front whose tab has no room; the keys stay at the tabs."""
        (panel,) = self._panels_named([title])
        row = self._tab_rows()[title]
        (front,) = self._panels_named([row.front])
        if front.head.others.hasFocus():
            row.bar.setFocus(Qt.FocusReason.TabFocusReason)
        panel.raise_()

    def _tab_rows(self) -> dict[str, TabRow]:
        """The tabs in sight, by the titles they show."""
        found: dict[str, TabRow] = {}
        for bar in self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            row = TabRow.of(bar)
            bar.installEventFilter(self)
            is_used = self._are_of_a_group(bar, row.titles)
            row.use(is_used=is_used)
            if is_used:
                found |= dict.fromkeys(row.titles, row)
        return found

    def _tab_in_front(self, titles: set[str]) -> str:
        """The title in front of tabs that have these; Qt keeps bars of former tabs, too."""
        for bar in reversed(self.findChildren(QTabBar)):
            if {bar.tabText(place) for place in range(bar.count())} == titles:
                return bar.tabText(bar.currentIndex())
        return ""

    def _are_of_a_group(self, bar: QTabBar, titles: list[str]) -> bool:
        """Whether tabs name all panels of one place in sight, and lie right above it."""
        for panel in self.panels.values():
            together = [panel, *self.tabifiedDockWidgets(panel)]
            named = {each.windowTitle() for each in together if not each.isHidden()}
            is_above = panel.x() == bar.x() and abs(panel.y() - bar.geometry().bottom() - 1) <= 1
            if panel.is_in_front and is_above and named == set(titles):
                return len(titles) > 1
        return False
