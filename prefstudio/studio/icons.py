"""Icons of one family, in the colours of the theme."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from prefstudio.studio.glyphs import glyph_icon
from prefstudio.studio.theme import DARK, LIGHT, Theme

SIZE = 16
BESIDE_WORDS = 6  # pixels more, half of them between an icon and its words


@cache
def _icon(name: str, color: str, disabled: str) -> QIcon:
    return glyph_icon(name, color, disabled)


def icon(name: str, theme: Theme, role: str = "ink2") -> QIcon:
    """An icon of the Phosphor set, such as "arrow-u-up-left", in the colour of a role."""
    return _icon(name, theme.name_of(role), theme.name_of("control"))


def theme_now() -> Theme:
    """The theme that all widgets are drawn in."""
    # The program's palette tells: a style sheet gives single widgets other colours.
    ink = QGuiApplication.palette().color(QPalette.ColorRole.Text)
    return DARK if ink.lightness() > 128 else LIGHT


class IconButton(QToolButton):
    """A button of 28 px with an icon; what it does is its tooltip and accessible name."""

    def __init__(self, name: str, words: str, object_name: str = "") -> None:
        super().__init__()
        self._name = name
        self.setObjectName(object_name)
        self.setProperty("kind", "icon")
        self.setIconSize(QSize(SIZE, SIZE))
        self.setFixedSize(28, 28)
        self.say(words)
        self._colour()

    def say(self, words: str) -> None:
        """Name what it does."""
        self.setToolTip(words)
        self.setAccessibleName(words)

    def show_icon(self, name: str) -> None:
        """Show another icon."""
        self._name = name
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        self.setIcon(icon(self._name, theme_now()))


class IconPushButton(QPushButton):
    """A button with an icon before its words; kind "primary", "ghost" or ""."""

    def __init__(self, name: str, words: str, kind: str = "") -> None:
        super().__init__(words)
        self._name, self._role = name, "on_accent" if kind == "primary" else "ink2"
        self.setProperty("kind", kind)
        self.setAccessibleName(words)
        self.setIconSize(QSize(SIZE + BESIDE_WORDS, SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self._colour()

    def show_icon(self, name: str) -> None:
        """Show another icon."""
        self._name = name
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        self.setIcon(icon(self._name, theme_now(), self._role))


class IconLabel(QLabel):
    """A picture beside words that say the same; it takes no keys."""

    def __init__(self, name: str, role: str = "ink2", pixels: int = SIZE) -> None:
        super().__init__()
        self._name, self._role, self._pixels = name, role, pixels
        self.setFixedSize(pixels, pixels)
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        made = icon(self._name, theme_now(), self._role)
        size = QSize(self._pixels, self._pixels)
        self.setPixmap(made.pixmap(size, self.devicePixelRatioF()))
