"""The small menu by which a person says that something is wrong with an item."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from prefstudio.studio.icons import IconButton


class ReportButton(IconButton):
    """Opens a menu with one entry a card."""

    reported = Signal(str)  # "a" or "b"

    def __init__(self) -> None:
        super().__init__("flag", "Report a problem with A or B", "report_problem")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self.entries = {letter: self._menu.addAction("") for letter in "ab"}
        for letter, action in self.entries.items():
            action.setData(letter)
            action.setObjectName(f"report_{letter}")
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.triggered.connect(self._on_triggered)
        self.show_names("", "")

    def show_names(self, first: str, second: str) -> None:
        """Name the items in the menu."""
        for letter, name in zip("ab", (first, second), strict=True):
            about = f" ({name.replace('&', '&&')})" if name else ""
            self.entries[letter].setText(f"Report a problem with {letter.upper()}{about}…")

    def _on_triggered(self, action: QAction) -> None:
        self.reported.emit(str(action.data()))
