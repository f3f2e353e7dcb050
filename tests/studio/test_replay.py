"""A replay that ends early: the window arrives at the moment it came to, with everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from prefstudio.studio import patience
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.busy_bar import BusyBar
from prefstudio.study.comparisons import Outcome

Settled = Callable[[MainWindow], None]


@pytest.fixture
def playing(qtbot: QtBot, window: MainWindow, settled: Settled) -> MainWindow:
    """Six papers with five answers, at the second or third of a replay."""
    settled(window)
    for outcome in (Outcome.A, Outcome.B, Outcome.A, Outcome.A, Outcome.B):
        window.model.answer(outcome)
        settled(window)
    history = window.rooms.history
    history.toggle_replay()
    qtbot.waitUntil(lambda: history.slider.value() >= 2, timeout=5000)
    assert history.replay_button.is_playing
    return window


def hide_the_panel(window: MainWindow) -> None:
    window.panel_actions["history"].trigger()
    window.rooms.panels["history"].hide()


def go_to_the_classroom(window: MainWindow) -> None:
    window.choose_layout(LayoutChoice.CLASSROOM)


def pause(window: MainWindow) -> None:
    window.rooms.history.toggle_replay()


@pytest.mark.parametrize("end", [MainWindow.hide, hide_the_panel, go_to_the_classroom, pause])
def test_what_a_replay_came_to_is_shown_whole(
    playing: MainWindow, settled: Settled, end: Callable[[MainWindow], None]
) -> None:
    end(playing)
    settled(playing)
    scene = playing.model.scene
    assert not playing.rooms.history.replay_button.is_playing
    assert scene.moment.is_past and not scene.moment.is_fleeting
    assert scene.standing is not None and scene.standing.moment == scene.moment.number
    assert scene.belief is not None and scene.belief.exact is not None
    assert playing.status_row.words.text() == "Up to date, exact (EP)"


def test_a_step_back_from_the_prior_pauses_a_replay(
    qtbot: QtBot, playing: MainWindow, settled: Settled
) -> None:
    history = playing.rooms.history
    history.toggle_replay()
    playing.model.return_to_now()
    settled(playing)
    history.toggle_replay()  # begins at the prior
    assert history.slider.value() == 0
    history.step_back()
    settled(playing)
    assert not history.replay_button.is_playing
    assert not playing.model.scene.moment.is_fleeting


def test_a_window_may_be_closed_while_it_replays(playing: MainWindow) -> None:
    assert playing.close()


def test_who_comes_back_to_now_at_now_waits_for_nothing(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    window.model.look_back(window.model.state.revision)
    qtbot.wait(2 * patience.LONGEST_SILENT)
    assert window.is_idle()
    assert not any(bar.isVisible() for bar in window.findChildren(BusyBar))
