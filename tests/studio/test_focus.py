"""The focus goes where a person leads it, and the answer keys go on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton
KEY, ALT, CTRL = Qt.Key, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


class Windows(QObject):
    """Notes which widgets are shown as windows of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget):
            is_part = watched.isWindow() and not isinstance(watched, MainWindow)
            self.shown += [f"{type(watched).__name__} {watched.objectName()}"] if is_part else []
        return super().eventFilter(watched, event)


def test_no_part_is_a_window_for_a_moment_and_takes_the_focus(
    qtbot: QtBot, qapp: QApplication, studio: Studio, settled: Settled
) -> None:
    windows = Windows()
    qapp.installEventFilter(windows)
    window = studio.open_study(read_study(sample("six-papers")))
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    for name in window.rooms.panels:
        window.panel_actions[name].trigger()
        settled(window)
    window.toasts.show("Learned", "Undo", window.model.undo)
    qapp.removeEventFilter(windows)
    assert windows.shown == []
