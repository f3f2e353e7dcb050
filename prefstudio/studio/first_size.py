"""How large a window opens that nobody has sized yet: with its frame it fits the screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

WISHED = QSize(1280, 800)
LEAST = QSize(600, 340)  # fits a screen of 1280 × 800 at 200 %; what needs more scrolls inside
FRAME = QSize(4, 40)  # pixels that a title bar and its borders may take; unknown before it is shown
NO_SCREEN = ("offscreen", "minimal")  # platforms without a screen that anything must fit


def size_within(available: QSize) -> QSize:
    """The size wished for, or what a screen leaves of it beside the window's frame."""
    return WISHED.boundedTo(available - FRAME)


def take_first_size(window: QWidget) -> None:
    """Give a window the size it opens with, and the least it can have."""
    window.setMinimumSize(LEAST)
    window.resize(size_within(window.screen().availableSize()) if _has_screen() else WISHED)


def take_last_place(window: QWidget, geometry: QByteArray) -> None:
    """Put a window where one was left, if that is known."""
    if not geometry.isEmpty():
        window.restoreGeometry(geometry)
        if not _has_screen():  # Qt would make it fit one of 800 × 800
            window.resize(WISHED)


def _has_screen() -> bool:
    return QGuiApplication.platformName() not in NO_SCREEN
