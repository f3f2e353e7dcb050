"""A real window for each test, closed afterwards, and no thread left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.status import Freshness
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


@pytest.fixture
def studio(running_threads: RunningThreads, qapp: QApplication) -> Iterator[Studio]:
    made = Studio(qapp)
    yield made
    made.stop()
    for gone in (made.window, made):
        if gone is not None:
            gone.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


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


@pytest.fixture
def settled(qtbot: QtBot) -> Callable[[MainWindow], None]:
    """Wait until the posterior is exact, every matrix is drawn, and nothing is left to do."""

    def wait(window: MainWindow) -> None:
        model = window.model

        def is_settled() -> bool:
            is_drawn = model.matrices is not None and model.matrices.posterior is model.posterior
            is_exact = model.status.freshness is Freshness.EXACT
            return is_exact and is_drawn and window.engine.is_idle

        qtbot.waitUntil(is_settled, timeout=5000)

    return wait
