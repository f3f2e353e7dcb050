"""Learning while asking: quietly, between answers, on record, and taken back by undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine import ep
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.briefing import briefing_of
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import Study, read_study
from prefstudio.study.learn_request import LearnFound, LearnRequest, LearnStopped
from prefstudio.study.mailbox import Lane, Mailbox, Work
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.state import fold
from prefstudio.study.store import create, open_study

SLOW = (Lane.FORECAST, Lane.CURVE)
"""What a window does beside, and what may be dropped at any time."""


class Desk:
    """A model and its mailbox, with the engine thread's work done by hand."""

    def __init__(self, study: Study) -> None:
        self.mailbox = Mailbox()
        self.model = StudioModel(study, self.mailbox)
        self.done: list[Lane] = []
        self.rng = np.random.default_rng(3)
        self.model.start()
        self.work()

    def work(self, *, before: Lane | None = None) -> Work | None:
        """Compute what waits, up to a request of a lane, which is taken and given back."""
        while (work := self.mailbox.take(timeout=0)) is not None:
            if work.request.lane is before:
                return work
            self.mailbox.finish(work, completed=True)
            if work.request.lane in SLOW:
                continue
            result = work.request.compute(work.control)
            self.done.append(work.request.lane)
            self.model.take_result(result)
        return None

    def answer(self, count: int) -> None:
        """Answer so many pairs, each once nothing is left to do."""
        for _ in range(count):
            self.work()
            self.model.answer(Outcome.A if self.rng.random() < 0.6 else Outcome.B)

    @property
    def learned(self) -> list[SettingsChanged]:
        """Every setting on record that was learned."""
        bodies = (event.body for event in self.model.record.events)
        changes = [each for each in bodies if isinstance(each, SettingsChanged)]
        return [each for each in changes if each.by is ChangedBy.LEARNED]


@pytest.fixture(scope="module")
def study() -> Study:
    return read_study(sample("shapes"))


@pytest.fixture
def desk(qapp: QCoreApplication, study: Study) -> Desk:
    return Desk(study)


def test_after_ten_and_twenty_answers_and_not_before(desk: Desk) -> None:
    desk.answer(9)
    desk.work()
    assert Lane.LEARN not in desk.done
    desk.answer(1)
    desk.work()
    assert desk.done.count(Lane.LEARN) == 1
    assert desk.learned
    n_learned = len(desk.learned)
    desk.answer(9)
    desk.work()
    assert desk.done.count(Lane.LEARN) == 1
    desk.answer(1)
    desk.work()
    assert desk.done.count(Lane.LEARN) == 2
    assert len(desk.learned) > n_learned


def test_what_it_learned_by_itself_is_told_once(desk: Desk) -> None:
    told: list[str] = []
    desk.model.learned_by_itself.connect(told.append)
    desk.answer(10)
    desk.work()
    assert len(told) == 1 and told[0].startswith("Learned")
    desk.model.learn()
    desk.work()
    assert len(told) == 1


def test_where_nothing_is_to_be_changed_it_is_said_and_not_tried_again(desk: Desk) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None
    found = work.request.compute(work.control)
    assert isinstance(found, LearnFound)
    desk.mailbox.finish(work, completed=True)
    desk.model.take_result(replace(found, model=replace(found.model, changes=())))
    desk.work()
    assert not desk.learned
    assert desk.model.learning_plan.words == "Nothing new after ten answers; next after 20."
    desk.answer(2)
    desk.work()
    assert Lane.LEARN not in desk.done


def test_learning_again_from_the_same_answers_says_that_nothing_is_new(desk: Desk) -> None:
    model = desk.model
    told: list[str] = []
    model.learner.ended.connect(told.append)
    desk.answer(10)
    desk.work()
    assert desk.learned and told == []
    assert model.learning_plan.words == "Learned after ten answers; next after 20."
    revision = model.state.revision
    for _ in range(3):
        model.learn()
        desk.work()
        assert not model.learner.has_changed
        assert model.learning_plan.words == "Nothing new after ten answers; next after 20."
    assert model.state.revision == revision
    assert len(told) == 3 and all(told)
    model.undo()
    desk.work()
    assert model.learning_plan.words == "Learned after ten answers, undone; next after 20."
    model.learn()
    desk.work()
    assert model.learner.has_changed
    assert model.learning_plan.words == "Learned after ten answers; next after 20."


