"""The menu of a panel: what found no room in its header, and ways to save what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from prefstudio.studio.actions import entry_of
from prefstudio.studio.figure_content import Shown

NO_NUMBERS = "There are no numbers in this panel."
ENTRIES = {  # names of actions by what is done with the figure
    "png": "figure_png",
    "svg": "figure_svg",
    "csv": "figure_csv",
    "copy_picture": "figure_copy_picture",
    "copy_numbers": "figure_copy_numbers",
    "table": "table_twin",
}
GROUPS = (("png", "svg", "csv"), ("copy_picture", "copy_numbers"), ("table",))
WITH_NUMBERS = frozenset({"csv", "copy_numbers", "table"})


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
        self.entries: dict[str, QAction] = {}
        for group in GROUPS:
            self.addSeparator()
            for name in group:
                self._add(name, is_possible=shown.numbers is not None or name not in WITH_NUMBERS)
        self.triggered.connect(self._on_triggered)

    def _add(self, name: str, *, is_possible: bool) -> None:
        entry = entry_of(ENTRIES[name])
        # The keys are shown only: they belong to the window, and mean the panel in use.
        keys = QKeySequence(entry.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
        action = self.addAction(f"{entry.words}\t{keys}")
        action.setObjectName(f"figure_{name}")
        action.setData(name)
        action.setEnabled(is_possible)
        if not is_possible:
            action.setToolTip(NO_NUMBERS)
        self.entries[name] = action

    def _on_triggered(self, action: QAction) -> None:
        if action.data() in self.entries:
            self.chosen.emit(action.data())
