"""A short name and what is chosen under it, side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from prefstudio.studio.widgets import label

NAME_WIDTH = 68


class NamedRow(QWidget):
    """A name, then something to choose with; one that fills takes all the room there is."""

    def __init__(self, title: str, choice: QWidget, *, fills: bool = True) -> None:
        super().__init__()
        name = label(title, 13)
        name.setFixedWidth(NAME_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(name)
        row.addWidget(choice, 1 if fills else 0)
        if not fills:
            row.addStretch(1)
        self.setMinimumHeight(30)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
