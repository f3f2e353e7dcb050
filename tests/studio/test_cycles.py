"""Opened, answered and closed again and again: nothing is left, and a fault is told."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.asking import Asking
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

Settled = Callable[[MainWindow], None]
RunningThreads = Callable[[], list[EngineThread]]


def let_go() -> None:
    """Let Qt delete what was closed."""
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()  # as the studio's own timer does: plots hold menus in circles
    QCoreApplication.processEvents()


def is_pair(asking: Asking) -> bool:
    return asking.trial is not None


def windows() -> list[str]:
    return sorted(type(each).__name__ for each in QApplication.topLevelWidgets())


@pytest.mark.parametrize("n_cycles", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_nothing_is_left_of_windows_that_were_closed_while_busy(
    qtbot: QtBot, studio: Studio, running_threads: RunningThreads, n_cycles: int
) -> None:
    study = read_study(sample("six-papers"))
    let_go()
    before = windows()
    for number in range(n_cycles):
        window = studio.open_study(study)
        with qtbot.waitSignal(window.model.query_changed, timeout=5000, check_params_cb=is_pair):
            pass
        window.model.answer((Outcome.A, Outcome.B)[number % 2])
        assert window.model.state.n_answers == 1
        threads = window.findChildren(QThread)
        assert window.engine in threads
        window.close()
        assert running_threads() == []
        assert not any(thread.isRunning() for thread in threads)
        let_go()
        assert not shiboken6.isValid(window)
        del window, threads  # Python would keep what belongs to them
        let_go()
        assert studio.windows == []
        assert windows() == before


def garbage() -> list[object]:
    """What a collection would take away now; it is let go of without being collected."""
    before = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(before)
    found = list(gc.garbage)
    gc.garbage.clear()
    return found


def visit(studio: Studio, qtbot: QtBot) -> None:
    """Open a window, look at every panel, and close it."""
    window = studio.open_study(read_study(sample("six-papers")))
    qtbot.waitUntil(lambda: window.isVisible() and window.is_idle(), timeout=20000)
    for action in window.panel_actions.values():
        action.trigger()
        QCoreApplication.processEvents()
    window.close()


def test_what_is_left_to_the_garbage_collection_is_no_object_of_qt(
    qtbot: QtBot, studio: Studio
) -> None:
    """A widget that it would delete may be one that Qt is just looking at."""
    let_go()
    before = windows()
    visit(studio, qtbot)
    for _ in range(3):  # some follow upon others
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left = [each for each in garbage() if isinstance(each, QObject) and shiboken6.isValid(each)]
    assert [f"{type(each).__name__} {each.objectName()}" for each in left] == []
    assert windows() == before


class Faulty(QObject):
    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pressed.connect(self._on_pressed)

    def _on_pressed(self) -> None:
        raise ZeroDivisionError("a fault in a slot")


def test_a_fault_in_a_slot_is_shown_and_written_down_and_the_program_goes_on(
    qtbot: QtBot,
    studio: Studio,
    window: MainWindow,
    settled: Settled,
    home: Path,
    faults: list[Problem],
) -> None:
    settled(window)
    faulty = Faulty()
    with qtbot.waitSignal(studio.hook.caught):
        faulty.pressed.emit()
    assert [each.title for each in faults] == ["Something in PrefStudio went wrong."]
    faults.clear()
    assert window.message.isVisible()
    assert "ZeroDivisionError: a fault in a slot" in window.message.details.toPlainText()
    written = (home / "prefstudio.log").read_text(encoding="utf-8")
    assert "ZeroDivisionError: a fault in a slot" in written
    assert "_on_pressed" in written
    window.model.answer(Outcome.A)
    settled(window)
    assert window.model.state.n_answers == 1
    assert window.model.asking.trial is not None
