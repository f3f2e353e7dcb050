"""Panels and pages are built when somebody first sees them, and know then what they missed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.layouts import PANELS, LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import TITLES
from prefstudio.studio.rooms import PANEL_OF, Room, Rooms
from prefstudio.studio.tab_stops import stops_of

Settled = Callable[[MainWindow], None]


def test_every_panel_has_a_title_a_body_and_a_place_in_the_menu() -> None:
    rooms = {name for name, each in vars(Rooms).items() if isinstance(each, Room)}
    assert rooms == TITLES.keys() == set(PANELS)
    assert len(PANELS) == len(TITLES)
    assert isinstance(Rooms.compare, Room), "on the class there is no panel to build"


def test_panels_are_built_when_they_are_first_seen(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    settled(window)
    rooms = window.rooms
    in_front = {name for name, panel in rooms.panels.items() if panel.is_in_front}
    assert set(rooms.bodies) == in_front
    rooms.panels["model"].raise_()
    qtbot.waitUntil(lambda: rooms.panels["model"].is_built)
    settled(window)
    assert set(rooms.bodies) == in_front | {"model"}
    assert rooms.model.rows, "a panel that comes late was told the model"


def test_a_panel_that_comes_late_is_told_all_it_missed(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    settled(window)
    window.model.select(frozenset({1, 3}))
    window.wiring.choose({"order": "file"})
    assert not window.rooms.panels["covariance"].is_built
    window.rooms.panels["covariance"].raise_()
    qtbot.waitUntil(lambda: window.rooms.panels["covariance"].is_built)
    settled(window)
    late, early = window.rooms.covariance.plot, window.rooms.expected_loss.plot
    assert window.rooms.covariance.order.choice == "file"
    assert late.frame.order.tolist() == early.frame.order.tolist()
    assert late.theme == early.theme
    assert late.values is not None


def test_looking_a_part_up_by_its_name_builds_its_panel(window: MainWindow) -> None:
    assert not window.rooms.panels["baselines"].is_built
    assert window.findChild(QWidget, "nothing has this name") is None
    assert not window.rooms.panels["baselines"].is_built
    for name, panel in PANEL_OF.items():
        assert window.findChild(QWidget, name) is not None
        assert window.rooms.panels[panel].is_built


def test_tab_stops_in_a_panel_that_is_called_for(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    settled(window)
    window.panel_actions["model"].trigger()
    settled(window)
    stops = [each for each in stops_of(window.rooms.model) if each.isVisibleTo(window)]
    stops = [each for each in stops if each.isEnabled() and each.focusProxy() is None]
    assert len(stops) > 2
    stops[0].setFocus(Qt.FocusReason.TabFocusReason)
    for stop in stops[1:]:
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is stop


def test_the_classroom_is_built_when_it_is_first_seen(window: MainWindow, settled: Settled) -> None:
    settled(window)
    assert window.findChild(QWidget, "classroom") is None
    window.choose_layout(LayoutChoice.CLASSROOM)
    settled(window)
    page = window.findChild(QWidget, "classroom")
    assert page is window.classroom and page.isVisible()


def test_a_window_that_is_gone_builds_nothing_more(window: MainWindow, settled: Settled) -> None:
    settled(window)
    window.rooms.panels["model"].raise_()
    built = set(window.rooms.bodies)
    window.in_sight.show_wanted()
    window.hide()
    QApplication.processEvents()
    assert set(window.rooms.bodies) == built
    assert not window.in_sight.is_building


def test_links_that_come_late_have_their_places_whatever_was_told_since(
    window: MainWindow, settled: Settled
) -> None:
    settled(window)
    early, late = window.rooms, Rooms()  # a second set, of which none is built
    late.tell_panel("links", "show_layout", window.model.scene.layout)
    late.tell("show_items", window.model.items)  # as after a change of the model
    np.testing.assert_array_equal(late.links.plot.places, early.links.plot.places)
    for panel in late.panels.values():
        panel.deleteLater()
