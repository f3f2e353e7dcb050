"""A study that takes a while is opened in a thread of its own, and may be given up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from pytestqt.qtbot import QtBot

from prefstudio.studio import record, slow_opening, slow_work
from prefstudio.studio.app import Studio
from prefstudio.studio.chores import Chore
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import Opened
from prefstudio.study import samples
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.store import StudyFile, create, open_study
from tests.studio.quitting import Quitting

Settled = Callable[[MainWindow], None]


class Gate:
    """Keeps studies from being open until it is opened itself."""

    def __init__(self) -> None:
        self.may_pass = threading.Event()
        self.threads: list[threading.Thread] = []

    def read(self, path: Path) -> Opened:
        """Read a study in the thread that asks, and keep it waiting."""
        self.threads.append(threading.current_thread())
        read = record.read_for_window(path)
        assert self.may_pass.wait(20)
        return read


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Everything takes as long as the test wants, and is said soon."""
    made = Gate()
    monkeypatch.setattr(slow_work, "LONGEST_SILENT", 1)
    monkeypatch.setattr(slow_opening, "read_for_window", made.read)
    yield made
    made.may_pass.set()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    return path


def said(studio: Studio) -> list[str]:
    assert studio.welcome is not None
    return [toast.accessibleName() for toast in studio.welcome.toasts._shown]


def n_events(path: Path) -> int:
    with open_study(path) as opened:
        assert not opened.read_only
        return len(opened.events)


def test_the_window_goes_on_and_says_so(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot, settled: Settled
) -> None:
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(file)
    qtbot.waitUntil(lambda: bool(gate.threads), timeout=5000)
    qtbot.waitUntil(lambda: said(studio) == ["Opening papers…"])
    assert not studio.windows
    assert gate.threads[0] is not threading.main_thread()
    gate.may_pass.set()
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    assert said(studio) == [] and studio.remembered.recent[0] == file
    (window,) = studio.windows
    settled(window)
    window.model.answer(Outcome.A)  # recorded by the thread of the window
    settled(window)
    assert window.model.state.n_answers == 1 and window.message.isHidden()
    window.close()
    with open_study(file) as again:
        assert again.state.n_answers == 1


def test_what_is_cancelled_is_closed_and_leaves_no_mark(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot
) -> None:
    before = n_events(file)
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(file)
    qtbot.waitUntil(lambda: bool(gate.threads) and bool(said(studio)), timeout=5000)
    welcome.toasts._shown[0].button.click()
    assert said(studio) == []
    gate.may_pass.set()
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    assert studio.windows == [] and not Chore.n_running
    assert n_events(file) == before


def test_what_was_cancelled_may_be_wanted_again(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot
) -> None:
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(file)
    welcome.study_wanted.emit(file)
    qtbot.waitUntil(lambda: bool(said(studio)))
    welcome.study_wanted.emit(file)
    assert said(studio) == ["Opening papers…"]
    welcome.toasts._shown[0].button.click()
    welcome.study_wanted.emit(file)
    gate.may_pass.set()
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    assert len(gate.threads) == 1
    assert not studio.windows[0].model.is_read_only  # as it would be if it were open twice


def test_a_program_that_ends_meanwhile_lets_the_file_go(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot
) -> None:
    studio.show_welcome().study_wanted.emit(file)
    qtbot.waitUntil(lambda: bool(gate.threads), timeout=5000)
    gate.may_pass.set()
    studio.stop()
    assert studio.windows == [] and not Chore.n_running
    assert n_events(file) == 0


