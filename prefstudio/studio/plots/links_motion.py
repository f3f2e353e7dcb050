"""What moves in the picture of the links: places when the layout changes, beliefs by the clock."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from prefstudio.studio.motion import STEP_MS
from prefstudio.studio.plots.links_picture import Floats
from prefstudio.study.view import View

MOST_MOVING = 2000  # items above which a new layout is there at once


class SlidingPlaces(QObject):
    """Places from 0 to 1 that glide from an old layout to a new one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.goal: Floats | None = None
        self._before: Floats | None = None
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(STEP_MS)
        self._clock.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock.valueChanged.connect(self.changed)
        self._clock.finished.connect(self._on_arrived)

    @property
    def now(self) -> Floats | None:
        """Where the items are, or None before the first layout."""
        if self._before is None or self.goal is None:
            return self.goal
        share = float(self._clock.currentValue() or 0.0)
        return np.asarray(self._before + share * (self.goal - self._before))

    def forget(self) -> None:
        """There are other items now."""
        self._clock.stop()
        self.goal, self._before = None, None

    def go(self, goal: Floats, *, is_gliding: bool) -> None:
        """Go to new places, where wanted by and by."""
        had = self.now
        self._clock.stop()
        self.goal, self._before = goal, None
        if is_gliding and had is not None and len(had) == len(goal) <= MOST_MOVING:
            self._before = had
            self._clock.start()

    def _on_arrived(self) -> None:
        self._before = None
        self.changed.emit()


class ShownBelief:
    """Means and sds as they are drawn, between the old numbers and the new ones.

    Attributes
    ----------
    view
        The numbers that are shown or gone to.
    limit
        The mean at the ends of the colour map.
    sd_ends
        The least and the largest sd.
    """

    def __init__(self) -> None:
        self.view: View | None = None
        self.limit = 1.0
        self.sd_ends = (0.0, 1.0)
        self._now: tuple[Floats, Floats] | None = None
        self._before: tuple[Floats, Floats] | None = None

    def mean_and_sd(self, n_items: int) -> tuple[Floats, Floats]:
        """What is drawn now; the same for all where nothing is known."""
        return self._now or (np.zeros(n_items), np.ones(n_items))

    def change(self, n_items: int) -> Floats:
        """How far the last answer moved each mean; zeros when it is unknown."""
        if self.view is None or self.view.mean_before is None:
            return np.zeros(n_items)
        return np.asarray(self.view.mean - self.view.mean_before)

    def go(self, view: View, *, is_animated: bool) -> None:
        """Show new numbers; animated, the old ones stay until `progress` is told."""
        self._before = self._now if is_animated else None
        self.view = view
        means, sds = np.abs(view.mean[view.shown]), view.sd[view.shown]
        self.limit = float(np.max(means, initial=0.0)) or 1.0
        self.sd_ends = (float(sds.min()), float(sds.max())) if len(sds) else (0.0, 1.0)
        self.progress(0.0)

    def progress(self, share: float) -> None:
        """Go part of the way from the old numbers to the new ones."""
        if self.view is None:
            return
        new = (self.view.mean, self.view.sd)
        if self._before is None or share >= 1.0:
            self._now, self._before = new, None
            return
        mean, sd = (old + share * (to - old) for old, to in zip(self._before, new, strict=True))
        self._now = (mean, sd)
