"""A window on a study file: every answer is on the disk, and the next window goes on from there."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.cli import main
from prefstudio.studio.app import Studio
from prefstudio.studio.asking import NoPair
from prefstudio.studio.export_dialog import ExportDialog
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import Record, open_for_window
from prefstudio.study.comparisons import Outcome
from prefstudio.study.component_views import NEIGHBOURS
from prefstudio.study.events import Event
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.samples import opened_copy
from prefstudio.study.settings import SemiSupervisedSettings
from prefstudio.study.store import NotRecordedError, StudyFile, create, open_study
from tests.studio.conftest import attended_studio

Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton
BUTTONS = {Outcome.A: "answer_a", Outcome.B: "answer_b"}
ELSEWHERE = "another window or command has it open"

ANSWERING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from prefstudio.studio.app import open_window

def answer():
    for window in QApplication.topLevelWidgets():
        if window.objectName() == "main_window" and window.isVisible():
            before = window.model.state.n_answers
            window.rooms.compare.answers.three["answer_a"].click()
            if window.model.state.n_answers > before:
                print(window.model.state.n_answers, flush=True)

application = QApplication([])
timer = QTimer()
timer.timeout.connect(answer)
timer.start(20)
open_window(Path(sys.argv[1]))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The six papers as a study file without answers."""
    path = tmp_path / "études ☂.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    return path


