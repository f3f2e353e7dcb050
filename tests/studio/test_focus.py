"""The focus goes where a person leads it, and the answer keys go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.layouts import WIDE, LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import MATRIX_PANELS
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.tab_stops import stops_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

OpenStudy = Callable[[Path], MainWindow]
Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton
KEY, ALT, CTRL = Qt.Key, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def two(window: MainWindow, settled: Settled) -> MainWindow:
    """Six papers with two answers, and the focus in Compare."""
    for outcome in (Outcome.A, Outcome.B):
        settled(window)
        window.model.answer(outcome)
    settled(window)
    assert window.focusWidget() is window.rooms.compare
    return window


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Press a key where the focus is, or in the window."""
    qtbot.keyClick(QApplication.focusWidget() or window, key, *held)


def answers_by_key(qtbot: QtBot, window: MainWindow, settled: Settled) -> bool:
    """Whether ← answers the pair on screen."""
    settled(window)
    before = window.model.state.n_answers
    press(qtbot, window, KEY.Key_Left)
    settled(window)
    return window.model.state.n_answers == before + 1


def walk(qtbot: QtBot, window: MainWindow, key: Qt.Key = KEY.Key_Tab) -> list[QWidget]:
    """Where Tab stops, from where the focus is until it comes round."""
    visited: list[QWidget] = []
    for _ in range(120):
        focused = window.focusWidget()
        assert focused is not None
        if focused in visited:
            break
        visited.append(focused)
        press(qtbot, window, key)
        QApplication.processEvents()
    return visited


