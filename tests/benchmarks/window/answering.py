"""Answers one after another: how long each click takes to be a new pair on screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest

from prefstudio.studio.asking import Asking
from prefstudio.studio.main_window import MainWindow
from tests.benchmarks.window.clock import Instant, ThreadClock
from tests.benchmarks.window.memory import megabytes, peak_megabytes
from tests.benchmarks.window.stage import Heart, PaintWatch, is_usable, staged, wait, wait_until

APART = 0.1  # seconds between two answers
KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


@dataclass(slots=True)
class Clicks:
    """What passed from a key to the new pair, by whether it was foreseen."""

    hits: list[Instant] = field(default_factory=list)
    misses: list[Instant] = field(default_factory=list)

    def figures(self, name: str) -> dict[str, float]:
        """Medians and the worst of both kinds, and how many there were."""
        found: dict[str, float] = {}
        for kind, times in (("hit", self.hits), ("miss", self.misses)):
            found[f"{name} {kind}: count"] = len(times)
            if times:
                wall = [1e3 * each.wall for each in times]
                unhindered = [1e3 * each.unhindered for each in times]
                found[f"{name} {kind}: median"] = float(np.median(wall))
                found[f"{name} {kind}: worst"] = max(wall)
                found[f"{name} {kind}: median, unhindered"] = float(np.median(unhindered))
                found[f"{name} {kind}: work"] = float(np.median([1e3 * e.work for e in times]))
        return found


class Answerer(QObject):
    """Presses the keys of answers and waits until the next pair is painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._clock = ThreadClock()
        self._painted_before: int | None = None
        window.model.query_changed.connect(self._on_query_changed)
        self._watch = PaintWatch(window.rooms.compare.card_a)
        self._rng = np.random.default_rng(11)
        self._answered = window.model.asking.trial
        window.rooms.compare.setFocus()

    def answer(self, clicks: Clicks) -> None:
        """One answer, put down as a hit or a miss of the look-ahead."""
        model, start = self._window.model, self._clock.now()
        before, ahead = model.asking.trial, model.scene.look_ahead
        assert before is not None
        is_hit = ahead is not None and ahead.trial_id == before.trial_id
        self._answered, self._painted_before = before, None
        QTest.keyClick(self._window.rooms.compare, KEYS[int(self._rng.integers(2))])
        wait_until(self._is_painted)
        (clicks.hits if is_hit else clicks.misses).append(self._watch.last.since(start))

    def _is_painted(self) -> bool:
        before = self._painted_before
        return before is not None and self._watch.n_painted > before

    def _on_query_changed(self, asking: Asking) -> None:
        is_new = asking.trial not in (None, self._answered)
        if is_new and self._painted_before is None:
            self._painted_before = self._watch.n_painted

    def has_looked_ahead(self) -> bool:
        """Whether whatever is answered next is foreseen."""
        model = self._window.model
        ahead, trial = model.scene.look_ahead, model.asking.trial
        return ahead is not None and trial is not None and ahead.trial_id == trial.trial_id

    def forget(self) -> None:
        """Let the next answer be one that nobody foresaw."""
        self._window.model.scene.look_ahead = None


def answering(study: Path, n_answers: int) -> dict[str, float]:
    """Answers 100 ms apart, foreseen ones and unforeseen ones, with the heart beating."""
    with staged(study) as window:
        wait_until(lambda: is_usable(window))
        heart, answerer = Heart(), Answerer(window)
        found: dict[str, float] = {}
        heart.start()
        wait_until(window.is_idle)
        found |= heart.stop("after opening")
        heart.start()
        paced = Clicks()
        for _ in range(n_answers):
            before = perf_counter()
            answerer.answer(paced)
            wait(max(0.0, APART - (perf_counter() - before)))
        found |= paced.figures("100 ms apart")
        wait_until(window.is_idle)
        found |= heart.stop("answering")
        found |= _foreseen(answerer, n_answers // 3).figures("foreseen")
        found |= _unforeseen(answerer, window, n_answers // 3).figures("unforeseen")
        wait_until(window.is_idle)
        found["memory"], found["memory at its peak"] = megabytes(), peak_megabytes()
        return found


def _foreseen(answerer: Answerer, n_answers: int) -> Clicks:
    clicks = Clicks()
    for _ in range(n_answers):
        wait_until(answerer.has_looked_ahead)
        answerer.answer(clicks)
    return clicks


def _unforeseen(answerer: Answerer, window: MainWindow, n_answers: int) -> Clicks:
    clicks = Clicks()
    for _ in range(n_answers):
        wait_until(window.is_idle)
        answerer.forget()
        answerer.answer(clicks)
    return clicks
