"""Nobody needs a mouse, and a screen reader has words for everything that takes keys."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem

Settled = Callable[[MainWindow], None]


def focusable(window: MainWindow) -> list[QWidget]:
    takes_tab = Qt.FocusPolicy.TabFocus
    found = [each for each in window.findChildren(QWidget) if each.focusPolicy() & takes_tab]
    # The field of a spin box and the list of a choice speak through their owners.
    inner = (QAbstractSpinBox, QComboBox)
    return [
        each
        for each in found
        if not isinstance(each.parent(), inner)
        and QWidget.window(each) is window
        and not (isinstance(each, QTabBar) and not each.count())  # Qt keeps those it used
    ]


def spoken(widget: QWidget) -> str:
    """What a screen reader calls a widget: its name, or else the words on it."""
    words = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName().strip() or words.strip()


def test_everything_that_takes_keys_has_a_name_of_its_own(window: MainWindow) -> None:
    window.show_problem(Problem("Something", "", ""))
    for layout in ("analysis", "classroom", "explore"):
        window.actions_by_name[f"layout_{layout}"].trigger()
        QApplication.processEvents()
        found = focusable(window)
        compare = window.rooms.compare
        assert {compare, window.rooms.utilities.plot, *compare.answers.three.values()} <= set(found)
        assert [each.objectName() or type(each) for each in found if not spoken(each)] == []
        names = Counter(spoken(each) for each in found)
        assert {name: count for name, count in names.items() if count > 1} == {}


def test_plots_say_in_words_what_they_show(window: MainWindow, settled: Settled) -> None:
    settled(window)
    rooms = window.rooms
    links = rooms.links.plot.accessibleDescription().replace("\u00a0", " ")
    utilities = rooms.utilities.plot.accessibleDescription()
    assert utilities.startswith("Utilities of 6 items.")
    assert "2 links between 6 items." in links
    loss = rooms.expected_loss.plot.accessibleDescription()
    assert "Largest 0.37, Paper c and Paper f." in loss


@pytest.mark.parametrize("layout", ["explore", "analysis"])
def test_targets_are_large_enough(answered: MainWindow, settled: Settled, layout: str) -> None:
    answered.actions_by_name[f"layout_{layout}"].trigger()
    settled(answered)
    small = [
        (spoken(each), each.width(), each.height())
        for each in answered.findChildren(QAbstractButton)
        if each.isVisible() and min(each.width(), each.height()) < 28
    ]
    answered.actions_by_name["layout_explore"].trigger()
    assert small == []


def test_tab_goes_through_compare_first_and_round_the_panels(
    qtbot: QtBot, window: MainWindow
) -> None:
    visited: list[QWidget] = []
    for _ in range(80):
        focused = window.focusWidget()
        assert focused is not None
        if focused in visited:
            break
        visited.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    names = [spoken(each) for each in visited]
    assert names[:3] == ["Compare", "A is better", "B is better"]
    assert all(each.isVisible() for each in visited)
    assert focused is visited[0], "Tab came round to somewhere else than where it began"
    for wanted in ("Utilities", "Expected loss", "Links"):
        assert wanted in names
    in_panels = [each for each in visited if panel_of(window, each) is not None]
    panels = [panel_of(window, each) for each in in_panels]
    runs = [name for name, _ in itertools.groupby(panels)]
    assert len(runs) == len(set(runs)), "Tab leaves a panel and comes back to it"


def panel_of(window: MainWindow, widget: QWidget) -> str | None:
    """The panel in whose body a widget stands."""
    for name, body in window.rooms.bodies.items():
        if body is widget or body.isAncestorOf(widget):
            return name
    return None


def test_in_a_matrix_the_arrows_read_and_enter_asks(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    panel = window.rooms.expected_loss
    panel.show_order("file")
    panel.plot.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, *[Qt.Key.Key_Right] * 4):
        qtbot.keyClick(panel.plot, key)
    assert window.model.state.n_answers == 0
    read = "Paper b – Paper e  0.245"
    assert panel.read_out.text() == read
    assert panel.scale_bar.pointed is not None
    with qtbot.waitSignal(window.model.query_changed):
        qtbot.keyClick(panel.plot, Qt.Key.Key_Return)
    assert window.model.asking.pair == (1, 4)
    assert window.focusWidget() is window.rooms.compare


def test_the_keys_are_on_the_buttons(window: MainWindow) -> None:
    compare = window.rooms.compare
    assert compare.caps.undo.accessibleName() == "Undo"
    names = [button.accessibleName() for button in compare.answers.shown.values()]
    assert names == ["A is better", "B is better"]