def test_after_the_last_answer_is_removed_the_keys_answer(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    button = window.rooms.history.answer.remove_button
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.mouseClick(button, LEFT)
    settled(window)
    assert not button.isEnabled()
    assert window.focusWidget() is window.rooms.compare
    assert answers_by_key(qtbot, window, settled)


def test_a_window_that_is_made_larger_keeps_the_focus(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    two.resize(WIDE - 200, 800)
    settled(two)
    two.resize(WIDE + 100, 1000)
    settled(two)
    assert two.focusWidget() is two.rooms.compare
    assert answers_by_key(qtbot, two, settled)
    two.rooms.utilities.plot.setFocus(Qt.FocusReason.TabFocusReason)
    two.resize(WIDE - 200, 800)
    settled(two)
    assert two.focusWidget() is two.rooms.utilities.plot


def test_what_learning_closes_leaves_the_keys_to_compare(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    two.panel_actions["model"].trigger()
    settled(two)
    learn = two.rooms.model.evidence_row.learn_button
    learn.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_Space)
    qtbot.waitUntil(lambda: not learn.isVisible(), timeout=20000)
    assert two.focusWidget() is two.rooms.compare
    qtbot.waitUntil(lambda: not two.model.learner.is_busy, timeout=20000)
    settled(two)
    assert two.focusWidget() is two.rooms.compare
    assert answers_by_key(qtbot, two, settled)


def test_the_focus_of_a_part_that_is_closed_goes_to_compare(two: MainWindow) -> None:
    body = two.rooms.history
    body.slider.setFocus(Qt.FocusReason.TabFocusReason)
    body.setEnabled(False)  # Qt would leave it nowhere
    QApplication.processEvents()
    assert QApplication.focusWidget() is two.rooms.compare


def test_the_focus_does_not_stay_behind_a_tab(two: MainWindow, settled: Settled) -> None:
    two.rooms.expected_loss.plot.setFocus(Qt.FocusReason.TabFocusReason)
    two.rooms.panels["covariance"].raise_()
    settled(two)
    QApplication.processEvents()
    assert not two.rooms.panels["expected_loss"].is_in_front
    assert two.focusWidget() is two.rooms.compare


def test_tab_goes_on_where_compare_is_hidden(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    two.rooms.panels["compare"].hide()
    settled(two)
    press(qtbot, two, KEY.Key_Tab)
    assert len(walk(qtbot, two)) > 10


def test_theme_then_classroom_leaves_the_arrows_to_the_steps(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    qtbot.mouseClick(window.menu_row.theme_button, LEFT)
    qtbot.mouseClick(window.menu_row.layouts.buttons["classroom"], LEFT)
    page = window.classroom
    focused = QApplication.focusWidget()
    assert focused is page or page.isAncestorOf(focused)
    settled(window)
    assert window.focusWidget() is page.next
    for step in (1, 2, 3):
        press(qtbot, window, KEY.Key_Right)
        assert page.step == step
    assert window.focusWidget() is page.back
    press(qtbot, window, KEY.Key_Left)
    assert page.step == 2
    assert window.layout_choice is LayoutChoice.CLASSROOM


def test_without_a_lesson_no_key_goes_to_a_step(qtbot: QtBot, open_study: OpenStudy) -> None:
    window = open_study(sample("cars"))  # too many for the classroom
    window.choose_layout(LayoutChoice.CLASSROOM)
    page = window.classroom
    qtbot.waitUntil(lambda: page.problem.isVisible(), timeout=5000)
    assert window.focusWidget() is page
    for key in (KEY.Key_Right, KEY.Key_PageDown):
        press(qtbot, window, key)
    assert page.step == 0


def test_in_the_classroom_a_picture_with_the_focus_has_its_own_arrows(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    window.choose_layout(LayoutChoice.CLASSROOM)
    settled(window)
    page = window.classroom
    page.pictures.prior_band.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, window, KEY.Key_Right)
    assert page.step == 0


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


@pytest.mark.parametrize("name", ["covariance", "preference", "model", "purpose"])
def test_a_panel_that_nobody_has_seen_has_the_keys_at_once(
    qtbot: QtBot, window: MainWindow, settled: Settled, name: str
) -> None:
    settled(window)
    panel = window.rooms.panels[name]
    assert not panel.is_built
    window.panel_actions[name].trigger()
    first = next(each for each in stops_of(panel.body) if each.isVisible() and each.isEnabled())
    assert QApplication.focusWidget() is first
    settled(window)
    assert QApplication.focusWidget() is first
    if name in MATRIX_PANELS:  # in which the arrows lead from cell to cell
        press(qtbot, window, KEY.Key_Right)
        settled(window)
        assert window.model.state.n_answers == 0


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


def test_no_click_on_a_button_of_the_window_takes_the_focus(
    two: MainWindow, settled: Settled
) -> None:
    for name in two.rooms.panels:
        two.panel_actions[name].trigger()
        settled(two)
    buttons = [*two.pages.findChildren(QAbstractButton)]
    buttons += two.menu_row.findChildren(QAbstractButton)
    inside = [each for each in buttons if QWidget.window(each) is two]  # not in a menu
    taking = [each for each in inside if each.focusPolicy() & Qt.FocusPolicy.ClickFocus]
    assert [each.accessibleName() or each.objectName() for each in taking] == []


def test_whoever_drags_a_slider_goes_on_answering_by_keys(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    for name in ("history", "model"):
        two.panel_actions[name].trigger()
        settled(two)
    two.rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)
    noise = next(row for row in two.rooms.model.rows if "noise" in row.key[0]).slider
    before = noise.value()
    qtbot.mouseClick(noise, LEFT, pos=QPoint(noise.width() - 20, noise.height() // 2))
    assert noise.value() != before
    assert answers_by_key(qtbot, two, settled)
    moment = two.rooms.history.slider
    qtbot.mouseClick(moment, LEFT, pos=QPoint(10, moment.height() // 2))
    settled(two)
    assert two.model.scene.moment.is_past
    assert two.focusWidget() is two.rooms.compare


@pytest.mark.parametrize("width", [WIDE - 200, WIDE + 100])
@pytest.mark.parametrize("layout", [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS])
def test_tab_visits_panel_by_panel_its_header_first(
    qtbot: QtBot, two: MainWindow, settled: Settled, layout: LayoutChoice, width: int
) -> None:
    two.resize(width, 1000)
    two.choose_layout(layout)
    settled(two)
    QApplication.processEvents()
    compare = two.rooms.compare
    assert two.focusWidget() is compare
    visited = walk(qtbot, two)
    assert all(each.isVisible() and not each.visibleRegion().isEmpty() for each in visited)
    places = [place_of(two, each) for each in visited]
    assert places[:3] == ["compare"] * 3
    runs = [each for each, last in zip(places, [None, *places], strict=False) if each != last]
    assert len(runs) == len(set(runs)), "Tab leaves a place and comes back to it"
    assert runs[0] == "compare"
    assert runs[-1] == "menus"
    corners = [two.rooms.panels[name] for name in runs[1:-1]]
    columns = [each for each in corners if each.width() < two.area.width() - 40]
    assert [*map(corner_of, columns)] == sorted(map(corner_of, columns))
    assert corners[: len(columns)] == columns
    flag = compare.report_button
    assert visited.index(flag) < places.index(runs[1])
    for name in runs[1:-1]:
        parts = [part_of(two, name, each) for each in visited if place_of(two, each) == name]
        assert parts == sorted(parts), f"{name}: tabs, header, body"
    assert walk(qtbot, two, KEY.Key_Backtab) == [visited[0], *reversed(visited[1:])]


def place_of(window: MainWindow, stop: QWidget) -> str:
    """The panel that a stop belongs to, be it by its tab, its header or its body."""
    for name, panel in window.rooms.panels.items():
        if isinstance(stop, QTabBar) and stop.tabText(stop.currentIndex()) == panel.windowTitle():
            return name
        if panel.isAncestorOf(stop) or panel.head.isAncestorOf(stop):
            return name
    return "menus"


def part_of(window: MainWindow, name: str, stop: QWidget) -> tuple[int, int]:
    """Tabs are first, then the header from the left, then the body."""
    head = window.rooms.panels[name].head
    if isinstance(stop, QTabBar):
        return (0, 0)
    return (1, stop.mapTo(head, QPoint()).x()) if head.isAncestorOf(stop) else (2, 0)


def corner_of(panel: Panel) -> tuple[int, int]:
    return panel.x(), panel.y()


def picture(widget: QWidget) -> np.ndarray:
    """The pixels of a widget, as whole numbers."""
    QApplication.processEvents()
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), dtype=np.uint32).copy() | np.uint32(0xFF000000)


def test_every_stop_shows_that_it_has_the_focus(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    settled(two)
    accent = two.rooms.utilities.plot.theme.color("accent").rgb()
    press(qtbot, two, KEY.Key_Tab)
    press(qtbot, two, KEY.Key_Backtab)
    for stop in walk(qtbot, two):
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        seen = picture(two)
        two.pages.setFocus()  # where nothing shows it
        unseen = picture(two)
        n_ringed = int(np.sum((seen != unseen) & (seen == accent)))
        assert n_ringed > 60, stop.accessibleName()


@pytest.mark.parametrize("name", ["utilities", "links", "expected_loss"])
def test_plots_leave_keys_with_alt_to_the_window(
    qtbot: QtBot, two: MainWindow, settled: Settled, name: str
) -> None:
    two.panel_actions[name].trigger()
    settled(two)
    plot = two.rooms.bodies[name].plot
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    for key, is_past in ((KEY.Key_Left, True), (KEY.Key_Right, False), (KEY.Key_Left, True)):
        press(qtbot, two, key, ALT)
        settled(two)
        assert two.model.scene.moment.is_past is is_past
        plot.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_End, ALT)
    settled(two)
    assert two.model.scene.is_now
    assert pointed(plot) is None
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_End, ALT)  # there is nothing to return from
    press(qtbot, two, KEY.Key_Down, CTRL)
    assert pointed(plot) is None


@pytest.mark.parametrize("name", ["utilities", "links", "expected_loss"])
def test_what_keys_point_at_goes_with_the_focus(
    qtbot: QtBot, two: MainWindow, settled: Settled, name: str
) -> None:
    two.panel_actions[name].trigger()
    settled(two)
    plot = two.rooms.bodies[name].plot
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_Down)
    assert pointed(plot) is not None
    press(qtbot, two, KEY.Key_Tab)
    assert pointed(plot) is None


def pointed(plot: Any) -> object:
    """The item or the cell that a plot points at."""
    return plot.cursor if hasattr(plot, "items_chosen") else plot.pointed


def drag(qtbot: QtBot, window: MainWindow, moment: int) -> None:
    """Drag the slider of History to a moment."""
    slider = window.rooms.history.slider
    start = QPoint(round(slider.x_of(slider.value())), slider.height() // 2)
    end = QPoint(round(slider.x_of(moment)), slider.height() // 2)
    slider.setFocus(Qt.FocusReason.MouseFocusReason)  # as a press of the system's does
    qtbot.mousePress(slider, LEFT, pos=start)
    qtbot.mouseMove(slider, end)
    qtbot.mouseRelease(slider, LEFT, pos=end)


def test_after_the_way_back_to_now_the_keys_answer(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    compare, history = two.rooms.compare, two.rooms.history
    for leave in (
        lambda: press(qtbot, two, KEY.Key_End, ALT),
        lambda: press(qtbot, two, KEY.Key_Right, ALT),
        lambda: qtbot.mouseClick(history.strip.return_button, LEFT),
        lambda: drag(qtbot, two, 2),
    ):
        drag(qtbot, two, 1)
        settled(two)
        assert two.model.scene.moment.is_past
        assert two.focusWidget() is history.slider
        leave()
        settled(two)
        assert two.model.scene.is_now
        assert two.focusWidget() is compare
    assert answers_by_key(qtbot, two, settled)


def test_keys_of_the_slider_go_on_in_time_and_never_answer(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    slider = two.rooms.history.slider
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (KEY.Key_Left, KEY.Key_Right, KEY.Key_Right):
        press(qtbot, two, key)
        settled(two)
    assert two.focusWidget() is slider
    assert two.model.state.n_answers == 2


def test_a_what_if_begins_and_ends_in_compare(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    compare, slider = two.rooms.compare, two.rooms.history.slider
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_W)
    settled(two)
    assert two.model.is_fork
    assert two.focusWidget() is compare
    assert answers_by_key(qtbot, two, settled)
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, two, KEY.Key_Escape)
    assert two.model.is_fork
    assert two.focusWidget() is compare
    press(qtbot, two, KEY.Key_Escape)
    settled(two)
    assert not two.model.is_fork
    assert two.focusWidget() is compare


def test_the_wheel_takes_no_keys_and_esc_gives_them_back(
    qtbot: QtBot, two: MainWindow, settled: Settled
) -> None:
    two.panel_actions["model"].trigger()
    settled(two)
    two.panel_actions["plan"].trigger()
    settled(two)
    wheeled = [
        each
        for name in ("model", "plan")
        for each in two.rooms.bodies[name].findChildren(QWidget)
        if each.focusPolicy() == Qt.FocusPolicy.WheelFocus
        and each.objectName() != "qt_spinbox_lineedit"
    ]
    assert not wheeled
    for taking in (two.rooms.ranking.table, two.rooms.model.inference):
        taking.setFocus(Qt.FocusReason.MouseFocusReason)
        press(qtbot, two, KEY.Key_Escape)
        assert two.focusWidget() is two.rooms.compare


def test_enter_presses_the_step_that_has_the_ring(
    qtbot: QtBot, open_study: OpenStudy, settled: Settled
) -> None:
    window = open_study(sample("six-papers"))
    window.choose_layout(LayoutChoice.CLASSROOM)
    settled(window)
    press(qtbot, window, KEY.Key_Return)
    assert window.classroom.step == 1
