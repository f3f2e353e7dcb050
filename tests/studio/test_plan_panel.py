"""Plan: pairs that wait, random pairs, spacing, and rules that say when one may stop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.engine.errors import EngineError
from prefstudio.studio import plan_wiring
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.plan_panel import PlanPanel
from prefstudio.studio.panels.plan_queue import SELECT_TWO
from prefstudio.study.changes import ItemAdded, PairQueued, SettingsChanged
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.events import Policy
from prefstudio.study.folder import read_study
from prefstudio.study.holdout import held_out
from prefstudio.study.items import Item
from prefstudio.study.plan_sheet import PlanSheet, plan_sheet
from prefstudio.study.queue import queued_pairs
from prefstudio.study.resources import sample
from prefstudio.study.setting_table import SETTINGS
from prefstudio.study.state import StudyState
from prefstudio.study.stopping import StopRequest
from prefstudio.study.store import open_study
from prefstudio.study.store.creating import create
from tests.study.sitting import with_settings

Settled = Callable[[MainWindow], None]


@pytest.fixture
def panel(qtbot: QtBot) -> PlanPanel:
    made = PlanPanel()
    qtbot.addWidget(made)
    made.resize(400, 420)
    study = with_settings(
        read_study(sample("six-papers")), stop={"trials": 30}, schedule={"holdout": 0.2}
    )
    made.show_sheet(plan_sheet(StudyState(study)))
    made.show()
    return made


@pytest.fixture
def plan(window: MainWindow, settled: Settled) -> PlanPanel:
    """Of the window, in sight."""
    window.rooms.panels["plan"].raise_()
    settled(window)
    return window.rooms.plan


def chosen(qtbot: QtBot, panel: PlanPanel, act: Callable[[], object]) -> SettingsChanged:
    with qtbot.waitSignal(panel.settings_chosen) as told:
        act()
    (change,) = told.args[0]
    return change


def queue(window: MainWindow) -> list[tuple[str, str]]:
    return [(each.a, each.b) for each in queued_pairs(window.model.state)]


def test_the_plan_is_shown(panel: PlanPanel) -> None:
    assert panel.holdout.text() == "20\u00a0%"
    assert panel.gap.text() == "0"
    assert not panel.ask_again.isChecked()
    assert {name: row.switch.isChecked() for name, row in panel.stop_rows.items()} == {
        "trials": True, "minutes": False, "expected_loss": False, "top_k": False,
    }  # fmt: skip
    assert panel.stop_rows["trials"].fields[0].text() == "30"
    assert panel.stop_rows["top_k"].fields[1].text() == "95.0\u00a0%"
    assert panel.queue.empty.isVisible()
    assert panel.holdout_words.text() == "No random pair has been answered yet."


def test_every_figure_is_a_setting_within_its_range(panel: PlanPanel) -> None:
    fields = {"schedule.holdout": panel.holdout, "presentation.min_item_gap": panel.gap}
    for row in panel.stop_rows.values():
        settings = (setting for setting, _ in row.kind.fields)
        fields |= dict(zip(settings, row.fields, strict=True))
    for name, field in fields.items():
        setting = SETTINGS[name]
        for value in (field.minimum(), field.maximum()):
            field.blockSignals(True)
            field.setValue(value)
            assert setting.read(field.number) == field.number
            field.blockSignals(False)
    assert len(fields) == 7


def test_a_field_tells_once_what_was_chosen(qtbot: QtBot, panel: PlanPanel) -> None:
    told: list[object] = []
    panel.settings_chosen.connect(told.append)
    panel.holdout.stepUp()
    panel.holdout.stepUp()
    assert told == []
    panel.holdout.editingFinished.emit()
    assert told == [(SettingsChanged("schedule.holdout", 0.2, 0.3),)]
    change = chosen(qtbot, panel, panel.gap.stepUp)  # by itself, after a moment
    assert change == SettingsChanged("presentation.min_item_gap", 0, 1)
    assert isinstance(change.after, int)


def test_switches_set_a_rule_and_leave_it_out(qtbot: QtBot, panel: PlanPanel) -> None:
    rows = panel.stop_rows
    assert chosen(qtbot, panel, rows["trials"].switch.click) == SettingsChanged(
        "stop.trials", 30, None
    )
    assert chosen(qtbot, panel, rows["top_k"].switch.click) == SettingsChanged(
        "stop.top_k", None, 3
    )
    assert chosen(qtbot, panel, rows["expected_loss"].switch.click).after == 0.01
    assert chosen(qtbot, panel, panel.ask_again.click) == SettingsChanged(
        "model.ask_again", False, True
    )


def test_sentences_belong_to_rules_that_are_set(panel: PlanPanel) -> None:
    panel.show_stopping({"trials": "2 of 30 trials are done; 28 to go.", "minutes": "Late."})
    rows = panel.stop_rows
    assert rows["trials"].sentence.text() == "2 of 30 trials are done; 28 to go."
    assert rows["minutes"].sentence.isHidden()


def test_who_may_only_read_changes_nothing(panel: PlanPanel) -> None:
    panel.forbid("Read-only: it is open elsewhere.")
    panel.show_sheet(plan_sheet(StudyState(read_study(sample("six-papers")))))
    inputs = [panel.holdout, panel.gap, panel.ask_again, panel.queue.add]
    inputs += [row.switch for row in panel.stop_rows.values()]
    inputs += [field for row in panel.stop_rows.values() for field in row.fields]
    assert not any(each.isEnabled() for each in inputs)


@pytest.mark.parametrize("width", [372, 480])
def test_no_words_are_cut_off(panel: PlanPanel, width: int) -> None:
    panel.resize(width, 900)
    panel.show_stopping({"trials": "A sentence that is long enough to need another line. " * 2})
    QApplication.processEvents()
    for each in panel.findChildren(QLabel):
        if each.isVisible() and each.text():
            room = (
                each.heightForWidth(each.width()) if each.wordWrap() else each.sizeHint().height()
            )
            assert each.height() >= room, each.text()
            assert each.wordWrap() or each.width() >= each.sizeHint().width(), each.text()
            assert each.mapTo(panel, each.rect().topRight()).x() < panel.width()


def test_two_selected_items_are_queued_asked_next_and_undone(
    qtbot: QtBot, window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model = window.model
    asked = model.asking.pair
    assert not plan.queue.add.isEnabled()
    model.select(frozenset({0, 3}))
    assert plan.queue.add.isEnabled()
    plan.queue.add.click()
    settled(window)
    assert queue(window) == [("a", "d")]
    assert model.asking.pair == asked, "the pair on screen stays"
    assert not plan.queue.add.isEnabled()
    assert "queued already" in plan.queue.add.toolTip()
    model.answer(Outcome.A)
    settled(window)
    assert model.asking.pair == (0, 3)
    assert model.asking.trial is not None and model.asking.trial.policy is Policy.QUEUED
    assert window.rooms.compare.why.words.text() == "You queued this pair."
    model.answer(Outcome.B)
    settled(window)
    assert queue(window) == [] and plan.queue.empty.isVisible()
    model.undo()
    settled(window)
    assert model.asking.pair == (0, 3)
    assert [row.remove.accessibleName() for row in plan.queue.rows] == [
        "Take Paper a – Paper d out of the queue"
    ]
    plan.queue.rows[0].remove.click()
    settled(window)
    assert queue(window) == []
    assert model.status.undo_words == "Undo: Pair Paper a–Paper d no longer queued"


def test_shift_in_a_matrix_queues(qtbot: QtBot, window: MainWindow, settled: Settled) -> None:
    settled(window)
    matrix = window.rooms.expected_loss
    asked = window.model.asking.pair
    free = next((i, j) for i in range(6) for j in range(i + 1, 6) if {i, j} != set(asked or ()))
    position = matrix.plot.position_of(free)
    shift, left = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton
    qtbot.mouseClick(matrix.plot.viewport(), left, shift, position)
    ids = window.model.items.ids
    assert queue(window) == [(ids[free[0]], ids[free[1]])]
    assert window.model.asking.pair == asked
    settled(window)
    other = next(
        (i, j)
        for i in range(6)
        for j in range(i + 1, 6)
        if {i, j} not in (set(asked or ()), set(free))
    )
    matrix.plot.setFocus()
    matrix.plot.point_at(other)
    qtbot.keyClick(matrix.plot, Qt.Key.Key_Return, shift)
    assert len(queue(window)) == 2


def test_the_key_queues_the_selected_pair_or_says_what_is_missing(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    with qtbot.waitSignal(window.plan_wiring.refused) as told:
        window.actions_by_name["queue_pair"].trigger()
    assert told.args == ["Select two items to queue them."]
    pair = window.model.asking.pair
    assert pair is not None
    window.model.select(frozenset(pair))
    with qtbot.waitSignal(window.plan_wiring.refused) as told:
        window.actions_by_name["queue_pair"].trigger()
    assert "is asked already" in told.args[0]
    window.model.select(frozenset({0, 5}))
    with qtbot.waitSignal(window.plan_wiring.queued):
        window.actions_by_name["queue_pair"].trigger()
    assert queue(window) == [("a", "f")]


def test_items_that_are_gone_are_selected_no_more(
    qtbot: QtBot, window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model, key = window.model, window.actions_by_name["queue_pair"]
    model.answer(Outcome.A)
    settled(window)
    model.change(ItemAdded(Item("zed")))
    settled(window)
    model.select(frozenset({1, 6}))
    assert plan.queue.add.isEnabled()
    model.look_back(1)
    settled(window)
    assert model.selection == frozenset({1})
    model.return_to_now()
    model.select(frozenset({1, 6}))
    settled(window)
    model.undo()
    settled(window)
    assert model.selection == frozenset({1})
    for panel in (window.rooms.ranking, window.rooms.baselines):
        assert panel._chosen == frozenset({1})
    assert not plan.queue.add.isEnabled()
    model.change(ItemAdded(Item("another")))
    settled(window)
    with qtbot.waitSignal(window.plan_wiring.refused) as told:
        key.trigger()
    assert told.args == [SELECT_TWO]


def test_a_pair_that_could_not_be_recorded_is_not_said_to_be_queued(
    qtbot: QtBot, window: MainWindow, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(window)
    window.model.select(frozenset({0, 5}))
    with monkeypatch.context() as full_disk, qtbot.assertNotEmitted(window.plan_wiring.queued):
        full_disk.setattr(window.model.record, "append", lambda *bodies, **more: False)
        window.actions_by_name["queue_pair"].trigger()
        assert not window.model.change(PairQueued("a", "f"))
    assert queue(window) == [] and window.toasts._shown == []
    assert window.model.change(PairQueued("a", "f"))
    assert queue(window) == [("a", "f")]


def test_what_was_planned_in_one_go_is_undone_in_one_go(
    window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model = window.model
    before = model.state.study.settings
    plan.settings_chosen.emit(
        (
            SettingsChanged("stop.top_k", None, 2),
            SettingsChanged("stop.top_k_probability", 0.95, 0.9),
        )
    )
    settled(window)
    assert (model.state.study.settings.stop.top_k, len(model.state.last_step)) == (2, 2)
    model.undo()
    settled(window)
    assert model.state.study.settings == before


def test_a_plan_that_nobody_sees_is_not_made(
    window: MainWindow, plan: PlanPanel, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[StudyState] = []

    def make(state: StudyState) -> PlanSheet:
        made.append(state)
        return plan_sheet(state)

    monkeypatch.setattr(plan_wiring, "plan_sheet", make)
    window.rooms.panels["model"].raise_()
    settled(window)
    window.model.change(SettingsChanged("schedule.holdout", 0.0, 0.25))
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    assert not window.rooms.panels["plan"].is_in_front
    assert not made
    window.rooms.panels["plan"].raise_()
    settled(window)
    assert made == [window.model.scene.state]
    assert plan.holdout.text() == "25\u00a0%"


def test_a_stop_rule_leaves_items_links_and_model(
    window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model, rooms = window.model, window.rooms
    belief, items = model.scene.belief, model.items
    assert belief is not None and belief.briefing is not None
    began_anew = QSignalSpy(rooms.ranking.model.modelReset)
    plan.settings_chosen.emit((SettingsChanged("stop.trials", None, 30),))
    settled(window)
    assert model.scene.state.study.settings.stop.trials == 30
    after = model.scene.belief
    assert after is not None and after.briefing is not None
    assert after.briefing.model is belief.briefing.model
    assert model.items is items
    assert began_anew.count() == 0


def test_of_a_random_pair_compare_says_nothing(
    window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model = window.model
    plan.holdout.setValue(100)
    plan.holdout.editingFinished.emit()
    settled(window)
    assert model.state.study.settings.schedule.holdout == 1.0
    assert window.rooms.compare.why.words.text() != ""  # the pair that was there before
    for count in range(1, 4):
        model.answer(Outcome.A)
        settled(window)
        assert model.asking.trial is not None
        assert model.asking.trial.phase is Phase.HOLDOUT
        assert window.rooms.compare.why.words.text() == ""
        assert len(held_out(model.state)) == count - 1
    assert plan.holdout_words.text().startswith("Of 2 random pairs")


def test_a_reached_rule_says_so_and_one_may_go_on(
    window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model, compare = window.model, window.rooms.compare
    model.change(SettingsChanged("stop.trials", None, 2))
    settled(window)
    assert plan.stop_rows["trials"].sentence.text() == "0 of 2 trials are done; 2 to go."
    assert compare.may_stop.isHidden()
    for _ in range(2):
        model.answer(Outcome.A)
        settled(window)
    words = "2 trials are done, your goal of 2. You may stop."
    assert compare.may_stop.isVisible()
    assert compare.may_stop.words.text() == plan.stop_rows["trials"].sentence.text() == words
    assert window.status_row.answers.text() == "2\u00a0answers, you may stop"
    model.answer(Outcome.A)
    settled(window)
    assert model.state.n_answers == 3
    model.change(SettingsChanged("stop.trials", 2, None))
    settled(window)
    assert compare.may_stop.isHidden()
    assert window.status_row.answers.text() == "3\u00a0answers"


@pytest.mark.parametrize("after", [None, 9])
def test_a_rule_that_is_set_no_more_or_otherwise_says_nothing(
    window: MainWindow,
    plan: PlanPanel,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
    after: int | None,
) -> None:
    def fail(request: StopRequest, control: Control) -> None:
        raise EngineError("where rules stand cannot be told")

    model, compare = window.model, window.rooms.compare
    model.change(
        SettingsChanged("stop.trials", None, 1), SettingsChanged("stop.minutes", None, 40.0)
    )
    settled(window)
    model.answer(Outcome.A)
    settled(window)
    minutes = plan.stop_rows["minutes"].sentence.text()
    assert compare.may_stop.isVisible() and minutes
    monkeypatch.setattr(StopRequest, "compute", fail)
    model.change(SettingsChanged("stop.trials", 1, after))
    settled(window)
    assert compare.may_stop.isHidden()
    assert not model.status.may_stop
    assert plan.stop_rows["trials"].sentence.text() == ""
    assert plan.stop_rows["minutes"].sentence.text() == minutes


def test_asking_again_goes_on_where_every_pair_was_asked(
    window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    model = window.model
    while model.asking.trial is not None:
        model.answer(Outcome.A)
        settled(window)
    assert model.state.n_answers == 15
    assert "Ask again in Plan" in window.rooms.compare.empty.words.text()
    plan.ask_again.click()
    settled(window)
    assert model.asking.trial is not None


def test_a_reopened_file_asks_what_was_queued(
    qtbot: QtBot, studio: Studio, settled: Settled, tmp_path: Path
) -> None:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    window = studio.open_study(open_study(path))
    qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=5000)
    window.model.change(PairQueued("a", "b"))
    settled(window)
    window.close()
    again = studio.open_study(open_study(path))
    qtbot.waitUntil(lambda: again.model.asking.trial is not None, timeout=5000)
    again.model.answer(Outcome.A)
    settled(again)
    assert again.model.asking.trial is not None
    assert {again.model.asking.trial.a, again.model.asking.trial.b} == {"a", "b"}


def test_undo_after_a_queue_asks_what_the_events_say(window: MainWindow, settled: Settled) -> None:
    """A belief at hand from before must not bring its old queue back."""
    model = window.model
    settled(window)
    model.change(PairQueued("a", "f"))
    settled(window)
    model.undo()
    settled(window)
    assert model.scene.belief is not None and model.scene.belief.briefing is not None
    assert model.scene.belief.briefing.rules.queued == ()
    assert model.scene.belief.briefing.revision == model.state.belief_revision
    model.answer(Outcome.A)
    settled(window)
    assert model.asking.trial is not None
    assert model.asking.trial.policy is Policy.CRITERION


def test_all_that_takes_keys_has_a_name(panel: PlanPanel) -> None:
    named = [
        each.accessibleName()
        for each in panel.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.objectName() != "qt_spinbox_lineedit"
    ]
    assert all(named)
    assert len(named) == len(set(named))


def test_tab_goes_through_the_queue_and_down_the_rules(
    qtbot: QtBot, window: MainWindow, plan: PlanPanel, settled: Settled
) -> None:
    for a, b in ("ab", "cd"):
        window.model.change(PairQueued(a, b))
        settled(window)
    window.model.select(frozenset({0, 5}))
    plan.queue.add.setFocus(Qt.FocusReason.TabFocusReason)
    visited = []
    for _ in range(9):
        focused = window.focusWidget()
        assert focused is not None
        visited.append(focused.accessibleName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    names = {item.item_id: item.name for item in window.model.state.study.items}
    assert visited == [
        "Queue the selected pair",
        f"Take {names['a']} – {names['b']} out of the queue",
        f"Take {names['c']} – {names['d']} out of the queue",
        "Pairs for several seats…",
        "Share of random pairs",
        "Trials between two showings of an item",
        "Ask again",
        "Stop by trials",
        "Stop by time",
    ]
