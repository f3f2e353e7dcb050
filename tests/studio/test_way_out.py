"""Esc is first for what has the focus; only at home does it end a what-if."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.purpose_choices import TOP
from prefstudio.studio.panels.settling import SETTLED_AFTER
from prefstudio.studio.tab_stops import TAB, stops_of
from prefstudio.study.comparisons import Outcome

Settled = Callable[[MainWindow], None]
NO_KEY = Qt.KeyboardModifier.NoModifier
BY_TAB = Qt.FocusReason.TabFocusReason


@pytest.fixture
def thought(window: MainWindow, settled: Settled) -> MainWindow:
    """Six papers with an answer, and another one in thought."""
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    window.model.fork()
    settled(window)
    window.model.answer(Outcome.B)
    settled(window)
    return window


def reveal(window: MainWindow, settled: Settled, name: str) -> None:
    window.panel_actions[name].trigger()
    settled(window)


def press_escape(window: MainWindow) -> None:
    """Press Esc as the system does: where the focus is."""
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)


def is_in_thought(window: MainWindow) -> bool:
    return window.model.is_fork and window.model.state.n_answers == 2


def half_write(window: MainWindow, field: QWidget, text: str) -> None:
    """Begin to write something else into a field."""
    field.setFocus(BY_TAB)
    assert isinstance(field, (QLineEdit, QAbstractSpinBox))
    field.selectAll()
    QTest.keyClicks(field, text)
    assert QApplication.focusWidget() is field


def test_from_every_stop_of_every_panel_it_leads_home_first(
    thought: MainWindow, settled: Settled
) -> None:
    home, visited = thought.rooms.compare, 0
    for name, panel in thought.rooms.panels.items():
        reveal(thought, settled, name)
        for stop in (*stops_of(panel.body), *stops_of(panel.head)):
            if home is stop or home.isAncestorOf(stop):
                continue
            if not (stop.isVisible() and stop.isEnabled() and stop.focusPolicy() & TAB):
                continue
            stop.setFocus(BY_TAB)
            if stop.focusProxy() is None:
                assert QApplication.focusWidget() is stop
            press_escape(thought)
            assert is_in_thought(thought), (name, stop)
            assert QApplication.focusWidget() is home, (name, stop)
            visited += 1
    assert visited > 60
    press_escape(thought)
    assert not thought.model.is_fork
    assert thought.model.state.n_answers == 1


def test_it_closes_the_filter_then_leads_home_then_leaves(
    thought: MainWindow, settled: Settled
) -> None:
    reveal(thought, settled, "ranking")
    ranking = thought.rooms.ranking
    ranking.open_filter()
    QTest.keyClicks(ranking.filter_field, "pap")
    press_escape(thought)
    assert ranking.filter_field.isHidden()
    assert is_in_thought(thought)
    press_escape(thought)
    assert QApplication.focusWidget() is thought.rooms.compare
    assert is_in_thought(thought)
    press_escape(thought)
    assert not thought.model.is_fork


def test_it_restores_a_half_written_parameter(thought: MainWindow, settled: Settled) -> None:
    reveal(thought, settled, "model")
    noise = next(row for row in thought.rooms.model.rows if "noise" in row.key[0])
    before, settings = noise.field.text(), thought.model.state.study.settings
    for text in ("3", "abc"):
        half_write(thought, noise.field, text)
        press_escape(thought)
        assert noise.field.text() == before
        assert not noise.problem.isVisible()
        assert noise.field.hasFocus()
        assert is_in_thought(thought)
    press_escape(thought)
    settled(thought)
    assert QApplication.focusWidget() is thought.rooms.compare
    assert is_in_thought(thought)
    assert thought.model.state.study.settings == settings


@pytest.mark.parametrize("name", ["plan", "purpose"])
def test_it_restores_half_written_figures(thought: MainWindow, settled: Settled, name: str) -> None:
    reveal(thought, settled, name)
    if name == "purpose":
        thought.rooms.purpose.choices.buttons[TOP].click()
        QTest.qWait(2 * SETTLED_AFTER)
        settled(thought)
    spins = thought.rooms.bodies[name].findChildren(QAbstractSpinBox)
    spin = next(each for each in spins if each.isVisible() and each.isEnabled())
    before, settings = spin.text(), thought.model.state.study.settings
    half_write(thought, spin, "4")
    assert spin.text() != before
    press_escape(thought)
    assert spin.text() == before
    assert is_in_thought(thought)
    press_escape(thought)
    settled(thought)
    assert QApplication.focusWidget() is thought.rooms.compare
    assert is_in_thought(thought)
    assert thought.model.state.study.settings == settings


def test_it_puts_the_pencil_of_links_away(thought: MainWindow, settled: Settled) -> None:
    reveal(thought, settled, "links")
    links = thought.rooms.links
    links.edit_button.click()
    assert links.plot.hasFocus()
    press_escape(thought)
    assert not links.edit_button.isChecked()
    assert is_in_thought(thought)


def test_the_pencil_is_put_away_wherever_the_keys_are(
    thought: MainWindow, settled: Settled
) -> None:
    reveal(thought, settled, "links")
    links = thought.rooms.links
    for place in (thought.rooms.compare, thought.rooms.ranking.table):
        links.edit_button.click()
        place.setFocus(BY_TAB)
        press_escape(thought)
        assert not links.edit_button.isChecked()
        assert QApplication.focusWidget() is thought.rooms.compare
        assert is_in_thought(thought)


def test_a_panel_with_a_window_of_its_own_gives_the_keys_back(
    qtbot: QtBot, thought: MainWindow, settled: Settled
) -> None:
    reveal(thought, settled, "ranking")
    panel = thought.rooms.panels["ranking"]
    panel.setFloating(True)
    settled(thought)
    panel.activateWindow()
    thought.rooms.ranking.table.setFocus(BY_TAB)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is thought.rooms.ranking.table)
    press_escape(thought)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is thought.rooms.compare)
    assert is_in_thought(thought)


def test_held_down_it_stays_in_thought(thought: MainWindow, settled: Settled) -> None:
    reveal(thought, settled, "ranking")
    thought.rooms.ranking.table.setFocus(BY_TAB)
    for is_repeated in (False, True, True, True):
        focused = QApplication.focusWidget()
        kind, key = QEvent.Type.KeyPress, Qt.Key.Key_Escape
        QApplication.sendEvent(focused, QKeyEvent(kind, key, NO_KEY, "", is_repeated))
    assert QApplication.focusWidget() is thought.rooms.compare
    assert is_in_thought(thought)


def test_its_entry_in_the_menu_leaves_from_anywhere(thought: MainWindow, settled: Settled) -> None:
    reveal(thought, settled, "ranking")
    thought.rooms.ranking.table.setFocus(BY_TAB)
    entry = thought.actions_by_name["leave_what_if"]
    assert entry.text().endswith("\tEsc")
    entry.trigger()
    assert not thought.model.is_fork