@contextlib.contextmanager
def window_on(path: Path, qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    """A real window on a study, closed afterwards."""
    with attended_studio(qapp, []) as studio:
        window = studio.open_study(open_for_window(path))
        qtbot.waitUntil(window.isVisible, timeout=5000)
        qtbot.waitUntil(lambda: not window.model.asking.is_awaited, timeout=5000)
        yield window


def answer(qtbot: QtBot, window: MainWindow, outcome: Outcome) -> None:
    button = window.rooms.compare.answers.three[BUTTONS[outcome]]
    qtbot.waitUntil(button.isEnabled, timeout=5000)
    qtbot.mouseClick(button, LEFT)


def undo(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.rooms.compare.caps.undo, LEFT)


def kinds(path: Path) -> list[str]:
    with open_study(path, writable=False) as opened:
        return [event.kind for event in opened.events]


def fail(file: StudyFile, *events: Event) -> int:
    raise NotRecordedError(file.path, "the disk is full", remedy="Make room on the disk.")


def test_a_closed_study_goes_on_where_it_was(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled
) -> None:
    with window_on(file, qapp, qtbot) as window:
        for outcome in (Outcome.A, Outcome.B, Outcome.A):
            answer(qtbot, window, outcome)
        undo(qtbot, window)
        settled(window)
        asked, before = window.model.state.asked, window.model.posterior
        said = [each.event_id for each in window.model.state.answers]
        assert window.menu_row.saved.text() == "Saved"
        assert "saved" not in window.windowTitle()
    with window_on(file, qapp, qtbot) as window:
        settled(window)
        after, state = window.model.posterior, window.model.state
        assert before is not None
        assert after is not None
        assert asked is not None
        assert state.asked == asked
        assert [each.event_id for each in state.answers] == said
        assert len(said) == 2
        np.testing.assert_allclose(after.mean, before.mean, rtol=0, atol=1e-10)
        np.testing.assert_allclose(after.covariance(), before.covariance(), rtol=0, atol=1e-10)
        first = state.answers[0].trial
        undo(qtbot, window)
        undo(qtbot, window)
        settled(window)
        assert window.model.state.asked == first
        np.testing.assert_allclose(window.model.posterior.mean, 0.0, atol=1e-12)


def test_all_that_happens_is_in_the_file_before_the_window_closes(
    file: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    with window_on(file, qapp, qtbot) as window:
        assert kinds(file) == ["study_opened", "trial_shown"]
        answer(qtbot, window, Outcome.B)
        assert kinds(file)[2] == "answered"
        undo(qtbot, window)
        assert kinds(file)[-1] == "undone"
        assert kinds(file) == [event.kind for event in window.model.record.events]


def turn_spacing(window: MainWindow, qtbot: QtBot) -> None:
    window.rooms.plan.gap.stepUp()


def write_spacing(window: MainWindow, qtbot: QtBot) -> None:
    field = window.rooms.plan.gap
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "7")


def turn_noise(window: MainWindow, qtbot: QtBot) -> None:
    slider = window.rooms.model.rows[0].slider
    slider.setValue(slider.maximum())


def write_noise(window: MainWindow, qtbot: QtBot) -> None:
    field = window.rooms.model.rows[0].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2.5")


def turn_shares(window: MainWindow, qtbot: QtBot) -> None:
    handle = window.rooms.model.share_bar.handles[0]
    handle.setValue(handle.value() - 10)


def turn_top(window: MainWindow, qtbot: QtBot) -> None:
    window.rooms.purpose.choices.spin.stepUp()


def turn_neighbours(window: MainWindow, qtbot: QtBot) -> None:
    components = window.rooms.components
    components.list.buttons[NEIGHBOURS].click()
    components.neighbours.spin.stepUp()


@pytest.mark.parametrize(
    ("panel", "turn", "setting"),
    [
        ("plan", turn_spacing, "presentation.min_item_gap"),
        ("plan", write_spacing, "presentation.min_item_gap"),
        ("model", turn_noise, "model.noise"),
        ("model", write_noise, "model.noise"),
        ("model", turn_shares, "model.component"),
        ("purpose", turn_top, "model.horizon"),
        ("components", turn_neighbours, "model.semi_supervised"),
    ],
)
def test_what_was_turned_just_before_the_window_closes_is_kept(
    panel: str,
    turn: Callable[[MainWindow, QtBot], None],
    setting: str,
    tmp_path: Path,
    qapp: QApplication,
    qtbot: QtBot,
    settled: Settled,
) -> None:
    study, path = read_study(sample("shapes")), tmp_path / "shapes.prefstudio"
    model = replace(study.settings.model, horizon=3.0, semi_supervised=SemiSupervisedSettings())
    create(path, replace(study, settings=replace(study.settings, model=model))).close()
    with window_on(path, qapp, qtbot) as window:
        window.in_sight.reveal(panel)
        window.activateWindow()
        settled(window)
        turn(window, qtbot)
        window.actions_by_name["close"].trigger()
        assert window.is_closed
    with open_study(path, writable=False) as opened:
        changed = [each.body for each in opened.events if each.kind == "settings_changed"]
    assert [each.what for each in changed] == [setting]


def test_a_closed_window_lets_others_write(file: Path, qapp: QApplication, qtbot: QtBot) -> None:
    with window_on(file, qapp, qtbot) as window:
        window.close()
        assert main(["answer", str(file), "b", "e", "--outcome", "A"]) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_no_answer_is_lost_when_the_window_is_killed(file: Path) -> None:
    command = [sys.executable, "-c", ANSWERING, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(3)]
        os.kill(process.pid, signal.SIGKILL)
        told += process.stdout.readlines()
    assert told[:3] == ["1\n", "2\n", "3\n"]
    n_told = sum(line.endswith("\n") for line in told)
    with open_study(file) as opened:
        assert n_told <= opened.state.n_answers <= n_told + 1
        assert not opened.read_only


def test_a_second_window_only_reads(file: Path, qapp: QApplication, qtbot: QtBot) -> None:
    with open_study(file) as first, window_on(file, qapp, qtbot) as window:
        assert window.menu_row.saved.text() == f"read-only: {ELSEWHERE}"
        assert f"(read-only: {ELSEWHERE})" in window.windowTitle()
        assert window.rooms.compare.empty.title.text() == "No pair is asked here."
        assert first.events == ()


def test_nothing_can_be_done_in_a_second_window(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled
) -> None:
    with window_on(file, qapp, qtbot) as window:
        answer(qtbot, window, Outcome.A)
        qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=5000)
        asked = window.model.state.asked
    before = kinds(file)
    with open_study(file), window_on(file, qapp, qtbot) as window:
        settled(window)
        assert window.model.state.asked == asked
        for button in (
            *window.rooms.compare.answers.three.values(),
            window.rooms.compare.caps.undo,
        ):
            assert not button.isEnabled()
            assert button.toolTip() == f"Read-only: {ELSEWHERE}."
        assert not window.actions_by_name["undo"].isEnabled()
        panel = window.rooms.expected_loss
        assert panel.hint.text() == "ring: asked. Read-only."
        with qtbot.assertNotEmitted(panel.pair_chosen):
            qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=panel.plot.position_of((0, 1)))
        qtbot.keyClick(window.rooms.compare, Qt.Key.Key_Left)
        window.model.answer(Outcome.A)
        window.model.undo()
        window.model.ask(0, 1)
        settled(window)
        assert [event.kind for event in window.model.record.events] == before
        assert not window.message.isVisible()
    assert kinds(file) == before


