"""What nobody foresaw is logged and shown, and the program goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.engine.errors import DidNotConverge
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.busy_bar import BusyBar
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.look_ahead import LookAheadRequest
from prefstudio.study.mailbox import Lane
from prefstudio.study.moment import MomentRequest
from prefstudio.study.polish_request import PolishRequest
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.resources import sample
from prefstudio.study.viewing import ViewRequest
from tests.studio.conftest import OpenStudy, attended_studio

Settled = Callable[[MainWindow], None]


class Faulty(QObject):
    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pressed.connect(self._on_pressed)

    def _on_pressed(self) -> None:
        raise ZeroDivisionError("a fault in a slot")


def test_an_exception_in_a_slot_is_shown_and_the_window_goes_on(
    qtbot: QtBot,
    studio: Studio,
    window: MainWindow,
    settled: Settled,
    caplog: pytest.LogCaptureFixture,
    faults: list[Problem],
) -> None:
    settled(window)
    faulty = Faulty()
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(studio.hook.caught):
        faulty.pressed.emit()
    assert [each.title for each in faults] == ["Something in PrefStudio went wrong."]
    faults.clear()
    assert "a fault in a slot" in caplog.text
    assert window.message.isVisible()
    assert window.message.title.text() == "Something in PrefStudio went wrong."
    assert "ZeroDivisionError" in window.message.details.toPlainText()
    window.model.answer(Outcome.A)
    settled(window)
    assert window.model.state.n_answers == 1


def test_a_fault_is_shown_where_people_look(
    qtbot: QtBot, studio: Studio, open_study: OpenStudy, faults: list[Problem]
) -> None:
    faulty = Faulty()

    def fail_before(window: QWidget) -> None:
        window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is window, timeout=2000)
        faulty.pressed.emit()
        faults.clear()

    welcome = studio.show_welcome()
    faulty.pressed.emit()
    assert welcome.message.isVisible()
    windows = [open_study(sample("six-papers")) for _ in range(2)]
    fail_before(windows[0])
    assert [window.message.isVisible() for window in windows] == [True, False]
    dialog = QDialog(windows[1])
    dialog.show()
    fail_before(dialog)
    assert windows[1].message.isVisible()


def test_a_test_in_which_a_slot_fails_fails(qapp: QApplication) -> None:
    faulty = Faulty()
    with pytest.raises(AssertionError, match="a fault in a slot"), attended_studio(qapp, []):
        faulty.pressed.emit()


def test_a_message_has_details_and_can_be_closed(qtbot: QtBot, window: MainWindow) -> None:
    window.show_problem(problem_of(ValueError("deep inside")))
    details, close = (
        window.findChild(QPushButton, name) for name in ("message_details", "message_close")
    )
    assert not window.message.details.isVisible()
    details.click()
    assert window.message.details.isVisible()
    assert "deep inside" in window.message.details.toPlainText()
    close.click()
    assert not window.message.isVisible()


def test_an_error_raised_on_purpose_speaks_for_itself() -> None:
    problem = problem_of(DataError("links.csv", "no item is called “oak7”", line=14))
    assert problem.title == "Links.csv line 14: no item is called “oak7”."


def test_a_fault_in_the_engine_thread_is_shown_and_the_pair_stays(
    qtbot: QtBot,
    window: MainWindow,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settled(window)

    def give_up(self: PolishRequest, control: Control) -> object:
        raise DidNotConverge("expectation propagation did not settle in 200 sweeps")

    monkeypatch.setattr(PolishRequest, "compute", give_up)
    window.model.scene.look_ahead = None
    with qtbot.waitSignal(window.engine.request_failed):
        window.model.answer(Outcome.A)
    qtbot.waitUntil(lambda: window.message.isVisible(), timeout=2000)
    assert window.message.title.text().startswith("Expectation propagation did not settle")
    assert window.status_row.words.text() == "Incremental, not polished"
    qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=2000)
    assert window.engine.isRunning()


def raise_fault(self: object, control: Control) -> object:
    raise ZeroDivisionError("a fault in a request")


@pytest.mark.parametrize(
    ("request_class", "status", "title"),
    [
        (MomentRequest, "Could not be computed", "What the answers say could not be computed."),
        (QueryRequest, "Next pair could not be chosen", "The next pair could not be chosen."),
    ],
)
def test_nobody_waits_for_what_cannot_be_computed(
    qtbot: QtBot,
    studio: Studio,
    monkeypatch: pytest.MonkeyPatch,
    request_class: type,
    status: str,
    title: str,
) -> None:
    monkeypatch.setattr(request_class, "compute", raise_fault)
    window = studio.open_study(read_study(sample("six-papers")))
    qtbot.waitUntil(lambda: window.message.isVisible(), timeout=2000)
    qtbot.waitUntil(lambda: window.engine.is_idle, timeout=2000)
    assert window.status_row.words.text() == status
    assert window.rooms.compare.empty.title.isVisible()
    assert window.rooms.compare.empty.title.text() == title
    assert not window.rooms.compare.answers.three["answer_a"].isEnabled()


@pytest.mark.parametrize(
    ("request_class", "status"),
    [
        (MomentRequest, "Could not be computed"),
        (ViewRequest, "Some panels could not be updated"),
    ],
)
def test_pictures_that_do_not_come_are_not_said_to_be_on_their_way(
    qtbot: QtBot,
    window: MainWindow,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
    request_class: type,
    status: str,
) -> None:
    settled(window)
    bars = window.findChildren(BusyBar)
    may_fail = threading.Event()

    def fail_late(self: object, control: Control) -> object:
        assert may_fail.wait(10.0)
        raise ZeroDivisionError("a fault in a request")

    with monkeypatch.context() as patch:
        patch.setattr(request_class, "compute", fail_late)
        window.model.change(SettingsChanged("model.noise", 1.0, 2.0))
        qtbot.waitUntil(lambda: any(not bar.isHidden() for bar in bars), timeout=5000)
        may_fail.set()
        qtbot.waitUntil(lambda: window.message.isVisible(), timeout=5000)
        qtbot.waitUntil(lambda: window.engine.is_idle, timeout=5000)
        assert all(bar.isHidden() for bar in bars)
        assert window.status_row.words.text() == status
    window.model.answer(Outcome.A)
    settled(window)
    assert window.status_row.words.text() == "Up to date, exact (EP)"


def test_a_fault_in_the_look_ahead_is_logged_and_not_shown(
    qtbot: QtBot,
    window: MainWindow,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settled(window)
    monkeypatch.setattr(LookAheadRequest, "compute", raise_fault)
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(window.engine.request_failed):
        window.model.answer(Outcome.A)
    settled(window)
    assert "LookAheadRequest went wrong" in caplog.text
    assert not window.message.isVisible()
    assert window.status_row.words.text() == "Up to date, exact (EP)"


def test_a_fault_is_told_with_its_lane_and_moment(
    qtbot: QtBot, window: MainWindow, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(window)
    monkeypatch.setattr(PolishRequest, "compute", raise_fault)
    window.model.scene.look_ahead = None
    with qtbot.waitSignal(window.engine.request_failed) as told:
        window.model.answer(Outcome.A)
    (failed,) = told.args
    assert (failed.lane, failed.moment) == (Lane.POLISH, window.model.scene.moment.number)
    assert "a fault in a request" in failed.problem.details
