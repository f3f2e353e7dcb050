"""The panels and the themes in the View menu."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from prefstudio.studio.actions import PANEL_KEYS
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.theme import ThemeChoice


class ViewMenu(QObject):
    """Shows and hides panels, goes to one by its key, and chooses a theme.

    Attributes
    ----------
    panel_actions, theme_actions
        What goes to a panel, by its name, and what chooses a theme.
    """

    panel_wanted = Signal(str)
    theme_chosen = Signal(object)  # ThemeChoice

    def __init__(self, menu: QMenu, panels: Mapping[str, Panel], window: QWidget) -> None:
        super().__init__(window)
        self.panel_actions: dict[str, QAction] = {}
        self.theme_actions: dict[ThemeChoice, QAction] = {}
        self._theme_group = QActionGroup(self)
        menu.addSeparator()
        self._add_panels(menu.addMenu("Panels"), panels, window)
        menu.addMenu("Go to").addActions(list(self.panel_actions.values()))
        self._add_themes(menu.addMenu("Theme"))
        self._theme_group.triggered.connect(self._on_theme_triggered)

    def _add_panels(self, menu: QMenu, panels: Mapping[str, Panel], window: QWidget) -> None:
        for name, panel in panels.items():
            menu.addAction(panel.toggleViewAction())
            action = QAction(f"Go to {panel.windowTitle()}", window)
            action.setObjectName(f"go_to_{name}")
            action.setData(name)
            if name in PANEL_KEYS:
                action.setShortcut(QKeySequence(PANEL_KEYS[name]))
            action.triggered.connect(self._on_panel_triggered)
            window.addAction(action)
            self.panel_actions[name] = action

    def _add_themes(self, menu: QMenu) -> None:
        for choice in ThemeChoice:
            action = menu.addAction(choice.value.capitalize())
            action.setCheckable(True)
            action.setData(choice.value)
            self._theme_group.addAction(action)
            self.theme_actions[choice] = action

    def _on_panel_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.panel_wanted.emit(action.data())

    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_chosen.emit(ThemeChoice(action.data()))