def test_an_answer_that_is_not_recorded_does_not_count(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_on(file, qapp, qtbot) as window:
        settled(window)
        asked, before = window.model.state.asked, window.model.posterior
        with monkeypatch.context() as patch:
            patch.setattr(StudyFile, "append", fail)
            answer(qtbot, window, Outcome.A)
            settled(window)
        assert window.rooms.compare.announcer.announced == "Not recorded: answer once more."
        assert window.message.isVisible()
        assert window.message.title.text() == "The answer was not recorded and does not count."
        assert "the disk is full. Make room on the disk." in window.message.advice.text()
        assert window.model.state.asked is asked
        assert window.model.state.n_answers == 0
        assert window.model.posterior is before
        window.model.ask(*{(0, 1), (2, 3)}.difference([window.model.asking.pair]).pop())
        qtbot.waitUntil(lambda: window.model.state.asked is not asked, timeout=5000)
        assert window.rooms.compare.announcer.announced == "Not recorded: answer once more."
        answer(qtbot, window, Outcome.A)
        announcer = window.rooms.compare.announcer
        qtbot.waitUntil(lambda: announcer.announced.startswith("Answer 1: "), timeout=5000)
        assert window.model.state.n_answers == 1
        assert not window.message.isVisible()
    assert kinds(file).count("answered") == 1


def test_an_undo_that_is_not_recorded_takes_nothing_back(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_on(file, qapp, qtbot) as window:
        answer(qtbot, window, Outcome.A)
        settled(window)
        asked = window.model.state.asked
        monkeypatch.setattr(StudyFile, "append", fail)
        undo(qtbot, window)
        assert window.message.title.text().startswith("The undo was not recorded")
        assert window.model.state.asked is asked
        assert window.model.state.n_answers == 1


def test_a_slider_that_is_not_recorded_goes_back_and_the_pair_takes_an_answer(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_on(file, qapp, qtbot) as window:
        answer(qtbot, window, Outcome.A)
        settled(window)
        before, row = window.model.posterior, window.rooms.model.rows[0]
        noise = row.value
        with monkeypatch.context() as patch:
            patch.setattr(StudyFile, "append", fail)
            row.slider.setSliderDown(True)
            row.slider.setValue(row.slider.maximum())
            qtbot.waitUntil(lambda: bool(window.model.scene.moment.tried), timeout=5000)
            row.slider.setSliderDown(False)
            assert window.message.title.text().endswith("the study is as it was.")
            settled(window)
        assert window.model.scene.is_now
        assert before is not None and window.model.posterior is not None
        np.testing.assert_allclose(window.model.posterior.mean, before.mean, rtol=0, atol=1e-10)
        assert row.value == noise
        answer(qtbot, window, Outcome.A)
        assert window.model.state.n_answers == 2


def test_what_is_planned_and_not_recorded_is_not_shown(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_on(file, qapp, qtbot) as window:
        window.rooms.panels["plan"].raise_()
        settled(window)
        plan = window.rooms.plan
        monkeypatch.setattr(StudyFile, "append", fail)
        qtbot.mouseClick(plan.ask_again, LEFT)
        plan.stop_rows["trials"].switch.click()
        plan.gap.setValue(plan.gap.value() + 3)
        plan.gap.editingFinished.emit()
        assert window.message.title.text().endswith("the study is as it was.")
        assert not plan.ask_again.isChecked()
        assert not plan.stop_rows["trials"].switch.isChecked()
        assert plan.gap.number == window.model.state.study.settings.presentation.min_item_gap


def test_a_moment_of_the_past_stays_where_a_change_is_not_recorded(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_on(file, qapp, qtbot) as window:
        window.rooms.panels["plan"].raise_()
        answer(qtbot, window, Outcome.A)
        settled(window)
        window.model.look_back(1)
        settled(window)
        monkeypatch.setattr(StudyFile, "append", fail)
        window.rooms.plan.ask_again.click()
        settled(window)
        assert window.model.scene.moment.until == 2
        assert not window.rooms.plan.ask_again.isChecked()


def test_a_foreseen_answer_and_the_pair_after_it_go_to_the_disk_together(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, written = StudyFile.append, []

    def watched(file: StudyFile, *events: Event) -> int:
        written.append([event.kind for event in events])
        return append(file, *events)

    with window_on(file, qapp, qtbot) as window:
        settled(window)
        assert window.model.scene.look_ahead is not None
        monkeypatch.setattr(StudyFile, "append", watched)
        answer(qtbot, window, Outcome.A)
        assert written == [["answered", "trial_shown"]]
        assert window.model.asking.trial is window.model.state.asked is not None
        settled(window)
        window.model.scene.look_ahead = None
        answer(qtbot, window, Outcome.A)
        settled(window)
        assert written[1:] == [["answered"], ["trial_shown"]]


def test_a_pair_that_is_not_recorded_is_not_asked(
    file: Path, qapp: QApplication, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = StudyFile.append

    def fail_at_trials(file: StudyFile, *events: Event) -> int:
        has_trial = any(event.kind == "trial_shown" for event in events)
        return fail(file, *events) if has_trial else append(file, *events)

    with window_on(file, qapp, qtbot) as window:
        settled(window)
        with monkeypatch.context() as patch:
            patch.setattr(StudyFile, "append", fail_at_trials)
            answer(qtbot, window, Outcome.A)
            qtbot.waitUntil(window.rooms.compare.empty.title.isVisible, timeout=5000)
            window.model.ask(0, 1)
            qtbot.waitUntil(lambda: window.engine.is_idle, timeout=5000)
        assert window.model.state.n_answers == 1
        assert window.rooms.compare.empty.title.text() == "The next pair could not be recorded."
        assert not window.rooms.compare.answers.three["answer_a"].isEnabled()
        window.model.ask(0, 1)
        qtbot.waitUntil(lambda: window.model.asking.pair == (0, 1), timeout=5000)
        assert window.rooms.compare.answers.three["answer_a"].isEnabled()
        assert not window.message.isVisible()


def test_what_if_knows_which_study_it_is_of_and_is_gone_when_it_is_left(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    study = read_study(sample("six-papers"))
    path = tmp_path / "papers.prefstudio"
    untitled = replace(study, settings=replace(study.settings, title=""))
    create(path, untitled).close()
    with window_on(path, qapp, qtbot) as window:
        model = window.model
        for _ in range(2):
            model.fork()
            assert (model.record.title, model.record.folder) == ("papers", tmp_path)
            assert window.windowTitle().startswith("papers (what if")
            window.wanted.emit("export")
            dialog = window.findChild(ExportDialog)
            assert dialog.place.text() == str(tmp_path / "papers export")
            dialog.reject()
            model.leave_fork()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            assert model.findChildren(Record) == [model.record]


def test_a_sample_is_one_in_what_if_too(qapp: QApplication, qtbot: QtBot) -> None:
    with window_on(opened_copy("six-papers"), qapp, qtbot) as window:
        window.model.fork()
        assert window.model.record.is_sample
        assert window.model.record.folder == Path.home()
        assert window.actions_by_name["start_over"].isEnabled()


def write_text(path: Path) -> None:
    path.write_text("item_id\nelm\n")


def remove(path: Path) -> None:
    path.unlink()


def make_newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (write_text, "this is no study file"),
        (remove, "there is no such file"),
        (make_newer, "newer"),
        (cut_short, "damaged"),
    ],
)
def test_a_file_that_cannot_be_opened_ends_in_one_line(
    file: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], words: str
) -> None:
    spoil(file)
    assert main([str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"prefstudio: {file}: ")
    assert words in err


def test_a_skipped_pair_may_be_asked_again_once_the_study_is_opened_anew(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "items.csv").write_text("item_id\nx\ny\n")
    path = tmp_path / "two.prefstudio"
    create(path, read_study(tmp_path / "two")).close()
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=10000)
    window.model.answer(Outcome.SKIP)
    qtbot.waitUntil(lambda: window.model.asking.no_pair is NoPair.EXHAUSTED, timeout=10000)
    window.close()
    again = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: again.model.asking.trial is not None, timeout=10000)
    trial = again.model.asking.trial
    assert trial is not None and {trial.a, trial.b} == {"x", "y"}