def test_a_window_that_closes_meanwhile_is_followed_by_the_study(
    gate: Gate,
    file: Path,
    studio: Studio,
    qtbot: QtBot,
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quits: list[bool] = []
    monkeypatch.setattr(studio, "_application", Quitting(quits))
    window.study_wanted.emit(file)
    window.close()
    qtbot.wait(50)
    assert not quits and not studio.windows
    gate.may_pass.set()
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    studio.windows[0].close()
    qtbot.waitUntil(lambda: bool(quits), timeout=5000)


def test_a_study_that_fails_with_no_window_left_brings_the_welcome_page(
    gate: Gate,
    tmp_path: Path,
    studio: Studio,
    qtbot: QtBot,
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    quits: list[bool] = []
    monkeypatch.setattr(studio, "_application", Quitting(quits))
    window.study_wanted.emit(tmp_path / "missing.prefstudio")
    window.close()
    gate.may_pass.set()
    qtbot.waitUntil(lambda: studio.welcome is not None, timeout=5000)
    assert studio.welcome is not None and studio.welcome.isVisible()
    assert "missing.prefstudio" in studio.welcome.message.title.text()
    assert "missing.prefstudio" in caplog.text
    qtbot.wait(50)
    assert not quits
    studio.welcome.close()
    qtbot.waitUntil(lambda: bool(quits), timeout=5000)


def test_what_is_still_being_opened_is_told_in_the_study_that_came_first(
    file: Path, tmp_path: Path, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, may_fail = tmp_path / "slow.prefstudio", threading.Event()

    def read(path: Path) -> Opened:
        if path == slow:
            assert may_fail.wait(20)
        return record.read_for_window(path)

    monkeypatch.setattr(slow_work, "LONGEST_SILENT", 1)
    monkeypatch.setattr(slow_opening, "read_for_window", read)
    slow.write_text("no study")
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(slow)
    qtbot.waitUntil(lambda: said(studio) == ["Opening slow…"])
    welcome.study_wanted.emit(file)
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    (window,) = studio.windows
    shown = window.toasts._shown
    qtbot.waitUntil(lambda: [each.accessibleName() for each in shown] == ["Opening slow…"])
    assert said(studio) == [] and not welcome.isVisible()
    may_fail.set()
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    assert "slow.prefstudio" in window.message.title.text() and not shown
    assert welcome.message.isHidden() and studio.windows == [window]


def test_what_fails_where_the_welcome_page_has_gone_is_told_in_another_window(
    gate: Gate, tmp_path: Path, studio: Studio, qtbot: QtBot, window: MainWindow
) -> None:
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(tmp_path / "missing.prefstudio")
    welcome.close()
    gate.may_pass.set()
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    assert "missing.prefstudio" in window.message.title.text()
    assert welcome.message.isHidden() and not welcome.isVisible()


def test_a_study_that_cannot_be_sat_down_to_says_why(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: StudyFile, *events: object) -> int:
        raise DataError(self.path, "the disk is full")

    gate.may_pass.set()
    welcome = studio.show_welcome()
    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, "append", fail)
        welcome.study_wanted.emit(file)
        qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    assert "the disk is full" in welcome.message.title.text() and studio.windows == []
    assert n_events(file) == 0


def test_what_takes_a_moment_only_opens_without_a_word(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_work, "LONGEST_SILENT", 5000)  # however busy the computer is
    welcome, shown = studio.show_welcome(), []
    monkeypatch.setattr(welcome.toasts, "show", lambda *words, **how: shown.append(words))
    welcome.sample_opened.emit("shapes")
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    qtbot.wait(20)
    assert shown == []


def test_a_sample_is_made_and_read_beside_the_window(
    gate: Gate, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = noted_threads(monkeypatch, "opened_copy")
    gate.may_pass.set()
    studio.show_welcome().sample_opened.emit("shapes")
    qtbot.waitUntil(lambda: len(studio.windows) == 1, timeout=5000)
    assert threads == gate.threads and threading.main_thread() not in threads
    assert studio.windows[0].model.record.is_sample and not studio.windows[0].model.is_read_only


def test_a_sample_that_cannot_be_made_says_why(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, study: object) -> None:
        raise DataError(path, "it cannot be written (the disk is full)")

    monkeypatch.setattr(samples, "create", fail)
    welcome = studio.show_welcome()
    welcome.sample_opened.emit("shapes")
    qtbot.waitUntil(welcome.message.isVisible, timeout=5000)
    assert "the disk is full" in welcome.message.title.text() and not studio.windows


def test_what_is_answered_while_a_sample_starts_over_is_kept(
    studio: Studio, qtbot: QtBot, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_pass = threading.Event()
    threads = noted_threads(monkeypatch, "made_ready", may_pass)
    studio.paperwork.open_sample("six-papers")
    (window,) = studio.windows
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    for _ in range(2):  # however often it is asked for
        studio.paperwork.do("start_over", window)
    assert not window.is_closed
    window.model.answer(Outcome.A)
    settled(window)
    may_pass.set()
    qtbot.waitUntil(lambda: window.is_closed and bool(studio.windows), timeout=5000)
    assert studio.windows[0].model.state.n_answers == 0 and len(threads) == 1
    assert threading.main_thread() not in threads
    kept = window.place.with_name("six-papers (before 1).prefstudio")
    with open_study(kept, writable=False) as before:
        assert before.state.n_answers == 1
    left = {each for each in kept.parent.iterdir() if not each.name.endswith("-lock")}
    assert left == {kept, window.place}


def test_a_sample_that_starts_over_is_opened_once_when_its_card_is_clicked(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_pass = threading.Event()
    noted_threads(monkeypatch, "made_ready", may_pass)
    studio.paperwork.open_sample("six-papers")
    (window,) = studio.windows
    welcome = studio.show_welcome()
    studio.paperwork.do("start_over", window)
    window.close()
    welcome.sample_opened.emit("six-papers")
    may_pass.set()
    qtbot.waitUntil(lambda: not studio.paperwork.is_busy, timeout=5000)
    assert len(studio.windows) == 1 and not studio.windows[0].model.is_read_only
    assert window.place.with_name("six-papers (before 1).prefstudio").exists()


def test_a_fresh_sample_that_cannot_be_opened_is_told_though_no_window_is_left(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> Opened:
        raise DataError(path.name, "the disk is full")

    studio.paperwork.open_sample("six-papers")
    monkeypatch.setattr(slow_opening, "read_for_window", fail)
    studio.paperwork.do("start_over", studio.windows[0])
    qtbot.waitUntil(lambda: studio.welcome is not None and studio.welcome.isVisible())
    assert studio.welcome is not None
    assert "the disk is full" in studio.welcome.message.title.text()


def test_nothing_opens_after_the_program_was_ended(
    gate: Gate, file: Path, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    quits: list[bool] = []
    monkeypatch.setattr(studio, "_application", Quitting(quits))
    studio.show_welcome().study_wanted.emit(file)
    qtbot.waitUntil(lambda: bool(gate.threads), timeout=5000)
    studio.close_all()
    gate.may_pass.set()
    qtbot.waitUntil(lambda: bool(quits), timeout=5000)
    assert not studio.windows and n_events(file) == 0


def noted_threads(
    monkeypatch: pytest.MonkeyPatch, name: str, may_pass: threading.Event | None = None
) -> list[threading.Thread]:
    """The threads in which a sample's copy is made, which may be kept waiting."""
    threads: list[threading.Thread] = []
    make = getattr(slow_opening, name)

    def made(sample: str) -> Path:
        threads.append(threading.current_thread())
        assert may_pass is None or may_pass.wait(20)
        path: Path = make(sample)
        return path

    monkeypatch.setattr(slow_opening, name, made)
    return threads


def test_the_window_is_not_held_up_by_a_large_study(
    tmp_path: Path, studio: Studio, qtbot: QtBot
) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    items = "".join(f"i{place},Item {place}\n" for place in range(300))
    (folder / "items.csv").write_text(f"item_id,name\n{items}", encoding="utf-8")
    rows = "".join(f"i{n % 299},i{n % 299 + 1},A\n" for n in range(60_000))
    header = "condition_A,condition_B,outcome\n"
    (folder / "comparisons.csv").write_text(header + rows, encoding="utf-8")
    welcome = studio.show_welcome()
    qtbot.wait(100)  # until it is drawn, which takes as long as a study
    welcome.study_wanted.emit(folder)
    beats, loop = 0, QEventLoop()
    while studio.paperwork.opening.is_busy and not studio.windows:
        beats += 1
        QTimer.singleShot(2, loop.quit)
        loop.exec()
    assert beats > 2, beats  # none, if it were read in between
    assert len(studio.windows) == 1