def test_the_pair_on_screen_and_its_time_stay(desk: Desk) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None
    trial, shown_at = desk.model.asking.trial, desk.model.shown_at
    mean = np.asarray(desk.model.posterior.mean)  # type: ignore[union-attr]
    desk.mailbox.finish(work, completed=False)
    desk.work()
    assert desk.learned
    assert desk.model.asking.trial == trial is not None
    assert desk.model.shown_at == shown_at
    assert np.any(np.asarray(desk.model.posterior.mean) != mean)  # type: ignore[union-attr]


def test_the_fold_of_the_events_is_what_is_on_screen(desk: Desk, study: Study) -> None:
    desk.answer(13)
    desk.work()
    assert desk.learned
    state = fold(study, desk.model.record.events)
    model = resolve(state.study)
    told = ep.infer(model.prior, briefing_of(model, state).comparisons, model.scale)
    on_screen = desk.model.posterior
    assert on_screen is not None and on_screen.inference == "ep"
    np.testing.assert_allclose(on_screen.mean, told.mean, rtol=0, atol=1e-10)
    np.testing.assert_allclose(on_screen.sd, told.sd, rtol=0, atol=1e-10)


def test_undo_takes_it_back_and_it_does_not_come_again(desk: Desk, study: Study) -> None:
    desk.answer(10)
    desk.work()
    assert desk.learned
    assert desk.model.status.undo_words == "Undo: Model learned from the answers"
    desk.model.undo()
    desk.done.clear()
    desk.work()
    assert desk.model.state.study.settings == study.settings
    assert desk.model.state.n_answers == 10
    assert Lane.LEARN not in desk.done
    desk.answer(3)
    desk.work()
    assert Lane.LEARN not in desk.done
    desk.model.undo()
    desk.work()
    assert Lane.LEARN not in desk.done


def test_an_answer_goes_first_and_learning_goes_on_from_where_it_was(desk: Desk) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    first = work.request
    with pytest.raises(Cancelled):
        first.compute(Stopping(after=40))
    n_known = len(first.memory.evaluations)
    assert n_known > 0
    desk.model.answer(Outcome.A)
    assert work.control.is_cancelled  # the answer came in while it ran
    desk.mailbox.finish(work, completed=False)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    resumed = work.request
    assert resumed.memory is first.memory
    assert len(resumed.briefing.comparisons) == 10
    assert resumed.moment == desk.model.scene.moment.number
    desk.mailbox.finish(work, completed=False)
    desk.work()
    assert desk.learned
    assert len(first.memory.evaluations) > n_known


def test_an_answer_that_is_changed_meanwhile_makes_it_begin_anew(desk: Desk) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    first = work.request
    desk.model.undo()
    desk.mailbox.finish(work, completed=False)
    assert desk.work(before=Lane.LEARN) is None  # nine answers: nothing is due
    desk.model.answer(Outcome.B)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    assert work.request.memory is not first.memory


def test_it_goes_on_where_learning_by_hand_took_its_place_and_was_stopped(desk: Desk) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    by_itself = work.request
    desk.model.learn()
    desk.mailbox.finish(work, completed=False)
    work = desk.work(before=Lane.LEARN)
    assert work is not None and work.request is not by_itself
    desk.model.learner.stop()
    result = work.request.compute(work.control)
    assert isinstance(result, LearnStopped)
    desk.mailbox.finish(work, completed=True)
    desk.model.take_result(result)
    assert not desk.model.learner.is_busy
    work = desk.work(before=Lane.LEARN)
    assert work is not None and isinstance(work.request, LearnRequest)
    assert work.request.memory is by_itself.memory
    desk.mailbox.finish(work, completed=False)
    desk.work()
    assert desk.learned


