"""How far learning has come: every step of the way, and the best point so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from prefstudio.engine.control import PROGRESS_INTERVAL, Control
from prefstudio.engine.learning_methods import LearningMethod
from prefstudio.engine.learning_objective import Evaluation


@dataclass(frozen=True, slots=True)
class LearningStep:
    """How far learning has come.

    Attributes
    ----------
    step, n_steps
        Steps done and steps at most.
    before, now
        Log evidence before learning and at the best point so far.
    """

    step: int
    n_steps: int
    before: float
    now: float


class LearningRecord:
    """The best point so far, and the way there."""

    def __init__(
        self,
        before: Evaluation,
        method: LearningMethod,
        control: Control,
        on_step: Callable[[LearningStep], None] | None,
        keeps_evidence: bool,
    ) -> None:
        self._before, self._keeps_evidence = before, keeps_evidence
        self._method, self._control, self._on_step = method, control, on_step
        self._step, self._told_at = 0, 0.0
        self.best = before
        self.trace: list[LearningStep] = []

    @property
    def n_steps(self) -> int:
        """Steps at most, all starts together."""
        return self._method.n_starts * (self._method.most_steps + 1)

    def begin(self, number: int) -> None:
        """Climb from another start; a climb that ended early leaves its steps out."""
        self._step = number * (self._method.most_steps + 1)

    def note(self, found: Evaluation) -> None:
        """Keep a point that gains, without losing evidence if that is kept; tell how far it is."""
        loses = self._keeps_evidence and found.log_evidence < self._before.log_evidence
        if found.objective > self.best.objective and not loses:
            self.best = found
        self._tell(min(self._step + 1, self.n_steps))

    def finish(self) -> None:
        """Tell that all steps are done."""
        self._tell(self.n_steps)

    def _tell(self, step: int) -> None:
        self._step = step
        at = self._before.log_evidence, self.best.log_evidence
        self.trace.append(LearningStep(step, self.n_steps, *at))
        self._control.report(step, self.n_steps)
        now = time.monotonic()
        is_due = step == self.n_steps or now - self._told_at >= PROGRESS_INTERVAL
        if self._on_step is not None and is_due:
            self._told_at = now
            self._on_step(self.trace[-1])
