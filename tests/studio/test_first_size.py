"""A window that nobody has sized yet fits the screen with its title bar, and hides no other."""

import pytest
from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.first_size import (
    FRAME,
    WISHED,
    grow,
    place_aside,
    place_within,
    size_within,
    step_aside,
    take_first_size,
)
from prefstudio.studio.record import open_for_window
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.resources import sample

SCREEN = QRect(0, 24, 1600, 976)


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


def test_windows_that_would_lie_on_each_other_go_right_and_down() -> None:
    wished, taken = QRect(100, 100, 1200, 700), []
    for number in range(5):
        place = place_aside(wished, taken, SCREEN)
        assert place == wished.translated(32 * number, 32 * number)
        taken.append(place)


def test_a_window_that_lies_on_no_other_stays_where_it_was_left() -> None:
    wished = QRect(-40, 900, 1200, 700)  # where somebody put it
    assert place_aside(wished, [], SCREEN) == wished
    assert place_aside(wished, [QRect(-39, 900, 1200, 700)], SCREEN) == wished


@pytest.mark.parametrize(
    "wished",
    [
        QRect(390, 290, 1200, 700),  # near the corner
        QRect(2, 62, 1596, 936),  # as large as the screen
        QRect(100, 280, 1200, 710),  # room to the right only
        QRect(390, 100, 1200, 700),  # room below only
        QRect(0, 24, 1900, 1200),  # larger than the screen
    ],
)
def test_no_window_is_put_beyond_the_screen(wished: QRect) -> None:
    room = SCREEN.adjusted(0, FRAME.height() - 2, 0, 0)  # below the screen's edge and a title
    taken = [wished]
    for _ in range(40):
        place = place_aside(wished, taken, SCREEN)
        assert place.size() == wished.size()
        if place.size().boundedTo(room.size()) == place.size():
            assert room.contains(place)
        else:
            assert room.contains(place.topLeft())
        taken.append(place)
    corners = {rect.topLeft().toTuple() for rect in taken}
    assert place.topLeft().toTuple() in corners  # no room is left, so it lies on another


def test_a_second_study_opens_beside_the_first(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    first = studio.open_study(open_for_window(sample("six-papers")))
    first.setGeometry(50, 80, 640, 400)
    studio.remembered.geometry = first.saveGeometry()
    second = studio.open_study(open_for_window(sample("cars")))
    third = studio.open_study(open_for_window(sample("spiral")))
    assert second.geometry() == first.geometry().translated(32, 32)
    assert third.geometry() == second.geometry().translated(32, 32)


def test_a_window_without_a_place_opens_beside_the_last(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    first, second = QWidget(), QWidget()
    for window in (first, second):
        qtbot.addWidget(window)
        window.resize(300, 200)
    step_aside(first, [])
    first.setGeometry(70, 90, 300, 200)
    step_aside(second, [first])
    assert second.geometry() == QRect(102, 122, 300, 200)


@pytest.mark.parametrize("wished", [QRect(900, 700, 660, 590), QRect(0, 0, 660, 590)])
def test_a_window_that_grows_over_the_edge_moves_as_far_as_it_must(wished: QRect) -> None:
    frame = QMargins(1, 20, 1, 5)
    whole = place_within(wished, SCREEN, frame)
    assert whole.size() == wished.size()
    assert SCREEN.contains(whole.marginsAdded(frame))
    assert place_within(whole, SCREEN, frame) == whole
    large = QRect(10, 700, 3000, 2000)
    assert place_within(large, SCREEN, frame).marginsAdded(frame) == SCREEN


def test_a_dialog_on_screen_grows_with_all_of_it_on_screen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry()
    window.setGeometry(room.right() - 320, room.bottom() - 220, 300, 200)
    window.show()
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    grow(window, QSize(500, 450))
    assert window.size() == QSize(500, 450)
    assert room.contains(window.frameGeometry())
