"""Tabs and headers of any set of panels: nothing cut, nothing over an edge, all within reach."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QTabBar

from prefstudio.studio.layouts import PANELS, LayoutChoice, arrangement
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import TITLES
from prefstudio.studio.panels.panel import Panel
from tests.studio.panels_at_rest import put_back, rest

Settled = Callable[[MainWindow], None]
SIZES = [
    (1280, 775),
    (1600, 1000),
    (853, 533),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 800), (1024, 640))),
]
DOCKED = [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS]


@pytest.fixture
def laid_out(answered: MainWindow) -> Iterator[MainWindow]:
    yield answered
    put_back(answered)


def lay_out(window: MainWindow, choice: LayoutChoice, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.choose_layout(choice)
    window.pages.reset()
    rest(window)


def bars_of(window: MainWindow) -> list[QTabBar]:
    bars = [bar for bar in window.area.findChildren(QTabBar) if bar.isVisible()]
    return [bar for bar in bars if bar.geometry().intersects(window.area.rect())]


def tabs_in_sight(bar: QTabBar) -> dict[str, QRect]:
    """Where the tabs lie that one sees, in the area, by what they say."""
    places = [place for place in range(bar.count()) if bar.isTabVisible(place)]
    rects = {bar.tabText(each): bar.tabRect(each).translated(bar.pos()) for each in places}
    assert all(bar.mask().contains(rect.translated(-bar.pos())) for rect in rects.values())
    return rects


def panel_in_front(window: MainWindow, bar: QTabBar) -> Panel:
    title = bar.tabText(bar.currentIndex())
    return next(each for each in window.rooms.panels.values() if each.windowTitle() == title)


def controls_in_sight(panel: Panel) -> list[QRect]:
    """Where the controls of a header lie, in the header."""
    head = panel.head
    controls = [*head._controls, head.others, head.more]
    return [each.geometry() for each in controls if each.isVisible()]


def check_head(panel: Panel) -> None:
    """The controls lie side by side within the header."""
    rects = controls_in_sight(panel)
    inside = panel.head.rect().adjusted(0, 0, -4, 0)
    assert all(inside.contains(rect) for rect in rects), panel.windowTitle()
    assert not any(one.intersects(two) for one, two in itertools.combinations(rects, 2))
    assert panel.head.more.isVisible()


def check_tabs(window: MainWindow, bar: QTabBar) -> None:
    """Whole names, beside what the header has, and all panels of the place within reach."""
    panel, tabs = panel_in_front(window, bar), tabs_in_sight(bar)
    assert panel.windowTitle() in tabs
    head, measure = panel.head, QFontMetrics(bar.font())
    assert head.geometry().width() == panel.width()
    for title, rect in tabs.items():
        assert rect.width() >= measure.horizontalAdvance(title)
        assert head.geometry().contains(rect)
        for control in controls_in_sight(panel):
            assert not control.translated(head.pos()).intersects(rect)
    others = list(head.others.actions_by_title) if head.others.isVisible() else []
    assert {*tabs, *others} == {bar.tabText(place) for place in range(bar.count())}


def check_all(window: MainWindow) -> None:
    for panel in window.rooms.panels.values():
        if panel.is_in_front:
            check_head(panel)
    for bar in bars_of(window):
        check_tabs(window, bar)


def open_more(window: MainWindow, chosen: random.Random) -> None:
    """Open some panels, close others, and bring some to the front."""
    for name in chosen.sample(PANELS, chosen.randint(0, 10)):
        window.rooms.panels[name].setVisible(chosen.random() < 0.75)
        rest(window)
    shown = [panel for panel in window.rooms.panels.values() if not panel.isHidden()]
    for panel in chosen.sample(shown, min(3, len(shown))):
        panel.raise_()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("choice", DOCKED)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 20), marks=pytest.mark.slow)])
def test_with_any_set_of_panels_no_header_is_too_full(
    laid_out: MainWindow,
    settled: Settled,
    choice: LayoutChoice,
    size: tuple[int, int],
    seeds: range,
) -> None:
    for seed in seeds:
        lay_out(laid_out, choice, size)
        open_more(laid_out, random.Random(seed))
        settled(laid_out)
        rest(laid_out)
        check_all(laid_out)


def test_tabs_of_which_one_panel_is_left_come_to_rest(
    laid_out: MainWindow, settled: Settled
) -> None:
    """Qt shows the tabs that it has moved out of sight whenever they are hidden."""
    lay_out(laid_out, LayoutChoice.EXPLORE, (1280, 800))
    laid_out.rooms.panels["covariance"].hide()
    laid_out.rooms.panels["expected_loss"].hide()
    settled(laid_out)
    rest(laid_out)
    check_all(laid_out)
    moved = QSignalSpy(laid_out.area.came_to_rest)
    QTest.qWait(50)
    assert moved.count() == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("choice", DOCKED)
def test_no_column_becomes_wider_by_its_tabs(
    laid_out: MainWindow, settled: Settled, choice: LayoutChoice, size: tuple[int, int]
) -> None:
    lay_out(laid_out, choice, size)
    panels = laid_out.rooms.panels
    heads = [column.cells[0].names[0] for column in arrangement(choice, *size).columns]
    before = {name: panels[name].geometry().getRect() for name in heads}
    for name in PANELS:
        laid_out.panel_actions[name].trigger()
        settled(laid_out)
        rest(laid_out)
        check_all(laid_out)
    for name in heads:
        laid_out.panel_actions[name].trigger()
    rest(laid_out)
    assert {name: panels[name].geometry().getRect() for name in heads} == before


def test_a_panel_whose_tab_has_no_room_is_reached_by_the_menu_beside_the_tabs(
    laid_out: MainWindow, settled: Settled
) -> None:
    lay_out(laid_out, LayoutChoice.EXPLORE, (1280, 800))
    for name in ("components", "baselines", "links"):
        laid_out.panel_actions[name].trigger()
        settled(laid_out)
    rest(laid_out)
    others = laid_out.rooms.panels["links"].head.others
    assert others.isVisible()
    titles = list(others.actions_by_title)
    assert TITLES["components"] in titles
    assert all(title in others.accessibleName() for title in titles)
    others.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(others, Qt.Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    for _ in range(titles.index(TITLES["components"]) + 1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    settled(laid_out)
    rest(laid_out)
    assert laid_out.rooms.panels["components"].is_in_front
    assert isinstance(laid_out.focusWidget(), QTabBar)  # the arrows go on from there
    check_all(laid_out)


def test_tabs_in_sight_stay_on_the_way_from_one_to_another(
    laid_out: MainWindow, settled: Settled
) -> None:
    lay_out(laid_out, LayoutChoice.EXPLORE, (1280, 800))
    for name in ("components", "baselines"):
        laid_out.panel_actions[name].trigger()
        settled(laid_out)
    rest(laid_out)
    (bar,) = (bar for bar in bars_of(laid_out) if bar.count() == 7)
    before = tabs_in_sight(bar)
    laid_out.panel_actions["plan"].trigger()
    settled(laid_out)
    rest(laid_out)
    assert tabs_in_sight(bar) == before
