"""Nobody needs a mouse, and a screen reader has words for everything that takes keys."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem
from prefstudio.study.requests import MatrixKind


def focusable(window: MainWindow) -> list[QWidget]:
    takes_tab = Qt.FocusPolicy.TabFocus
    return [each for each in window.findChildren(QWidget) if each.focusPolicy() & takes_tab]


def test_everything_that_takes_keys_has_a_name_of_its_own(window: MainWindow) -> None:
    window.show_problem(Problem("Something", "", ""))
    found = focusable(window)
    assert {window.compare, window.utilities, *window.compare.buttons.values()} <= set(found)
    nameless = [each for each in found if not each.accessibleName().strip()]
    assert nameless == []
    names = Counter(each.accessibleName() for each in found)
    assert {name: count for name, count in names.items() if count > 1} == {}


def test_plots_say_in_words_what_they_show(window: MainWindow, settled: object) -> None:
    settled(window)  # type: ignore[operator]
    assert window.utilities.accessibleDescription().startswith("Mean utilities of 6 items.")
    loss = window.matrices[MatrixKind.EXPECTED_LOSS].plot.accessibleDescription()
    assert "Largest 0.37, The Patient Questioner and Preferences on a Map." in loss


def test_targets_are_large_enough(window: MainWindow) -> None:
    small = [
        each.accessibleName()
        for each in window.findChildren(QAbstractButton)
        if each.isVisible() and min(each.width(), each.height()) < 28
    ]
    assert small == []


def test_tab_goes_through_compare_first(qtbot: QtBot, window: MainWindow) -> None:
    names = []
    for _ in range(7):
        focused = window.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert names[:3] == ["Compare", "A is better", "B is better"]
    assert names[3:] == ["Utilities", "Expected loss", "Covariance", "Compare"]


def test_in_a_matrix_the_arrows_read_and_enter_asks(
    qtbot: QtBot, window: MainWindow, settled: object
) -> None:
    settled(window)  # type: ignore[operator]
    panel = window.matrices[MatrixKind.EXPECTED_LOSS]
    panel.plot.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, *[Qt.Key.Key_Right] * 4):
        qtbot.keyClick(panel.plot, key)
    assert window.model.state.n_answers == 0
    assert panel.read_out.text() == "b – e  0.245"
    assert panel.scale_bar.pointed is not None
    with qtbot.waitSignal(window.model.query_changed):
        qtbot.keyClick(panel.plot, Qt.Key.Key_Return)
    assert window.model.asking.pair == (1, 4)
    assert window.focusWidget() is window.compare


def test_the_keys_are_on_the_buttons(window: MainWindow) -> None:
    assert window.compare.undo_button.accessibleName() == "Undo"
    names = [button.accessibleName() for button in window.compare.buttons.values()]
    assert names == ["A is better", "B is better"]
