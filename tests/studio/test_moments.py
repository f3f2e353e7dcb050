"""The window through time: back, what if, tried settings, changes of every kind, layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QSlider
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.asking import NoPair
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.history_answer import PRIOR
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column
from prefstudio.studio.plots.links_plot import LinkDrawn, LinkErased
from prefstudio.studio.record import open_for_window
from prefstudio.studio.toasts import Toast
from prefstudio.studio.why_not import LOOKING_BACK
from prefstudio.study.change_words import comparison_in_words
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.links import UNNAMED_RELATION
from prefstudio.study.model import resolve
from prefstudio.study.model_sheet import model_sheet, with_reach
from prefstudio.study.records import RecordedAnswer
from prefstudio.study.resources import sample
from prefstudio.study.store import create, open_study
from prefstudio.study.why_words import percent

Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def three(window: MainWindow, settled: Settled) -> MainWindow:
    """Six papers with three answers."""
    settled(window)
    for outcome in (Outcome.A, Outcome.B, Outcome.A):
        window.model.answer(outcome)
        settled(window)
    return window


def mean_of(window: MainWindow) -> np.ndarray:
    assert window.model.posterior is not None
    return np.array(window.model.posterior.mean)


def kinds(window: MainWindow) -> list[str]:
    return [event.kind for event in window.model.record.events]


def act(window: MainWindow, name: str) -> None:
    assert window.actions_by_name[name].isEnabled()
    window.actions_by_name[name].trigger()


def go_to(qtbot: QtBot, window: MainWindow, n_answers: int) -> None:
    """Click where the handle of the slider would be after so many answers."""
    slider = window.rooms.history.slider
    place = QPoint(round(slider.x_of(n_answers)), slider.height() // 2)
    qtbot.mouseClick(slider, LEFT, pos=place)


def test_colours_mean_the_same_at_every_answer_looked_back_at(
    three: MainWindow, settled: Settled, qtbot: QtBot
) -> None:
    panel, reach = three.rooms.expected_loss, []
    now = panel.largest
    for n_answers in (2, 0, 1):
        go_to(qtbot, three, n_answers)
        settled(three)
        assert three.model.scene.moment.is_past
        reach.append(panel.largest)
        values = panel.plot.values
        assert values is not None
        assert np.nanmax(values) <= panel.largest * (1.0 + 1e-12)
        if n_answers == 0:
            assert np.nanmax(values) == pytest.approx(panel.largest)
    assert len(set(reach)) == 1
    assert reach[0] > now
    act(three, "now")
    settled(three)
    assert panel.largest == now


def test_the_colours_of_a_moment_reach_as_far_as_its_own_model_lets_them(
    three: MainWindow, settled: Settled, qtbot: QtBot
) -> None:
    panel = three.rooms.expected_loss
    go_to(qtbot, three, 2)
    settled(three)
    reach = panel.largest
    act(three, "now")
    study = three.model.state.study
    three.model.change(with_reach(model_sheet(study, resolve(study)), 0, 12.0))
    settled(three)
    assert panel.largest > 10 * reach
    go_to(qtbot, three, 2)
    settled(three)
    assert panel.largest == reach


def test_while_one_drags_chances_are_those_of_the_picture(
    three: MainWindow, settled: Settled
) -> None:
    ranking, meter = three.rooms.ranking.model, three.rooms.compare.meter
    now = [ranking.ranking.row(k).chance for k in range(6)]
    first = kinds(three).index("answered") + 1
    for is_fleeting in (True, False):  # what is dragged through, and at rest
        three.model.look_back(first, is_fleeting=is_fleeting)
        settled(three)
        standing = three.model.scene.standing
        assert standing is not None and standing.moment == three.model.scene.moment.number
        shown = [ranking.ranking.row(k).chance for k in range(6)]
        np.testing.assert_array_equal(shown, standing.leading.chance)
        assert meter.settled.text() == percent(standing.settled)
        assert shown != now
    act(three, "now")
    settled(three)
    assert [ranking.ranking.row(k).chance for k in range(6)] == now


def test_chances_of_many_items_are_not_told_while_one_drags(
    three: MainWindow, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prefstudio.study.moment.MOST_RANKED", 5)
    ranking, compare = three.rooms.ranking.model.ranking, three.rooms.compare
    bar = compare.meter.bar
    assert bar.share > 0.0
    three.model.look_back(1, is_fleeting=True)
    settled(three)
    told = compare.meter.text.replace("\u00a0", " ")
    assert told == "0 answers · best one settled – · 6 never asked"
    assert {COLUMNS[Column.CHANCE].text(ranking.row(k)) for k in range(6)} == {"–"}
    assert {COLUMNS[Column.INTERVAL].text(ranking.row(k)) for k in range(6)} == {"–"}
    assert compare.meter.settled.text() == "–" and not compare.meter.settled.isHidden()
    assert bar.share == 0.0
    three.model.look_back(1)
    settled(three)
    assert "–" not in {COLUMNS[Column.CHANCE].text(ranking.row(k)) for k in range(6)}
    assert bar.share > 0.0


def test_about_how_many_answers_remain_stays_until_it_is_foretold_anew(
    three: MainWindow, settled: Settled
) -> None:
    for outcome in (Outcome.A, Outcome.A, Outcome.B):
        three.model.answer(outcome)
        settled(three)
    meter = three.rooms.compare.meter
    told = meter.left.text() + meter.left_after.text()
    assert "left" in told
    three.model.change(SettingsChanged("model.noise", 1.0, 1.1))
    assert meter.left.text() + meter.left_after.text() == told
    settled(three)
    foretold = three.model.scene.forecast
    assert foretold is not None and foretold.moment == three.model.scene.moment.number
    for _ in range(3):
        act(three, "undo")
    settled(three)  # too few answers to foretell anything
    assert three.model.scene.forecast is None
    assert "left" not in meter.text


def test_after_return_no_key_turns_an_answer_round(
    three: MainWindow, settled: Settled, qtbot: QtBot
) -> None:
    go_to(qtbot, three, 1)
    settled(three)
    strip = three.rooms.history.strip
    strip.return_button.setFocus()
    qtbot.mouseClick(strip.return_button, LEFT)
    settled(three)
    assert strip.isHidden()
    assert not isinstance(three.focusWidget(), QAbstractButton)
    before = kinds(three)
    qtbot.keyClick(three.focusWidget() or three, Qt.Key.Key_Space)
    settled(three)
    assert kinds(three) == before


def test_looking_back_shows_what_was_believed_and_return_leads_to_now(
    qtbot: QtBot, three: MainWindow, settled: Settled
) -> None:
    now, recorded, asked = mean_of(three), kinds(three), three.model.asking.pair
    for n_answers in (1, 0, 2):
        go_to(qtbot, three, n_answers)
        settled(three)
        assert three.model.scene.state.n_answers == n_answers
        shown = three.rooms.utilities.plot.intervals.shown
        view = three.model.scene.view
        assert view is not None and view.posterior.n_answers == n_answers
        np.testing.assert_allclose(shown.mean, view.mean[shown.items])
        assert three.rooms.history.strip.isVisible()
        assert not three.rooms.compare.answers.three["answer_a"].isEnabled()
    qtbot.mouseClick(three.rooms.history.strip.return_button, LEFT)
    settled(three)
    np.testing.assert_allclose(mean_of(three), now, atol=1e-10)
    assert three.model.asking.pair == asked
    assert three.rooms.compare.answers.three["answer_a"].isEnabled()
    assert not three.rooms.history.strip.isVisible()
    assert kinds(three) == recorded


def test_before_the_first_answer_the_pair_is_shown_that_was_answered(
    tmp_path: Path, studio: Studio, qtbot: QtBot, settled: Settled
) -> None:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    loss = window.rooms.expected_loss
    qtbot.mouseClick(loss.plot.viewport(), LEFT, pos=loss.plot.position_of((1, 4)))
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    for step in ("undo", "redo"):
        act(window, step)
        settled(window)
    assert kinds(window)[0] != "trial_shown"  # the study was opened before
    go_to(qtbot, window, 0)
    settled(window)
    assert window.model.scene.moment.is_past
    assert window.model.asking.pair in ((1, 4), (4, 1))
    assert window.model.asking.closed_reason == LOOKING_BACK
    assert "ring: asked" in loss.hint.text()
    window.close()


def test_history_stands_where_the_studio_is_among_answers_that_came_with_the_study(
    tmp_path: Path, studio: Studio, qtbot: QtBot, settled: Settled
) -> None:
    said = (Comparison("a", "b", Outcome.A), Comparison("c", "d", Outcome.B))
    path = tmp_path / "papers.prefstudio"
    create(path, replace(read_study(sample("six-papers")), comparisons=said)).close()
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    history = window.rooms.history
    for n_answers in (1, 0):  # there are no moments among them
        go_to(qtbot, window, n_answers)
        settled(window)
        assert not window.model.scene.moment.is_past and history.strip.isHidden()
        assert (history.slider.value(), history.answer.count.text()) == (2, "2 of 2")
    window.close()


def test_what_was_flipped_from_the_past_is_named_and_flipped_back(
    three: MainWindow, settled: Settled
) -> None:
    shown = three.rooms.history.answer
    for _ in range(2):
        act(three, "step_back")
        settled(three)
    said = shown.words.text()
    for count in ("1 of 3, flipped", "1 of 3"):
        act(three, "flip_answer")
        settled(three)
        assert not three.model.scene.moment.is_past
        assert shown.count.text() == count
        assert set(shown.words.text().split(" ≻ ")) == set(said.split(" ≻ "))
    assert shown.words.text() == said
    act(three, "undo")
    settled(three)
    assert shown.count.text() == "3 of 3"


def test_each_step_back_goes_on_where_an_earlier_answer_was_removed(
    three: MainWindow, settled: Settled
) -> None:
    history = three.rooms.history
    said = [words_of(each) for each in three.model.state.history]
    for _ in range(2):
        act(three, "step_back")
        settled(three)
    act(three, "remove_answer")  # which leads back to now
    settled(three)
    for n_answers, last in ((1, said[1]), (0, PRIOR)):
        act(three, "step_back")
        settled(three)
        state = three.model.scene.state
        assert history.slider.value() == n_answers
        assert history.answer.words.text() == last
        # What was removed since counted then.
        assert state.n_answers == (2 if n_answers else 0)
    for n_answers in (1, 2):
        act(three, "step_forward")
        settled(three)
        assert history.slider.value() == n_answers
    assert not three.model.scene.moment.is_past


def test_in_the_past_a_flipped_answer_reads_as_it_did_then(
    three: MainWindow, settled: Settled
) -> None:
    history, first = three.rooms.history, three.model.state.history[0]
    before = words_of(first)
    for _ in range(2):
        act(three, "step_back")
        settled(three)
    act(three, "flip_answer")
    settled(three)
    now = words_of(three.model.state.history[0])
    assert now != before
    assert history.answer.words.text() == now  # what was changed last
    for _ in range(2):
        act(three, "step_back")
        settled(three)
    assert history.answer.words.text() == before
    assert "flipped" not in history.answer.count.text()
    assert "Answer 1 of 3, changed since" in history.answer.place_in_words
    shown = three.model.posterior
    assert shown is not None
    places = {item_id: k for k, item_id in enumerate(three.model.items.ids)}
    winner, loser = first.comparison.a, first.comparison.b
    assert first.comparison.outcome is Outcome.A
    assert shown.mean[places[winner]] > shown.mean[places[loser]]


def words_of(answer: RecordedAnswer) -> str:
    names = read_study(sample("six-papers")).items.names
    return comparison_in_words(answer.comparison, names)


def test_what_if_by_w_and_back_by_escape(qtbot: QtBot, three: MainWindow, settled: Settled) -> None:
    now, recorded = mean_of(three), kinds(three)
    qtbot.keyClick(three.rooms.compare, Qt.Key.Key_W)
    settled(three)
    assert three.model.is_fork
    assert "what if" in three.windowTitle()
    qtbot.keyClick(three.rooms.compare, Qt.Key.Key_Left)
    settled(three)
    assert three.model.state.n_answers == 4
    assert np.max(np.abs(mean_of(three) - now)) > 0.01
    qtbot.keyClick(three.rooms.compare, Qt.Key.Key_Escape)
    settled(three)
    assert not three.model.is_fork
    assert kinds(three) == recorded
    np.testing.assert_allclose(mean_of(three), now, atol=1e-10)


def test_a_dragged_slider_is_one_change_and_one_undo(
    qtbot: QtBot, three: MainWindow, settled: Settled
) -> None:
    three.panel_actions["model"].trigger()
    settled(three)
    before, recorded = mean_of(three), kinds(three)
    slider = next(
        row.slider for row in three.rooms.model.rows if "noise" in row.slider.objectName()
    )
    assert isinstance(slider, QSlider)
    slider.setSliderDown(True)
    for step in (10, 20, 30, 40):
        slider.setSliderPosition(min(slider.value() + step, slider.maximum()))
        qtbot.wait(10)
    assert kinds(three) == recorded
    slider.setSliderDown(False)
    settled(three)
    assert kinds(three) == [*recorded, "settings_changed"]
    assert np.max(np.abs(mean_of(three) - before)) > 1e-6
    act(three, "undo")
    settled(three)
    assert kinds(three)[-1] == "undone"
    np.testing.assert_allclose(mean_of(three), before, atol=1e-10)
    assert three.model.state.n_answers == 3


def test_while_a_model_is_dragged_its_evidence_is_told(three: MainWindow, settled: Settled) -> None:
    three.panel_actions["model"].trigger()
    settled(three)
    evidence = three.rooms.model.evidence_row.evidence
    before = evidence.text()
    three.model.try_settings((SettingsChanged("model.noise", 1.0, 2.0),))
    settled(three)
    near = evidence.text()
    assert near not in (before, "–")
    three.model.change(SettingsChanged("model.noise", 1.0, 2.0))
    settled(three)
    assert float(evidence.text().replace("−", "-")) == pytest.approx(
        float(near.replace("−", "-")), abs=0.02
    )


def test_an_answer_is_flipped_and_removed_in_history(
    qtbot: QtBot, three: MainWindow, settled: Settled
) -> None:
    history, before = three.rooms.history, mean_of(three)
    said = [each.comparison.outcome for each in three.model.state.answers]
    qtbot.mouseClick(history.answer.flip_button, LEFT)
    assert toasts(three) == {"Answer 3 flipped": "Undo"}
    settled(three)
    flipped = [each.comparison.outcome for each in three.model.state.answers]
    assert flipped == [*said[:2], Outcome.B]
    act(three, "undo")
    settled(three)
    np.testing.assert_allclose(mean_of(three), before, atol=1e-10)
    qtbot.mouseClick(history.answer.remove_button, LEFT)
    settled(three)
    assert three.model.state.n_answers == 2
    act(three, "undo")
    settled(three)
    np.testing.assert_allclose(mean_of(three), before, atol=1e-10)
    act(three, "redo")
    settled(three)
    assert three.model.state.n_answers == 2


def toasts(window: MainWindow) -> dict[str, str]:
    """What toasts say, and what they offer."""
    shown = [each for each in window.findChildren(Toast) if each.isVisible()]
    return {each.words.text(): each.button.text() for each in shown}


def test_what_is_removed_in_history_is_told_and_taken_back_there(
    qtbot: QtBot, three: MainWindow, settled: Settled
) -> None:
    qtbot.mouseClick(three.rooms.history.answer.remove_button, LEFT)
    settled(three)
    assert toasts(three) == {"Answer 3 removed": "Undo"}
    (toast,) = (each for each in three.findChildren(Toast) if each.isVisible())
    qtbot.mouseClick(toast.button, LEFT)
    settled(three)
    assert three.model.state.n_answers == 3


def test_what_could_not_be_removed_is_not_told(
    qtbot: QtBot, three: MainWindow, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(three.model.record, "append", lambda *bodies, **more: False)
    qtbot.mouseClick(three.rooms.history.answer.remove_button, LEFT)
    qtbot.mouseClick(three.rooms.history.answer.flip_button, LEFT)
    settled(three)
    assert toasts(three) == {}
    assert three.model.state.n_answers == 3


def test_a_link_is_drawn_removed_undone_and_redone(three: MainWindow, settled: Settled) -> None:
    links, before = three.rooms.links, mean_of(three)
    relation = next(iter(three.model.state.study.links))

    def n_links() -> int:
        return three.model.status.n_links

    links.link_drawn.emit(LinkDrawn(2, 5, relation))
    settled(three)
    assert n_links() == 3
    assert np.max(np.abs(mean_of(three) - before)) > 1e-4
    act(three, "undo")
    settled(three)
    assert n_links() == 2
    np.testing.assert_allclose(mean_of(three), before, atol=1e-10)
    act(three, "redo")
    settled(three)
    assert n_links() == 3
    links.link_removed.emit(LinkErased(2, 5, relation))
    settled(three)
    assert n_links() == 2
    np.testing.assert_allclose(mean_of(three), before, atol=1e-8)


def test_a_link_drawn_by_hand_moves_nobody_and_is_told_with_undo(
    three: MainWindow, settled: Settled, qtbot: QtBot
) -> None:
    links, relation = three.rooms.links, next(iter(three.model.state.study.links))
    before = np.array(links.plot.places)
    links.link_drawn.emit(LinkDrawn(2, 5, relation))
    called = "" if relation == UNNAMED_RELATION else f" ({relation.replace('_', ' ')})"
    assert toasts(three) == {f"Link drawn: Paper c – Paper f{called}": "Undo"}
    settled(three)
    np.testing.assert_array_equal(links.plot.places, before)
    (toast,) = (each for each in three.findChildren(Toast) if each.isVisible())
    qtbot.mouseClick(toast.button, LEFT)
    settled(three)
    assert three.model.status.n_links == 2
    np.testing.assert_array_equal(links.plot.places, before)
    links.link_removed.emit(LinkErased(0, 1, relation))
    assert toasts(three) == {f"Link removed: Paper a – Paper b{called}": "Undo"}
    settled(three)
    assert three.model.status.n_links == 1
    np.testing.assert_array_equal(links.plot.places, before)


def test_a_reported_item_is_not_asked_any_more(window: MainWindow, settled: Settled) -> None:
    settled(window)
    asked = window.model.asking.trial
    assert asked is not None
    window.rooms.compare.report_button.entries["b"].trigger()
    settled(window)
    assert kinds(window)[-2:] == ["item_excluded", "trial_shown"]
    trial = window.model.asking.trial
    assert trial is not None
    assert asked.b not in (trial.a, trial.b)
    act(window, "undo")
    settled(window)
    assert not window.model.state.excluded_items


def test_menu_answers_and_ties(window: MainWindow, settled: Settled) -> None:
    settled(window)
    act(window, "answer_b")
    settled(window)
    assert [each.comparison.outcome for each in window.model.state.answers] == [Outcome.B]
    act(window, "answer_skip")
    settled(window)
    assert window.model.state.n_answers == 1
    assert not window.actions_by_name["answer_tie"].isEnabled()


def test_the_menu_takes_the_middle_of_seven_levels(window: MainWindow, settled: Settled) -> None:
    settled(window)
    window.model.change(SettingsChanged("response.scale", "binary", "strength7"))
    settled(window)
    assert not window.model.state.study.settings.response.tie
    assert window.actions_by_name["answer_tie"].isEnabled()
    act(window, "answer_tie")
    settled(window)
    assert [each.comparison.outcome for each in window.model.state.answers] == [Outcome.TIE]


@pytest.fixture
def grouped(tmp_path: Path) -> Path:
    folder = tmp_path / "grouped"
    folder.mkdir()
    rows = "\n".join(f"i{k},Item {k},{'oak' if k % 2 else 'elm'}" for k in range(6))
    (folder / "items.csv").write_text(f"item_id,label,group\n{rows}\n", encoding="utf-8")
    return folder


def test_another_group_is_shown(
    qtbot: QtBot, open_study: Callable[[Path], MainWindow], settled: Settled, grouped: Path
) -> None:
    window = open_study(grouped)
    settled(window)
    box = window.rooms.ranking.group_box
    assert [box.itemText(place) for place in range(box.count())] == ["elm", "oak"]
    for name, members in (("oak", {1, 3, 5}), ("elm", {0, 2, 4})):
        box.textActivated.emit(name)
        settled(window)
        assert set(window.rooms.utilities.plot.intervals.shown.items.tolist()) == members
        assert set(window.rooms.ranking.model.positions.tolist()) == members
        assert box.currentText() == name


def test_every_layout_shows_something(qtbot: QtBot, three: MainWindow, settled: Settled) -> None:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    for key, choice in zip("231", ("classroom", "analysis", "explore"), strict=True):
        qtbot.keyClick(three, Qt.Key(ord(key)), held)
        settled(three)
        assert three.layout_choice is LayoutChoice(choice)
        assert three.menu_row.layouts.choice == choice
        if choice == "classroom":
            assert three.classroom.isVisible()
        else:
            in_front = {name for name, each in three.rooms.panels.items() if each.is_in_front}
            assert {"compare", "links", "history"} <= in_front
            assert three.rooms.expected_loss.plot.values is not None


def test_layout_and_geometry_are_remembered(
    qtbot: QtBot, studio: Studio, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened() -> MainWindow:
        window = studio.open_study(read_study(sample("six-papers")))
        qtbot.waitUntil(window.isVisible, timeout=5000)
        settled(window)
        return window

    first = opened()
    first.resize(1340, 860)
    act(first, "layout_analysis")
    settled(first)
    first.rooms.panels["ranking"].hide()
    kept = first.saveGeometry()
    first.close()
    restored: list[QByteArray] = []
    monkeypatch.setattr(MainWindow, "restoreGeometry", lambda _, state: restored.append(state))
    second = opened()
    assert restored == [kept]  # the screen of the tests is too small to show it
    assert second.layout_choice is LayoutChoice.ANALYSIS
    assert second.rooms.panels["ranking"].isHidden()
    assert not second.rooms.panels["history"].isHidden()
    act(second, "reset_layout")
    assert not second.rooms.panels["ranking"].isHidden()


def test_the_past_says_how_to_return_and_offers_nothing_else(
    three: MainWindow, settled: Settled
) -> None:
    loss, learn = three.rooms.expected_loss, three.rooms.model.evidence_row.learn_button
    settled(three)
    assert learn.isEnabled()
    three.model.look_back(0)
    settled(three)
    for name in ("now", "what_if"):
        keys = three.actions_by_name[name].shortcut().toString()
        assert f"({keys})" in LOOKING_BACK
    assert three.actions_by_name["now"].shortcut().toString() in NoPair.LOOKING_BACK.words
    assert not learn.isEnabled() and "return to now" in learn.toolTip()
    assert "Click asks" not in loss.hint.text()
    act(three, "now")
    settled(three)
    assert learn.isEnabled()
    assert "Click asks" in loss.hint.text()


def test_learning_says_that_there_are_no_answers(window: MainWindow, settled: Settled) -> None:
    settled(window)
    learn = window.rooms.model.evidence_row.learn_button
    settled(window)
    assert not learn.isEnabled()
    assert learn.toolTip() == "There are no answers to learn from yet."


@pytest.fixture
def read_only(
    tmp_path: Path, studio: Studio, qtbot: QtBot, settled: Settled
) -> Iterator[MainWindow]:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    with open_study(path):
        window = studio.open_study(open_for_window(path))
        qtbot.waitUntil(window.isVisible, timeout=5000)
        settled(window)
        yield window
        window.close()


def test_a_file_that_is_read_only_forbids_everything(
    read_only: MainWindow, settled: Settled
) -> None:
    rooms, actions = read_only.rooms, read_only.actions_by_name
    forbidden = [
        *rooms.compare.answers.three.values(),
        *(rooms.compare.caps.skip, rooms.compare.caps.undo, rooms.compare.report_button),
        *(rooms.links.edit_button, rooms.links.draw_button),
        *(rooms.history.answer.flip_button, rooms.history.answer.remove_button),
        *(rooms.model.share_bar, rooms.model.inference, rooms.model.idle_row.box),
        *(rooms.purpose.criterion, *rooms.purpose.choices.buttons.values()),
        *rooms.purpose.choices.pairs.values(),
        *(row.slider for row in rooms.model.rows),
    ]
    assert [each.objectName() for each in forbidden if each.isEnabled()] == []
    for name in ("undo", "redo", "answer_a", "answer_b", "answer_tie", "answer_skip"):
        assert not actions[name].isEnabled()
    before = kinds(read_only)
    read_only.model.answer(Outcome.A)
    read_only.model.undo()
    read_only.model.ask(0, 1)
    relation = next(iter(read_only.model.state.study.links))
    rooms.links.link_drawn.emit(LinkDrawn(2, 5, relation))
    settled(read_only)
    assert kinds(read_only) == before
    assert not read_only.message.isVisible()
