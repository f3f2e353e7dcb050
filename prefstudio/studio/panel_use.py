"""Which panel a person uses: the one with the focus, or else the last one they touched."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.segment import Segment

TOUCHES = ("item_chosen", "pair_chosen", "window_moved")
FIRST = "utilities"


class PanelUse(QObject):
    """Remembers in which order panels were used."""

    def __init__(self, rooms: Rooms, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rooms = rooms
        self._used = [FIRST]
        for body in rooms.bodies.values():
            for touch in TOUCHES:
                if hasattr(body, touch):
                    getattr(body, touch).connect(self._on_touched)
        for name, panel in rooms.panels.items():
            panel.head.setProperty("panel", name)
            for control in panel.head.findChildren(Segment):
                control.chosen.connect(self._on_touched)
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
        bodies = self._rooms.bodies
        for name in reversed(self._used):
            if not with_numbers or hasattr(bodies[name], "figure_table"):
                return self._rooms.panels[name]
        return self._rooms.panels[FIRST]

    def _on_touched(self) -> None:
        sender = self.sender()
        name = self.name_of(sender) if isinstance(sender, QWidget) else None
        if name is not None:
            self.use(name)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        name = self.name_of(now)
        if name is not None:
            self.use(name)