class Stopping(Control):
    """Stops after so many looks, as an urgent request would at some moment."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._left = after

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            self.cancel()
        super().check()


def test_never_in_a_fork_and_never_looking_back(desk: Desk) -> None:
    desk.answer(9)
    desk.work()
    desk.model.fork()
    desk.answer(3)
    desk.work()
    assert desk.model.is_fork and desk.model.state.n_answers == 12
    assert Lane.LEARN not in desk.done
    desk.model.leave_fork()
    desk.answer(1)
    work = desk.work(before=Lane.LEARN)
    assert work is not None
    desk.model.look_back(3)
    desk.mailbox.finish(work, completed=False)
    desk.work()
    assert desk.model.scene.moment.is_past
    assert Lane.LEARN not in desk.done
    desk.model.return_to_now()
    desk.work()
    assert desk.done.count(Lane.LEARN) == 1


def test_what_was_learned_in_vain_in_a_fork_is_not_held_against_the_record(desk: Desk) -> None:
    desk.answer(9)
    desk.work()
    plan = desk.model.learning_plan
    desk.model.fork()
    desk.answer(2)
    desk.work()
    desk.model.learn()
    work = desk.work(before=Lane.LEARN)
    assert work is not None
    found = work.request.compute(work.control)
    assert isinstance(found, LearnFound)
    desk.mailbox.finish(work, completed=True)
    desk.model.take_result(replace(found, model=replace(found.model, changes=())))
    desk.work()
    assert desk.model.learning_plan.words == "Nothing new after 11 answers; next after 20."
    desk.model.leave_fork()
    desk.work()
    assert desk.model.learning_plan == plan
    desk.answer(1)
    desk.work()
    assert desk.done.count(Lane.LEARN) == 1 and desk.learned


def test_an_answer_in_a_fork_does_not_make_the_record_learn(
    qapp: QCoreApplication, study: Study, desk: Desk, tmp_path: Path
) -> None:
    desk.answer(10)
    assert desk.work(before=Lane.LEARN) is not None
    path = tmp_path / "shapes.prefstudio"
    create(path, study, desk.model.record.events).close()
    with open_study(path) as file:
        again = Desk(file)  # type: ignore[arg-type]
        again.model.fork()
        again.answer(1)
        again.work()
        again.model.leave_fork()
        again.work()
        assert Lane.LEARN not in again.done and not again.learned


def test_off_where_people_are_tested_and_where_the_study_says_so(
    qapp: QCoreApplication, study: Study
) -> None:
    settings = study.settings
    tested = replace(settings, schedule=replace(settings.schedule, holdout=0.1))
    off = replace(settings, model=replace(settings.model, learn_while_asking=False))
    for said in (tested, off):
        desk = Desk(replace(study, settings=said))
        desk.answer(11)
        desk.work()
        assert Lane.LEARN not in desk.done and not desk.learned


def test_opening_a_study_changes_nothing(
    qapp: QCoreApplication, study: Study, desk: Desk, tmp_path: Path
) -> None:
    desk.answer(10)
    work = desk.work(before=Lane.LEARN)
    assert work is not None
    path = tmp_path / "shapes.prefstudio"
    create(path, study, desk.model.record.events).close()
    with open_study(path) as file:
        n_events = len(file.events)
        again = Desk(file)  # type: ignore[arg-type]
        assert Lane.LEARN not in again.done
        assert len(file.events) == n_events
        again.answer(1)
        again.work()
        assert again.done.count(Lane.LEARN) == 1


def test_by_hand_it_is_told_and_by_itself_it_is_not(
    open_study: Callable[[Path], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    rows = [f"{name},{k % 3},{k * k % 7}" for k, name in enumerate("abcdefg")]
    (tmp_path / "items.csv").write_text("item_id,x_one,x_two\n" + "\n".join(rows))
    window = open_study(tmp_path)
    told: list[str] = []
    window.model.learner.ended.connect(told.append)
    for number in range(10):
        qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=10000)
        window.model.answer(Outcome.A if number % 3 else Outcome.B)
    window.panel_actions["model"].trigger()
    line = window.rooms.model.idle_row.line
    words = "Learned after ten answers; next after 20."
    qtbot.waitUntil(lambda: line.text() == words, timeout=20000)
    assert told == []
    with qtbot.waitSignal(window.model.learner.ended, timeout=20000):
        window.model.learn()
    assert told and told[0]
