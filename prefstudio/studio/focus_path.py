"""Where the focus goes: from stop to stop by Tab, and home when what had it is gone."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from prefstudio.studio.pages import Pages
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.tab_stops import TabStops


class FocusPath(QObject):
    """Keeps the answer keys at work: a focus that is lost goes to Compare, or to the classroom.

    Qt hands the focus of what is hidden or closed to whatever comes next, or to nothing. That
    may be a plot with arrows of its own, or the tab of another layout.
    """

    def __init__(self, model: StudioModel, pages: Pages, area: PanelArea, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._pages, self._area = model, pages, area
        self._stops = TabStops(pages, area)
        self._is_fork = model.is_fork
        self._finding = QTimer(self)  # whoever lets the focus go may have a place for it
        self._finding.setSingleShot(True)
        self._finding.setInterval(0)
        self._finding.timeout.connect(self.find)
        area.came_to_rest.connect(self.find)
        model.moment_entered.connect(self._on_moment_entered)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def step(self, by: int) -> bool:
        """Go to the next stop (1) or the one before (-1); home, if what had the focus is gone."""
        focused = self._window.focusWidget()
        if focused is not self._pages.home and not self._has_place(focused):
            self._pages.take_focus()
            return True
        stop = self._stops.beside(focused, by)
        if stop is None:
            return False
        reason = Qt.FocusReason.TabFocusReason if by > 0 else Qt.FocusReason.BacktabFocusReason
        stop.setFocus(reason)
        _bring_into_sight(stop)
        return True

    def find(self) -> None:
        """Bring the focus home if it is nowhere in sight."""
        if self._window.isVisible() and not self._has_place(self._window.focusWidget()):
            self._pages.take_focus()

    @property
    def _window(self) -> QWidget:
        window = self.parent()
        assert isinstance(window, QWidget)
        return window

    def _has_place(self, widget: QWidget | None) -> bool:
        """Whether a widget can have the focus: it is open, and not behind another tab."""
        if widget is None or not (widget.isVisible() and widget.isEnabled()):
            return False
        panels = self._area.panels.values()
        return all(each.is_in_front for each in panels if each.isAncestorOf(widget))

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        is_let_go = before is not None and now is None and self._window.isActiveWindow()
        if is_let_go and self._window.focusWidget() is None:
            self._finding.start()

    def _on_moment_entered(self) -> None:
        """A thought begins or ends with its answers."""
        if self._model.is_fork != self._is_fork:
            self._is_fork = self._model.is_fork
            self._pages.take_focus()


def _bring_into_sight(stop: QWidget) -> None:
    """Scroll to where the focus has gone; Qt does so only inside of what scrolls."""
    above = stop.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(stop)
        above = above.parentWidget()
