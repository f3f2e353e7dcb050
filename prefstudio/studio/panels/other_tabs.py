"""The panels of a place whose tabs found no room, behind one button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from prefstudio.studio.icons import IconButton


class OtherTabs(IconButton):
    """Stands at the end of the tabs and opens a menu of the others; hidden while there are none.

    Parameters
    ----------
    title : str
        Of the panel in whose header it is.
    name : str
        Its object name.
    """

    chosen = Signal(str)  # the title of a panel

    def __init__(self, title: str, name: str) -> None:
        super().__init__("caret-double-right", f"Other panels beside {title}", name)
        self._title = title
        self._menu = QMenu(self)
        self._menu.setAccessibleName(f"Other panels beside {title}")
        self._menu.triggered.connect(self._on_triggered)
        self.clicked.connect(self._on_clicked)
        self.hide()

    @property
    def actions_by_title(self) -> dict[str, QAction]:
        """What brings each panel to the front."""
        return {str(action.data()): action for action in self._menu.actions()}

    def show_titles(self, titles: Sequence[str]) -> None:
        """Offer other panels."""
        if list(titles) != list(self.actions_by_title):
            self._menu.clear()
            for title in titles:
                self._menu.addAction(title.replace("&", "&&")).setData(title)
            self.say(f"Other panels beside {self._title}: {', '.join(titles)}")
        self.setVisible(bool(titles))

    def _on_clicked(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())
