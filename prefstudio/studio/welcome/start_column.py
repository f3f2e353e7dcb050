"""The column beside the samples: a new study, recent ones, and where else to go."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio import __version__
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.logo import Logo
from prefstudio.studio.theme import Theme
from prefstudio.studio.welcome.drop_zone import DropZone
from prefstudio.studio.welcome.recent_list import RecentList
from prefstudio.studio.welcome.shortcuts import Shortcuts
from prefstudio.studio.widgets import label


class StartColumn(QWidget):
    """Has as many recent studies as leave room for what stands below them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drop_zone = DropZone()
        self.recent = RecentList()
        self.shortcuts = Shortcuts()
        self._logo = Logo(side=44)
        self._build()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._logo.show_theme(theme)

    def fit(self, height: int) -> None:
        """Show as many recent studies as there is room for."""
        self.recent.fit(height - self._height_of_others())

    def _height_of_others(self) -> int:
        """What all but the recent studies take, with the space between."""
        items = [self._column.itemAt(k) for k in range(self._column.count())]
        others = [each for each in items if each is not None and not each.isEmpty()]
        heights = [each.sizeHint().height() for each in others if each.widget() is not self.recent]
        return sum(heights) + self._column.spacing() * len(heights)

    def _build(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(label("PrefStudio", 26, SEMI_BOLD))
        names.addWidget(label("A few answers, a whole ranking", 13, tone=2))
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self._logo)
        head.addLayout(names, 1)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addLayout(head)
        column.addWidget(self.drop_zone)
        column.addWidget(self.recent)
        column.addWidget(self.shortcuts)
        column.addStretch(1)
        column.addWidget(label(f"Version {__version__}, offline, your files stay here", 12, tone=3))
