"""Windows smaller than 1280 × 800: fewer columns, panels that scroll inside, nothing cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.first_size import LEAST
from prefstudio.studio.layouts import (
    ARRANGEMENTS,
    PANELS,
    LayoutChoice,
    WindowSize,
    arrangement,
    size_of,
)
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.compare_meter import MeterRow
from prefstudio.studio.scroll_room import ScrollRoom
from prefstudio.study.resources import sample
from prefstudio.study.standing import Leading, Standing
from tests.studio.conftest import OpenStudy
from tests.studio.panels_at_rest import put_back, rest

Settled = Callable[[MainWindow], None]
SMALL = [(1024, 640), (853, 533), (700, 900), (1280, 600)]
SMALLEST_OF_A_SIZE = [(900, 660), (820, 400), (600, 340)]
MORE = [(1100, 760), (640, 400), (900, 560), (600, 660)]
DOCKED = [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS]


@pytest.fixture
def sized(answered: MainWindow) -> Iterator[MainWindow]:
    yield answered
    put_back(answered)


def in_front(window: MainWindow) -> dict[str, QRect]:
    """Where the panels lie that one sees."""
    panels = window.rooms.panels
    return {name: panels[name].geometry() for name in PANELS if panels[name].is_in_front}


def test_each_size_of_a_window_has_its_columns() -> None:
    sizes = {
        (1600, 1000): WindowSize.LARGE,
        (1280, 800): WindowSize.SMALL,
        (1280, 760): WindowSize.SMALL,
        (1100, 760): WindowSize.NARROW,
        (1024, 700): WindowSize.FLAT,
        (1280, 700): WindowSize.SMALL,
        (1024, 640): WindowSize.FLAT,
        (1280, 600): WindowSize.FLAT,
        (853, 533): WindowSize.SLIGHT,
        (700, 900): WindowSize.UPRIGHT,
        (640, 400): WindowSize.LEAST,
    }
    assert {size: size_of(*size) for size in sizes} == sizes


@pytest.mark.parametrize("size", WindowSize)
@pytest.mark.parametrize("choice", DOCKED)
def test_a_smaller_window_has_the_same_panels(choice: LayoutChoice, size: WindowSize) -> None:
    names = ARRANGEMENTS[choice][size].names
    assert len(set(names)) == len(names)
    assert set(names) == set(ARRANGEMENTS[choice][WindowSize.LARGE].names)


@pytest.mark.parametrize(
    "size",
    [*SMALL, *SMALLEST_OF_A_SIZE, *(pytest.param(size, marks=pytest.mark.slow) for size in MORE)],
)
@pytest.mark.parametrize("choice", DOCKED)
def test_a_small_window_holds_all_its_panels(
    sized: MainWindow, settled: Settled, choice: LayoutChoice, size: tuple[int, int]
) -> None:
    sized.choose_layout(choice)
    sized.resize(*size)
    sized.pages.reset()
    settled(sized)
    rest(sized)
    assert sized.size() == QSize(*size)
    cells = arrangement(choice, *size).cells
    assert set(in_front(sized)) == {cell.names[0] for cell in cells}
    for rect in in_front(sized).values():
        assert sized.area.rect().contains(rect)
        assert rect.width() >= 360
    for name in in_front(sized):  # down to the foot, and never aside
        body = sized.rooms.bodies[name]
        room = body.parentWidget()
        assert room is not None and body.width() == room.width(), name


@pytest.mark.parametrize("choice", DOCKED)
def test_no_layout_needs_more_than_a_small_screen_has(
    sized: MainWindow, settled: Settled, choice: LayoutChoice
) -> None:
    for size in [(1600, 1000), (1280, 800), *SMALL]:
        sized.resize(*size)
        sized.choose_layout(choice)
        for name in PANELS:
            sized.panel_actions[name].trigger()
        settled(sized)
        rest(sized)
        assert sized.minimumSize() == LEAST
        needed = sized.area.minimumSizeHint()
        assert needed.width() <= 820 and needed.height() <= 500


def test_the_columns_of_a_wide_window_come_back(sized: MainWindow, settled: Settled) -> None:
    sized.resize(1280, 800)
    rest(sized)
    panels = sized.rooms.panels
    panels["links"].hide()
    sized.area.resizeDocks([panels["compare"]], [380], Qt.Orientation.Horizontal)
    rest(sized)
    before = in_front(sized)
    for size in [(1024, 640), (853, 533), (1600, 1000)]:
        sized.resize(*size)
        settled(sized)
        rest(sized)
        sized.resize(1280, 800)
        settled(sized)
        rest(sized)
        assert in_front(sized) == before


@pytest.mark.parametrize("width", [1280, 1024, 853, 640])
def test_the_status_bar_leaves_out_what_has_no_room(sized: MainWindow, width: int) -> None:
    sized.resize(width, 700)
    rest(sized)
    row = sized.status_row
    shown = [each for each in row.findChildren(QLabel) if each.isVisible() and each.text()]
    for text in shown:
        assert text.width() >= text.sizeHint().width(), text.objectName()
        right = text.mapTo(row, text.rect().topRight()).x()
        assert right <= row.width()
    assert row.words in shown and row.answers in shown
    assert (len(shown) == 9) == (width >= 1024)


@pytest.mark.parametrize("height", [300, 120])
def test_a_body_scrolls_below_the_least_room_it_needs_and_not_before(
    qtbot: QtBot, height: int
) -> None:
    body = QWidget()
    body.setMinimumSize(100, 200)
    room = ScrollRoom(body, QSize(40, 40))
    qtbot.addWidget(room)
    room.resize(240, height)
    room.show()
    qtbot.waitUntil(lambda: room.verticalScrollBar().isVisible() == (height < 200))
    assert body.height() == max(height, 200)
    assert body.width() == room.viewport().width()
    body.setMinimumHeight(400)
    qtbot.waitUntil(lambda: body.height() == 400)
    qtbot.waitUntil(room.verticalScrollBar().isVisible)
    assert body.width() == room.viewport().width()


@pytest.mark.parametrize("choice", DOCKED)
def test_no_panel_scrolls_as_a_whole_in_the_first_window(
    open_study: OpenStudy, settled: Settled, choice: LayoutChoice
) -> None:
    window = open_study(sample("cars"))  # whose links are words where a plot would be
    window.choose_layout(choice)
    settled(window)
    rest(window)
    for name in in_front(window):
        body = window.rooms.bodies[name]
        room = body.parentWidget()
        assert room is not None and body.size() == room.size(), name
        assert isinstance(room.parentWidget(), ScrollRoom)


def test_the_classroom_of_a_small_window_scrolls(sized: MainWindow, settled: Settled) -> None:
    sized.choose_layout(LayoutChoice.CLASSROOM)
    sized.resize(640, 400)
    settled(sized)
    rest(sized)
    assert sized.size() == QSize(640, 400)
    page = sized.classroom
    assert page.height() >= page.minimumSizeHint().height() > sized.pages.height()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("width", [500, 380])
def test_the_meter_leaves_out_its_bar_before_words_are_cut(qtbot: QtBot, width: int) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    meter = MeterRow()
    meter.setParent(holder)  # a window of its own would not grow smaller than its least size
    top = Leading(20, np.full(300, 0.07), None, None)
    ranks = np.arange(1, 301)
    standing = Standing(1, ranks, ranks, ranks, np.full(300, 0.003), None, None, 0.1, 20, 3.0, 0.9)
    meter.say(12, replace(standing, top=top), None, 279)
    meter.resize(width, 20)
    holder.show()
    QApplication.processEvents()
    assert "of the top 20 right" in meter.text
    texts = [each for each in meter.findChildren(QLabel) if each.isVisible()]
    assert all(each.width() >= each.sizeHint().width() for each in texts)
    assert meter.bar.isVisible() == (width == 500)
