"""How an answer's influence is shown: it spreads along the links, stays or fades."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, QVariantAnimation, Signal

from prefstudio.study.explanation import Explanation
from prefstudio.study.shown_links import ShownLinks

STEP_MS = 160
MOST_STEPS = 3
FADE_MS = 900
STAY_MS = 1500  # that halos are seen where motion is not wanted


class Influence(QObject):
    """How strongly each item's halo is drawn, from 0 to 1, as time goes by."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_lasting = False
        self.is_motion_reduced = False
        self._steps: NDArray[np.float64] = np.zeros(0)
        self._elapsed = np.inf
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(STAY_MS)
        self._end.timeout.connect(self.finish)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._on_ticked)

    @property
    def is_running(self) -> bool:
        """Whether it spreads or fades now."""
        return self._clock.state() is QVariantAnimation.State.Running or self._end.isActive()

    def strength(self, n_items: int) -> NDArray[np.float64]:
        """How far each halo has grown, shape (n_items,); zeros once all have faded."""
        if self.faded() == 0.0:
            return np.zeros(n_items)
        if len(self._steps) != n_items:
            return np.full(n_items, float(self.is_lasting))
        return _risen(self._elapsed, self._steps)

    def faded(self) -> float:
        """How much of all halos is left, 1 before they fade."""
        if self.is_lasting:
            return 1.0
        since = self._elapsed - (MOST_STEPS + 1) * STEP_MS
        return float(np.clip(1.0 - since / FADE_MS, 0.0, 1.0))

    def spread(self, steps: NDArray[np.int64]) -> None:
        """Begin anew: an item's halo appears after so many steps along the links."""
        self.stop()
        self._steps = np.minimum(steps, MOST_STEPS).astype(np.float64)
        if self.is_motion_reduced:
            self._elapsed = (MOST_STEPS + 1.0) * STEP_MS  # all there, nothing faded yet
            self._end.start()
            self.changed.emit()
            return
        self._elapsed = 0.0
        length = (MOST_STEPS + 1) * STEP_MS + (0 if self.is_lasting else FADE_MS)
        self._clock.setEndValue(float(length))
        self._clock.setDuration(length)
        self._clock.start()

    def keep(self, is_lasting: bool) -> None:
        """Let halos stay, or end what stays."""
        self.stop()
        self.is_lasting = is_lasting
        self._elapsed = np.inf
        self.changed.emit()

    def finish(self) -> None:
        """Arrive at the end at once."""
        self.stop()
        self._elapsed = np.inf
        self.changed.emit()

    def stop(self) -> None:
        """Stop all clocks; nobody is told."""
        self._clock.stop()
        self._end.stop()

    def _on_ticked(self, elapsed: float) -> None:
        self._elapsed = elapsed
        self.changed.emit()


def _risen(elapsed: float, steps: NDArray[np.float64]) -> NDArray[np.float64]:
    if not np.isfinite(elapsed):
        return np.ones(len(steps))
    share = np.clip((elapsed - STEP_MS * steps) / STEP_MS, 0.0, 1.0)
    return 1.0 - (1.0 - share) ** 3


def origin_of(told: Explanation | None, change: NDArray[np.float64]) -> tuple[int, int]:
    """The answered pair; where nobody told it, the two items that moved most."""
    if told is not None:
        return told.a, told.b
    most = np.argsort(-np.abs(change), kind="stable")[:2].tolist()
    return most[0], most[-1]


def steps_from(origin: tuple[int, int], links: ShownLinks, n_items: int) -> NDArray[np.int64]:
    """Links on the way from a pair to every item, at most three, shape (n_items,)."""
    steps = np.full(n_items, MOST_STEPS)
    steps[list(origin)] = 0
    for step in range(1, MOST_STEPS):
        for near, far in ((links.first, links.second), (links.second, links.first)):
            reached = far[steps[near] == step - 1]
            steps[reached] = np.minimum(steps[reached], step)
    return steps
