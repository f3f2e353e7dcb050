"""The menu of a panel: what found no room in its header, and ways to save what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from prefstudio.studio.figure_saving import Shown

NO_NUMBERS = "There are no numbers in this panel."
ENTRIES = (  # name, words, whether it needs numbers
    ("png", "Save as PNG…", False),
    ("svg", "Save as SVG…", False),
    ("csv", "Save the numbers as CSV…", True),
    ("", "", False),
    ("copy_picture", "Copy picture", False),
    ("copy_numbers", "Copy numbers", True),
    ("", "", False),
    ("table", "Numbers as a table", True),
)


class PanelMenu(QMenu):
    """Opened by "…" or a right click; tells what was chosen and goes when it is closed."""

    chosen = Signal(str)  # name of an entry

    def __init__(self, shown: Shown, choices: list[QMenu], parent: QWidget) -> None:
        super().__init__(parent)
        self.shown = shown
        self.setObjectName("panel_menu")
        self.setAccessibleName(f"More for {shown.name}")
        self.setToolTipsVisible(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for choice in choices:
            choice.setParent(self, choice.windowFlags())
            self.addMenu(choice)
        if choices:
            self.addSeparator()
        self.entries: dict[str, QAction] = {}
        for name, words, needs_numbers in ENTRIES:
            self._add(name, words, is_possible=shown.numbers is not None or not needs_numbers)
        self.triggered.connect(self._on_triggered)

    def _add(self, name: str, words: str, *, is_possible: bool) -> None:
        if not name:
            self.addSeparator()
            return
        action = self.addAction(words)
        action.setObjectName(f"figure_{name}")
        action.setData(name)
        action.setEnabled(is_possible)
        if not is_possible:
            action.setToolTip(NO_NUMBERS)
        self.entries[name] = action

    def _on_triggered(self, action: QAction) -> None:
        if action.data() in self.entries:
            self.chosen.emit(action.data())
