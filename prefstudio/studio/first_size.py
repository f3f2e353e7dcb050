"""How large a window opens that nobody has sized yet: with its frame it fits the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

WISHED = QSize(1280, 800)
FRAME = QSize(4, 40)  # pixels that a title bar and its borders may take; unknown before it is shown
NO_SCREEN = ("offscreen", "minimal")  # platforms without a screen that anything must fit


def size_within(available: QSize) -> QSize:
    """The size wished for, or what a screen leaves of it beside the window's frame."""
    return WISHED.boundedTo(available - FRAME)


def take_first_size(window: QWidget) -> None:
    """Give a window the size it opens with."""
    has_screen = QGuiApplication.platformName() not in NO_SCREEN
    window.resize(size_within(window.screen().availableSize()) if has_screen else WISHED)
