"""The studies that are open, as a menu: windows may lie on top of each other."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from prefstudio.studio.study_name import OF_PROGRAM


class WindowsMenu(QMenu):
    """Lists the windows of studies whenever it is shown, and brings the chosen one to the front.

    Parameters
    ----------
    kind : str
        The object name of such windows.
    parent : QWidget, optional
    """

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__("Open studies", parent)
        self._kind = kind
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """List the windows that are open by their titles; that of this menu is ticked."""
        self.clear()
        own: QWidget = self
        while (above := own.parentWidget()) is not None:
            own = above
        for place, window in enumerate(self._windows()):
            title = window.windowTitle().removesuffix(OF_PROGRAM)
            action = self.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(window is own)
            action.setData(place)

    def _windows(self) -> list[QWidget]:
        """All of them, in an order that stays while none is opened or closed."""
        named = (each for each in QApplication.topLevelWidgets() if each.objectName() == self._kind)
        return sorted((each for each in named if each.isVisible()), key=_by_title)

    def _on_triggered(self, action: QAction) -> None:
        window = self._windows()[action.data()]
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()


def _by_title(window: QWidget) -> tuple[str, int]:
    return window.windowTitle(), int(window.winId())
