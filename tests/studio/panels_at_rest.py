"""Waiting for panels that move when a window gets another size or another layout."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow

MOST_LOOKS = 100


def rest(window: MainWindow) -> None:
    """Let panels come to lie where they will lie, however busy the machine is."""
    before = None
    for _ in range(MOST_LOOKS):
        QApplication.processEvents()
        QTest.qWait(5)
        panels = window.rooms.panels.values()
        now = [each.geometry() for panel in panels for each in (panel, panel.head)]
        if now == before:
            return
        before = now


def put_back(window: MainWindow) -> None:
    """Give a window that other tests look at its usual size and layout again."""
    window.resize(1280, 800)
    window.choose_layout(LayoutChoice.EXPLORE)
    window.pages.reset()
    rest(window)
