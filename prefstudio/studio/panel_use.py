"""Which panel a person uses: the last one that they clicked, touched or went to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from prefstudio.studio.figure_table import Figure
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.segment import Segment

TOUCHES = ("item_chosen", "pair_chosen", "window_moved", "answered")
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
FIRST = "utilities"


class PanelUse(QObject):
    """Remembers in which order panels were used; a click counts where it takes no focus, too."""

    def __init__(self, rooms: Rooms, window: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rooms, self._window = rooms, window
        window.installEventFilter(self)  # it has no window of the system's before it is shown
        self._used = [FIRST]
        rooms.built.connect(self._on_built)
        for name, panel in rooms.panels.items():
            panel.head.setProperty("panel", name)
            panel.installEventFilter(self)  # a panel that floats has a window of its own
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def use(self, name: str) -> None:
        """Note that a panel is used."""
        if name in self._used:
            self._used.remove(name)
        self._used.append(name)

    def name_of(self, widget: QWidget | None) -> str | None:
        """The panel that a widget stands in, be it in its header or its body."""
        while widget is not None:
            for name, panel in self._rooms.panels.items():
                if widget is panel or widget is panel.head:
                    return name
            widget = widget.parentWidget()
        return None

    def latest(self, *, with_numbers: bool = False) -> Panel:
        """The panel that was used last, or the last one that has numbers."""
        for name in reversed(self._used):
            panel = self._rooms.panels[name]
            if not with_numbers or isinstance(panel.body, Figure):
                return panel
        return self._rooms.panels[FIRST]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget):
            handle = watched.windowHandle()
            if handle is not None:
                handle.installEventFilter(self)
        elif event.type() in PRESSES and isinstance(watched, QWindow):
            assert isinstance(event, QMouseEvent)
            for owner in (self._window, *self._rooms.panels.values()):
                if owner.windowHandle() is watched:
                    self._use_at(owner, event.position().toPoint())
        return super().eventFilter(watched, event)

    def _use_at(self, owner: QWidget, place: QPoint) -> None:
        """Note a click on a panel, its header or its tab."""
        clicked = owner.childAt(place)
        name = self.name_of(clicked)
        if isinstance(clicked, QTabBar):
            title = clicked.tabText(clicked.tabAt(clicked.mapFrom(owner, place)))
            titles = {panel.windowTitle(): each for each, panel in self._rooms.panels.items()}
            name = titles.get(title)
        if name is not None:
            self.use(name)

    def _on_built(self, name: str) -> None:
        panel = self._rooms.panels[name]
        for touch in TOUCHES:
            if hasattr(panel.body, touch):
                getattr(panel.body, touch).connect(self._on_touched)
        for control in panel.head.findChildren(Segment):
            control.chosen.connect(self._on_touched)

    def _on_touched(self) -> None:
        sender = self.sender()
        name = self.name_of(sender) if isinstance(sender, QWidget) else None
        if name is not None:
            self.use(name)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        name = self.name_of(now)
        if name is not None:
            self.use(name)
