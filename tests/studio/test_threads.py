"""The one thread that computes: it starts with the window and ends with it."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QThread
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.app import Studio
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.mailbox import Lane, Mailbox

RunningThreads = Callable[[], list[EngineThread]]


class Endless:
    lane, moment = Lane.POLISH, 1

    def __init__(self) -> None:
        self.started = threading.Event()

    def compute(self, control: Control) -> object:
        self.started.set()
        while True:
            control.check()
            time.sleep(0.001)


class Quick(Endless):
    lane = Lane.POSTERIOR

    def compute(self, control: Control) -> object:
        return QThread.currentThread()


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.got: list[tuple[object, QThread]] = []

    def take(self, result: object) -> None:
        self.got.append((result, QThread.currentThread()))


def test_a_thread_that_is_left_running_would_be_found(
    qapp: QCoreApplication, running_threads: RunningThreads
) -> None:
    thread = EngineThread(Mailbox())
    thread.start()
    assert running_threads() == [thread]
    thread.stop()
    assert running_threads() == []


def test_results_are_made_in_one_thread_and_arrive_in_another(
    qtbot: QtBot, qapp: QCoreApplication
) -> None:
    mailbox, receiver = Mailbox(), Receiver()
    thread = EngineThread(mailbox)
    thread.result_ready.connect(receiver.take)
    thread.start()
    mailbox.submit(Quick())
    qtbot.waitUntil(lambda: bool(receiver.got), timeout=2000)
    thread.stop()
    ((computed_in, arrived_in),) = receiver.got
    assert computed_in is thread
    assert arrived_in is qapp.thread()


def test_it_is_not_idle_while_a_result_is_on_its_way(qtbot: QtBot, qapp: QCoreApplication) -> None:
    class Asking(Receiver):
        def take(self, result: object) -> None:
            self.got.append((thread.is_idle, QThread.currentThread()))

    mailbox, receiver = Mailbox(), Asking()
    thread = EngineThread(mailbox)
    thread.result_ready.connect(receiver.take)
    thread.start()
    mailbox.submit(Quick())
    while not mailbox.is_idle:  # no event comes in meanwhile
        QThread.yieldCurrentThread()
    assert not thread.is_idle
    qtbot.waitUntil(lambda: thread.is_idle, timeout=2000)
    thread.stop()
    assert [is_idle for is_idle, _ in receiver.got] == [False]


def test_stopping_does_not_wait_for_long_work(qapp: QCoreApplication) -> None:
    mailbox, endless = Mailbox(), Endless()
    thread = EngineThread(mailbox)
    thread.start()
    mailbox.submit(endless)
    assert endless.started.wait(2)
    before = time.monotonic()
    thread.stop()
    assert time.monotonic() - before < 1
    assert thread.isFinished()


def test_closing_the_window_ends_its_thread(
    window: MainWindow, running_threads: RunningThreads
) -> None:
    assert window.engine.isRunning()
    window.close()
    assert window.engine.isFinished()
    assert running_threads() == []


def test_garbage_is_collected_by_the_window_s_thread_only(studio: Studio) -> None:
    assert not gc.isenabled()
    studio.stop()
    assert gc.isenabled()
