"""From end to end: a real window, clicked by name, and the numbers of the six papers."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.asking import NoPair
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.compare_keys import KEYS, SEVEN_KEYS
from prefstudio.studio.panels.compare_saying import Saying
from prefstudio.studio.panels.settling import SETTLED_AFTER
from prefstudio.study.changes import ItemAdded, ItemExcluded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Policy
from prefstudio.study.folder import read_study
from prefstudio.study.items import Item

Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton

A, B, C, D, E, F = range(6)


def click_cell(qtbot: QtBot, window: MainWindow, row: int, column: int) -> None:
    plot = window.rooms.expected_loss.plot
    position: QPoint = plot.position_of((row, column))
    qtbot.mouseClick(plot.viewport(), LEFT, pos=position)


def click(qtbot: QtBot, window: MainWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button is not None
    qtbot.mouseClick(button, LEFT)


def ask(qtbot: QtBot, window: MainWindow, first: int, second: int) -> None:
    """Ask a pair by clicking its cell in the expected-loss matrix."""
    with qtbot.waitSignal(window.model.query_changed):
        click_cell(qtbot, window, first, second)
    assert window.model.asking.pair == (first, second)


def prefer(qtbot: QtBot, window: MainWindow, winner: str) -> None:
    """Click the button under the card of an item."""
    trial = window.model.state.asked
    assert trial is not None
    click(qtbot, window, "answer_a" if trial.a == winner else "answer_b")


def mean_of(window: MainWindow) -> np.ndarray:
    assert window.model.posterior is not None
    return np.asarray(window.model.posterior.mean)


def text(window: MainWindow, name: str) -> str:
    found = window.findChild(QLabel, name)
    assert found is not None
    return found.text().replace("\u00a0", " ")


@pytest.fixture
def b_beat_e(qtbot: QtBot, window: MainWindow, settled: Settled) -> MainWindow:
    settled(window)
    ask(qtbot, window, B, E)
    prefer(qtbot, window, "b")
    settled(window)
    return window


def test_before_any_answer_the_two_unlinked_papers_are_asked(window: MainWindow) -> None:
    # With all means equal the loss is half the variance of the difference, largest for c and f.
    assert window.model.asking.pair == (C, F)
    assert text(window, "name_a") == "Paper c"
    assert text(window, "name_b") == "Paper f"


def test_b_beats_e(b_beat_e: MainWindow) -> None:
    # K has 2/3 on the diagonal and 1/3 between linked papers, so v = 4/3 and q² = 7/3 (section 2).
    gain = math.sqrt(2.0 / math.pi) / math.sqrt(7.0 / 3.0)
    expected = np.array([1, 2, 0, -1, -2, 0]) * gain / 3.0
    np.testing.assert_allclose(mean_of(b_beat_e), expected, rtol=0, atol=1e-12)
    assert b_beat_e.model.asking.pair in {(B, C), (B, F)}
    assert text(b_beat_e, "status_words") == "Up to date, exact (EP)"
    assert text(b_beat_e, "status_answers") == "1 answer"
    assert text(b_beat_e, "status_items") == "6 items, 2 links"
    assert text(b_beat_e, "status_evidence") == "log evidence −0.69"
    assert text(b_beat_e, "status_purpose") == "for the best one"


def test_the_cell_that_was_clicked_is_recorded_as_chosen_by_hand(b_beat_e: MainWindow) -> None:
    shown = [event.body for event in b_beat_e.model.record.events if event.kind == "trial_shown"]
    assert [body.policy for body in shown] == [Policy.CRITERION, Policy.BY_HAND, Policy.CRITERION]
    assert (shown[1].a, shown[1].b, shown[1].p_a) == ("b", "e", 0.5)


def test_b_beats_f_too_and_the_ranking_is_that_of_the_paper(
    qtbot: QtBot, b_beat_e: MainWindow, settled: Settled
) -> None:
    if b_beat_e.model.asking.pair != (B, F):
        ask(qtbot, b_beat_e, B, F)
    prefer(qtbot, b_beat_e, "b")
    settled(b_beat_e)
    ranking = [b_beat_e.model.items.ids[k] for k in np.argsort(-mean_of(b_beat_e))]
    assert ranking == list("bacdef")


def test_undo_returns_the_same_pair_and_the_same_posterior(
    qtbot: QtBot, b_beat_e: MainWindow, settled: Settled
) -> None:
    model = b_beat_e.model
    before, asked = model.posterior, model.state.asked
    assert before is not None
    assert asked is not None
    click(qtbot, b_beat_e, "answer_b")
    settled(b_beat_e)
    assert np.max(np.abs(mean_of(b_beat_e) - before.mean)) > 0.01
    click(qtbot, b_beat_e, "undo")
    settled(b_beat_e)
    assert model.state.asked is asked
    assert model.state.n_answers == 1
    assert model.posterior is not None
    np.testing.assert_allclose(model.posterior.mean, before.mean, rtol=0, atol=1e-10)
    np.testing.assert_allclose(model.posterior.covariance(), before.covariance(), atol=1e-10)


def test_undo_of_the_first_answer_leaves_nothing_to_undo(
    qtbot: QtBot, b_beat_e: MainWindow, settled: Settled
) -> None:
    assert b_beat_e.actions_by_name["undo"].text() == ("Undo answer: Paper b ≻ Paper e")
    qtbot.keyClick(b_beat_e, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(b_beat_e)
    np.testing.assert_allclose(mean_of(b_beat_e), 0.0, atol=1e-12)
    assert b_beat_e.model.asking.pair == (B, E)
    assert not b_beat_e.actions_by_name["undo"].isEnabled()
    assert not b_beat_e.rooms.compare.caps.undo.isEnabled()
    b_beat_e.model.undo()
    assert b_beat_e.model.state.n_answers == 0


def test_every_answer_key(qtbot: QtBot, window: MainWindow) -> None:
    keys = {
        Qt.Key.Key_Left: Outcome.A,
        Qt.Key.Key_A: Outcome.A,
        Qt.Key.Key_1: Outcome.A,
        Qt.Key.Key_Right: Outcome.B,
        Qt.Key.Key_B: Outcome.B,
        Qt.Key.Key_2: Outcome.B,
    }
    for key, outcome in keys.items():
        with qtbot.waitSignal(window.rooms.compare.answered) as said:
            qtbot.keyClick(window.rooms.compare, key)
        assert said.args == [Saying(outcome)]
        (answer,) = window.model.state.answers
        assert (answer.comparison.a, answer.comparison.b) == ("c", "f")
        assert answer.comparison.outcome is outcome
        qtbot.keyClick(window.rooms.compare, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert window.model.state.n_answers == 0


def test_every_pair_is_asked_once_and_then_none(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    for _ in range(15):
        qtbot.waitUntil(
            lambda: window.rooms.compare.answers.three["answer_a"].isEnabled(), timeout=5000
        )
        qtbot.keyClick(window.rooms.compare, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: window.model.asking.no_pair is NoPair.EXHAUSTED, timeout=5000)
    settled(window)
    assert window.rooms.compare.empty.title.isVisible()
    assert window.rooms.compare.empty.title.text() == "Every pair has been asked."
    asked = {frozenset((each.a, each.b)) for each in window.model.state.comparisons}
    assert len(asked) == 15
    qtbot.keyClick(window.rooms.compare, Qt.Key.Key_Left)
    assert window.model.state.n_answers == 15
    click(qtbot, window, "undo")
    assert window.rooms.compare.card_a.isVisible()
    assert window.model.state.n_answers == 14


def test_once_every_pair_was_asked_a_button_lets_them_come_again(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    model, empty = window.model, window.rooms.compare.empty
    while model.asking.trial is not None:
        model.answer(Outcome.A)
        settled(window)
    assert empty.again.isVisible()
    assert "Plan" in empty.again.toolTip()
    qtbot.mouseClick(empty.again, Qt.MouseButton.LeftButton)
    settled(window)
    assert model.state.study.settings.model.ask_again
    assert model.asking.trial is not None and not empty.isVisible()
    qtbot.keyClick(window.rooms.compare, Qt.Key.Key_Left)
    settled(window)
    assert model.state.n_answers == 16
    for _ in range(2):  # the answer, and then the change
        model.undo()
        settled(window)
    assert not model.state.study.settings.model.ask_again
    assert model.state.n_answers == 15


def test_nothing_is_offered_where_pairs_come_again_anyway(
    window: MainWindow, settled: Settled
) -> None:
    model = window.model
    model.change(SettingsChanged("model.ask_again", False, True))
    for item in "abcdef":
        model.change(ItemExcluded(item, reason="a test"))
    settled(window)
    assert model.asking.no_pair is NoPair.SET_ASIDE
    assert window.rooms.compare.empty.isVisible()
    assert not window.rooms.compare.empty.again.isVisible()


@pytest.mark.parametrize(
    ("items", "no_pair"),
    [
        ("item_id\na\n", NoPair.ONE_ITEM),
        ("item_id,group\na,one\nb,two\n", NoPair.GROUPS_OF_ONE),
    ],
)
def test_where_no_two_can_be_compared_it_says_so_and_nothing_of_pairs(
    studio: Studio, tmp_path: Path, settled: Settled, items: str, no_pair: NoPair
) -> None:
    (tmp_path / "items.csv").write_text(items)
    window = studio.open_study(read_study(tmp_path))
    settled(window)
    compare, matrix = window.rooms.compare, window.rooms.expected_loss
    assert window.model.asking.no_pair is no_pair
    assert compare.empty.title.text().startswith("It takes two items")
    assert compare.empty.again.isHidden()
    assert compare.meter.text.replace("\u00a0", " ") == "0 answers"
    assert matrix.empty.isVisible() and matrix.plot.isHidden() and matrix.foot.isHidden()
    window.model.change(ItemAdded(Item("z", "Zeppelin", group="one" if "group" in items else "")))
    settled(window)
    assert window.model.asking.trial is not None
    assert matrix.empty.isHidden() and matrix.plot.isVisible()
    assert "order settled" in compare.meter.text


def test_a_held_key_answers_once(window: MainWindow) -> None:
    shortcuts = window.rooms.compare.findChildren(QShortcut)
    assert len(shortcuts) == len(KEYS | SEVEN_KEYS)
    assert not any(shortcut.autoRepeat() for shortcut in shortcuts)


def test_an_answer_right_after_a_key_that_turned_the_model_counts_and_comes_after_it(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    window.panel_actions["model"].trigger()
    settled(window)
    noise = next(each for each in window.rooms.model.rows if each.title == "Noise")
    noise.slider.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(noise.slider, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: bool(window.model.scene.moment.tried))
    click(qtbot, window, "answer_a")
    assert window.model.state.n_answers == 1
    settled(window)
    qtbot.wait(2 * SETTLED_AFTER)
    settled(window)
    changes = [type(each.body) for each in window.model.record.events]
    assert changes.count(SettingsChanged) == 1
    assert changes.index(SettingsChanged) < changes.index(Answered)
    assert window.model.state.study.settings.model.noise == noise.value != 1.0


def test_in_a_what_if_nobody_is_said_to_have_chosen_the_pair_of_the_record(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    why = window.rooms.compare.why.words
    ask(qtbot, window, B, E)
    settled(window)
    assert why.text() == "You chose this pair."
    window.model.answer(Outcome.A)
    settled(window)
    window.rooms.history.step_back()
    settled(window)
    window.model.fork()
    settled(window)
    assert window.model.asking.pair == (B, E)
    assert why.text() == "The record goes on with this pair, which was chosen by hand."
    ask(qtbot, window, A, E)
    settled(window)
    assert why.text() == "You chose this pair."
    window.model.leave_fork()
    settled(window)
    ask(qtbot, window, A, F)
    window.model.fork()  # from now, where it is one's own
    settled(window)
    assert why.text() == "You chose this pair."


def test_an_answer_is_flipped_removed_replayed_and_learned_from_by_actions(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    actions = window.actions_by_name
    names = ("learn", "flip_answer", "remove_answer", "replay")
    settled(window)
    assert not any(actions[name].isEnabled() for name in names)
    ask(qtbot, window, B, E)
    prefer(qtbot, window, "b")
    settled(window)
    assert all(actions[name].isEnabled() for name in names)
    actions["flip_answer"].trigger()
    settled(window)
    assert mean_of(window)[B] < 0 < mean_of(window)[E]
    with qtbot.waitSignal(window.model.learner.ended, timeout=20_000):
        actions["learn"].trigger()
    settled(window)
    actions["replay"].trigger()
    assert window.rooms.history.replay_button.is_playing
    actions["replay"].trigger()
    actions["now"].trigger()
    settled(window)
    actions["remove_answer"].trigger()
    settled(window)
    assert not actions["learn"].isEnabled()
    assert window.model.state.n_answers == 0


def test_a_pair_that_stays_after_a_flip_says_that_others_are_more_useful(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    ask(qtbot, window, B, E)
    prefer(qtbot, window, "b")
    settled(window)
    assert "equally useful" in text(window, "why")
    window.actions_by_name["flip_answer"].trigger()
    settled(window)
    assert "equally useful" not in text(window, "why")
    assert text(window, "why").endswith("Other pairs are more useful by now.")


def test_a_pair_that_only_the_exact_numbers_overtake_says_so_until_something_changes(
    window: MainWindow, settled: Settled
) -> None:
    """In Six papers the pair after A, A, B, B is not the one that EP would choose."""
    window.resize(1280, 800)
    settled(window)
    assert text(window, "why").startswith("Decides 1st place: the two are tied so far.")
    for outcome in (Outcome.A, Outcome.A, Outcome.B, Outcome.B):
        window.model.answer(outcome)
        settled(window)
    told = "Chosen at once; by exact numbers, others are more useful."
    assert text(window, "why").endswith(f"chance the current order is wrong. {told}")
    words = window.rooms.compare.why.words
    assert words.heightForWidth(words.width()) <= words.height()  # two lines
    window.model.undo()
    settled(window)
    window.model.redo()
    settled(window)
    assert text(window, "why").endswith(told)
    window.actions_by_name["flip_answer"].trigger()
    settled(window)
    assert text(window, "why").endswith("Other pairs are more useful by now.")
