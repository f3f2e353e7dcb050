"""The work order that learns a study's model from its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from prefstudio.engine.control import Control, EitherControl
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.learning import learn
from prefstudio.engine.learning_objective import LearningMemory
from prefstudio.engine.learning_steps import LearningStep
from prefstudio.study.briefing import Briefing
from prefstudio.study.folder import Study
from prefstudio.study.learned_model import LearnedModel, evidence_inference, learned_model
from prefstudio.study.learning_terms import learning_problem
from prefstudio.study.mailbox import Lane

STARTS = 100  # stands where chance has a purpose, for the points that learning begins from


@dataclass(frozen=True, slots=True, eq=False)
class LearnFound:
    """What was learned; to be recorded by who asked, in one go."""

    moment: int
    model: LearnedModel


@dataclass(frozen=True, slots=True, eq=False)
class LearnStopped:
    """A person had enough; nothing changes."""

    moment: int


@dataclass(frozen=True, slots=True, eq=False)
class LearnRequest:
    """Learn the model from the answers.

    Attributes
    ----------
    study
        The facts that `briefing` was made from.
    method
        One of the engine's `METHODS`.
    learns_noise
        Whether the noise moves and the mean prior variance stays, instead of the reverse.
    on_step
        Told how far it is, at most every 50 ms, in the computing thread.
    stop
        To be cancelled when a person wants no more: the result is then `LearnStopped`. What is
        stopped for something urgent waits instead, and goes on from where it was.
    memory
        Where it was.
    """

    lane: ClassVar[Lane] = Lane.LEARN

    study: Study
    briefing: Briefing
    method: str = "evidence"
    learns_noise: bool = False
    on_step: Callable[[LearningStep], None] | None = None
    stop: Control = field(default_factory=Control)
    memory: LearningMemory = field(default_factory=LearningMemory)

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> LearnFound | LearnStopped:
        """Learn, and see what each component is worth."""
        try:
            return LearnFound(self.moment, self._found(EitherControl(control, self.stop)))
        except Cancelled:
            if control.is_cancelled:
                raise
            return LearnStopped(self.moment)

    def _found(self, control: Control) -> LearnedModel:
        model, comparisons = self.briefing.model, self.briefing.comparisons
        learned = learn(
            learning_problem(self.study, model, self.learns_noise),
            comparisons,
            model.scale,
            self.method,
            evidence_inference(model),
            control,
            np.random.default_rng([model.seed, STARTS, self.briefing.revision]),
            mean_scale=True,
            on_step=self.on_step,
            memory=self.memory,
        )
        return learned_model(self.study, model, comparisons, learned, control)
