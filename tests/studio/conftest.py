"""A real window for each test, closed afterwards, and no thread left behind."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QThread
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio import motion
from prefstudio.studio.app import Studio
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.fonts import font, load_fonts
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import LIGHT
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

OpenStudy = Callable[[Path], MainWindow]
RunningThreads = Callable[[], list[EngineThread]]


@pytest.fixture(autouse=True)
def running_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningThreads]:
    """Tell which engine threads run; fail the test that leaves one, and stop it for Qt's sake."""
    started: list[EngineThread] = []

    def start(thread: EngineThread) -> None:
        started.append(thread)
        QThread.start(thread)

    def running() -> list[EngineThread]:
        return [each for each in started if shiboken6.isValid(each) and each.isRunning()]

    monkeypatch.setattr(EngineThread, "start", start)
    yield running
    left = running()
    for thread in left:
        thread.stop()
    assert not left, "the test left an engine thread running"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what the program remembers."""
    monkeypatch.setenv("PREFSTUDIO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def released_keys() -> Iterator[None]:
    """Let go of Shift and Ctrl, which Qt takes for held after a last click with them."""
    yield
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        nowhere = QWidget()
        QTest.keyRelease(nowhere, Qt.Key.Key_Shift)
        assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="session", autouse=True)
def quick_motion() -> Iterator[None]:
    """Everything moves as it does for people, in fewer pictures: each takes a test some time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(motion, "STEP_MS", 40)
        yield


@pytest.fixture
def faults() -> list[Problem]:
    """The faults that `studio` caught; whoever wants one clears them, all others fail the test."""
    return []


@pytest.fixture
def studio(
    running_threads: RunningThreads, qapp: QApplication, faults: list[Problem]
) -> Iterator[Studio]:
    with attended_studio(qapp, faults) as made:
        yield made


@contextlib.contextmanager
def attended_studio(qapp: QApplication, faults: list[Problem]) -> Iterator[Studio]:
    """A studio that is stopped and gone afterwards, and that caught nothing unheard of.

    Its exception hook takes the place of pytest-qt's, which thus sees no fault in a slot.
    """
    made = Studio(qapp)
    made.hook.caught.connect(faults.append)
    try:
        yield made
    finally:
        made.stop()
        for gone in (made.welcome, made):
            if gone is not None:
                gone.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not faults, "\n".join(each.details for each in faults)


@pytest.fixture
def open_study(studio: Studio, qtbot: QtBot) -> OpenStudy:
    """Open a folder and wait until its first pair is asked."""

    def open_folder(folder: Path) -> MainWindow:
        window = studio.open_study(read_study(folder))
        qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=5000)
        qtbot.waitUntil(window.isVisible, timeout=5000)
        return window

    return open_folder


@pytest.fixture
def window(open_study: OpenStudy) -> MainWindow:
    """Six papers, with the first pair on screen."""
    return open_study(sample("six-papers"))


@pytest.fixture(scope="module")
def answered(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """Six papers with one answer, idle; one window for all tests of a file that only look."""
    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PREFSTUDIO_HOME", str(tmp_path_factory.mktemp("home_of_a_file")))
            studio = stack.enter_context(attended_studio(qapp, []))
        window = studio.open_study(read_study(sample("six-papers")))
        wait_until(lambda: window.isVisible() and window.is_idle())
        window.model.answer(Outcome.A)
        wait_until(window.is_idle)
        yield window


def wait_until(is_done: Callable[[], bool], seconds: float = 20.0) -> None:
    """Let the window work until something is so, where no qtbot is at hand."""
    end = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < end, "waited too long"
        QCoreApplication.processEvents()
        time.sleep(0.002)


@pytest.fixture
def settled(qtbot: QtBot) -> Callable[[MainWindow], None]:
    """Wait until the posterior is exact, every matrix is drawn, and nothing is left to do."""

    def wait(window: MainWindow) -> None:
        qtbot.waitUntil(window.is_idle, timeout=10000)

    return wait


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[None]:
    """The letters and the style of the program, which tell how wide things are."""
    letters, palette = qapp.font(), qapp.palette()
    load_fonts()
    qapp.setFont(font())
    qapp.setPalette(LIGHT.palette())
    qapp.setStyleSheet(style_sheet(LIGHT))
    yield
    qapp.setStyleSheet("")
    qapp.setPalette(palette)
    qapp.setFont(letters)
