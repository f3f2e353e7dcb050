"""A window that nobody has sized yet fits the screen with its title bar."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.first_size import FRAME, WISHED, size_within, take_first_size
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.welcome.welcome_window import WelcomeWindow


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(1366, 768), QSize(1024, 700)])
def test_a_small_screen_holds_the_window_and_its_frame(screen: QSize) -> None:
    size = size_within(screen)
    assert size.width() + FRAME.width() <= screen.width()
    assert size.height() + FRAME.height() <= screen.height()


def test_a_large_screen_leaves_the_size_as_wished() -> None:
    assert size_within(QSize(1600, 1000)) == WISHED


def test_a_window_fits_the_screen_it_opens_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = WelcomeWindow(Remembered())
    qtbot.addWidget(window)
    assert window.size() == WISHED  # no screen to fit here
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    take_first_size(window)
    assert window.size() == size_within(window.screen().availableSize())
