"""Where the Tab key stops in a window, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panels.panel import Panel

FIRST = "compare"
TAB = Qt.FocusPolicy.TabFocus


class TabStops:
    """Compare, then panels left to right, top to bottom, and at last what is around them.

    The stops are found when Tab is pressed: panels are moved, put behind tabs and built late,
    and their headers go from place to place, which Qt's own order does not follow.

    Parameters
    ----------
    pages : QStackedWidget
        The panels, and other pages that the window may show in their place.
    area : PanelArea
        The panels.
    """

    def __init__(self, pages: QStackedWidget, area: PanelArea) -> None:
        self._pages, self._area = pages, area

    def found(self) -> list[QWidget]:
        """All stops, in order."""
        window, page = self._pages.window(), self._pages.currentWidget() or self._area
        inside = self._in_panels() if page is self._area else stops_of(page)
        around = [each for each in stops_of(window) if not self._pages.isAncestorOf(each)]
        return [each for each in dict.fromkeys([*inside, *around]) if _takes_tab(each, window)]

    def beside(self, focused: QWidget | None, by: int) -> QWidget | None:
        """The next stop (1) or the one before (-1); from elsewhere the first or the last."""
        stops = self.found()
        while focused is not None and focused not in stops:
            focused = focused.parentWidget()
        if not stops:
            return None
        if focused is None:
            return stops[0 if by > 0 else -1]
        return stops[(stops.index(focused) + by) % len(stops)]

    def _in_panels(self) -> list[QWidget]:
        if self._area.is_empty:
            return stops_of(self._area)
        shown = [each for each in self._area.panels.items() if _is_shown(each[1])]
        stops: list[QWidget] = []
        for name, panel in sorted(shown, key=self._place_of):
            head, body = [*self._tabs_of(panel), *_from_the_left(panel.head)], stops_of(panel.body)
            stops += [*body, *head] if name == FIRST else [*head, *body]
        return stops

    def _place_of(self, named: tuple[str, Panel]) -> tuple[bool, bool, int, int]:
        """Compare is first; what lies below all columns is last."""
        name, panel = named
        below = Qt.DockWidgetArea.BottomDockWidgetArea
        is_below = self._area.dockWidgetArea(panel) is below
        return name != FIRST, is_below, panel.x(), panel.y()

    def _tabs_of(self, panel: Panel) -> list[QWidget]:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        bars = self._area.findChildren(QTabBar, options=direct)
        return [bar for bar in bars if bar.isVisible() and _names(bar, panel)]


def stops_of(body: QWidget) -> list[QWidget]:
    """Where the Tab key may stop in a body: in the order it gives, the others after that."""
    given: list[QWidget] = getattr(body, "stops", [])
    children = body.findChildren(QWidget)
    return list(dict.fromkeys([*given, *_taking([body, *children])]))


def _taking(widgets: Iterable[QWidget]) -> list[QWidget]:
    return [each for each in widgets if each.focusPolicy() & TAB]


def _takes_tab(widget: QWidget, window: QWidget) -> bool:
    """Whether the Tab key stops at a widget now; some leave the keys to what they belong to."""
    is_open = widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & TAB)
    return is_open and widget.focusProxy() is None and QWidget.window(widget) is window


def _is_shown(panel: Panel) -> bool:
    return panel.is_built and panel.is_in_front and not panel.isFloating()


def _names(bar: QTabBar, panel: Panel) -> bool:
    return panel.windowTitle() in [bar.tabText(place) for place in range(bar.count())]


def _from_the_left(head: QWidget) -> list[QWidget]:
    return sorted(stops_of(head), key=lambda stop: stop.mapTo(head, QPoint()).x())
