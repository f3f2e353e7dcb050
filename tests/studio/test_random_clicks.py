"""Whatever somebody clicks: no fault, no hang, and a record that tells the same belief again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.app import Studio
from prefstudio.studio.layouts import PANELS
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.problem import Problem
from prefstudio.studio.record import open_for_window
from prefstudio.studio.resizing import Resizing
from prefstudio.study.briefing import briefing_of
from prefstudio.study.folder import read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.samples import SAMPLES
from prefstudio.study.state import fold
from prefstudio.study.store import create
from tests.benchmarks.window.clock import ProcessClock
from tests.benchmarks.window.studies import study_file
from tests.studio.random_clicks import Clicker, NoBrowser

MINUTES = float(os.environ.get("PREFSTUDIO_STRESS_MINUTES", "60"))  # shared by all studies
SEED = int(os.environ.get("PREFSTUDIO_STRESS_SEED", "1"))
QUICK_SECONDS = 3.0
HANG = 5.0  # seconds after which one doing counts as a hang
STUDIES = (*(each.name for each in SAMPLES), "300 items", "60 items without answers")


def opened_file(name: str, folder: Path) -> Path:
    """A study to write in."""
    path = folder / "study.prefstudio"
    n_items, _, kind = name.partition(" items")
    if n_items.isdigit():
        return study_file(path, int(n_items), 0 if kind else 40)
    create(path, read_study(sample(name))).close()
    return path


class Watch:
    """Sees to it that what must not happen does not: faults, hangs, a window that is gone."""

    def __init__(self, studio: Studio, window: MainWindow, seed: int) -> None:
        self._window, self._seed = window, seed
        self._clock = ProcessClock()
        self._found: list[str] = []
        studio.hook.caught.connect(self._take)
        window.model.problem_found.connect(self._take)

    def do(self, clicker: Clicker, way: Callable[[], None] | None) -> None:
        """One thing, at random or in a given way; whatever it leads to fails, telling the story."""
        before = self._clock.now()
        clicker.act(way)
        QTest.qWait(clicker_pause(clicker.n_done))
        took = self._clock.now().since(before)
        story = f"seed {self._seed}, doing {clicker.n_done}:\n" + "\n".join(clicker.doings[-25:])
        assert not self._found, f"{story}\n{self._found[0]}"
        # A machine that was busy with other programs is no fault of this one.
        assert took.unhindered < HANG, f"{took.wall:.1f} s, {took.work:.1f} of work, for {story}"
        assert self._window.isVisible() or clicker.n_done < 20, f"gone after {story}"

    def _take(self, problem: Problem) -> None:
        self._found.append(problem.details or problem.title)


def play(studio: Studio, path: Path, seconds: float, seed: int) -> MainWindow:
    """Do random things for some seconds; fails on the first fault, telling what led there."""
    window = studio.open_study(open_for_window(path))
    watch, clicker = Watch(studio, window, seed), Clicker(window, studio.choose_theme, seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        watch.do(clicker, None)
    return window


def clicker_pause(n_done: int) -> int:
    """Milliseconds until the next doing: often none, now and then enough to settle."""
    return 300 if n_done % 20 == 0 else n_done % 3 * 15


def refolded_mean(window: MainWindow) -> np.ndarray:
    """The incremental posterior's mean from the record alone."""
    record = window.model.record
    state = fold(record.state.founding, record.events)
    briefing = briefing_of(resolve(state.study), state)
    return incremental_posterior(briefing, Control()).mean


def check_record(window: MainWindow, settled: Callable[[MainWindow], None]) -> None:
    """Return to now and see that the belief on screen follows from the record."""
    window.model.leave_fork()
    window.model.return_to_now()
    settled(window)
    belief = window.model.scene.belief
    assert belief is not None
    np.testing.assert_allclose(belief.posterior.mean, refolded_mean(window), atol=1e-8)


@pytest.fixture(autouse=True)
def _no_browser(qapp: QApplication) -> Iterator[None]:
    handler = NoBrowser(qapp)
    yield
    handler.stop()


@pytest.fixture(autouse=True)
def one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no other program in another size, which keys reach, too: it would leave the test."""
    monkeypatch.setattr(Resizing, "_relaunch", lambda _: None)


@pytest.fixture
def settled(qtbot: QtBot) -> Callable[[MainWindow], None]:
    def wait(window: MainWindow) -> None:
        qtbot.waitUntil(window.is_idle, timeout=60000)

    return wait


def test_some_seconds_of_random_clicks_do_no_harm(
    studio: Studio, tmp_path: Path, settled: Callable[[MainWindow], None]
) -> None:
    window = play(studio, opened_file("six-papers", tmp_path), QUICK_SECONDS, SEED)
    check_record(window, settled)


def test_every_way_of_clicking_does_no_harm(
    studio: Studio, tmp_path: Path, settled: Callable[[MainWindow], None]
) -> None:
    window = studio.open_study(open_for_window(opened_file("six-papers", tmp_path)))
    settled(window)
    watch, clicker = Watch(studio, window, SEED), Clicker(window, studio.choose_theme, SEED)
    for name in PANELS:
        watch.do(clicker, partial(clicker.visit, name))
    assert clicker.reached == set(PANELS)
    for way in clicker.ways:
        watch.do(clicker, way)
    check_record(window, settled)


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_random_clicks_do_no_harm(
    name: str, studio: Studio, tmp_path: Path, settled: Callable[[MainWindow], None]
) -> None:
    path = opened_file(name, tmp_path)
    window = play(studio, path, 60.0 * MINUTES / len(STUDIES), SEED)
    check_record(window, settled)
    mean = window.model.scene.belief.posterior.mean
    window.close()
    again = studio.open_study(open_for_window(path))
    settled(again)
    np.testing.assert_allclose(again.model.scene.belief.posterior.mean, mean, atol=1e-8)
