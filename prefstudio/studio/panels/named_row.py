"""A name and what is chosen under it, side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from prefstudio.studio.panels.parameter_row import label_width
from prefstudio.studio.widgets import label


class NamedRow(QWidget):
    """A name as wide as those of parameters, then something to choose with."""

    def __init__(self, title: str, choice: QWidget, *, fills: bool = True) -> None:
        super().__init__()
        self._name = label(title, 13)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._name)
        row.addWidget(choice, 1 if fills else 0)
        if not fills:
            row.addStretch(1)
        self.setFixedHeight(30)
        self.show_narrow(True)

    def show_narrow(self, is_narrow: bool) -> None:
        """Give the name less room, or all it should have."""
        self._name.setFixedWidth(label_width(is_narrow))
