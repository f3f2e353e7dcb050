"""The top of the window: mark, menus, the name of the study, layouts and theme."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenuBar, QSizePolicy, QWidget

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.icons import IconButton
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.logo import Logo
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme

HEIGHT = 48


class MenuRow(QFrame):
    """48 px: mark and menus left, the study in the middle, layouts and theme right.

    Where room is short the name of the study gives way.

    Parameters
    ----------
    has_layouts : bool
        Whether a study is shown, which can be arranged.
    """

    def __init__(self, *, has_layouts: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("menu_row")
        self.setFixedHeight(HEIGHT)
        self.menus = QMenuBar()
        self.menus.setNativeMenuBar(False)
        self.menus.setAccessibleName("Menus")
        self.menus.setFont(font(13))
        self.menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._logo = Logo()
        self.title = ElidedLabel(13, SEMI_BOLD)
        self.saved = ElidedLabel(12, tone=3, is_whole=True)
        for words in (self.title, self.saved):
            words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.layouts = Segment("Layout", {each.value: each.words for each in LayoutChoice})
        self.theme_button = IconButton("moon", "Dark theme", "theme_button")
        self.is_dark = False
        self._build()
        self.layouts.setVisible(has_layouts)

    def show_title(self, title: str, saved: str) -> None:
        """Name the study and say whether it is saved."""
        self.title.show_text(title)
        self.saved.show_text(saved)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.is_dark = theme.is_dark
        self._logo.show_theme(theme)
        self.theme_button.show_icon("sun" if theme.is_dark else "moon")
        self.theme_button.say("Light theme" if theme.is_dark else "Dark theme")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.menus.setMinimumWidth(self.menus.sizeHint().width())

    def _build(self) -> None:
        left, middle, right = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        left.addWidget(self._logo)
        left.addSpacing(6)
        left.addWidget(self.menus)
        left.addStretch(1)
        middle.setSpacing(6)
        middle.addWidget(self.title)
        middle.addWidget(self.saved)
        right.setSpacing(8)
        right.addStretch(1)
        right.addWidget(self.layouts)
        right.addWidget(self.theme_button)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.addLayout(left, 1)
        row.addLayout(middle)
        row.addLayout(right, 1)
