"""The work order behind "Links or no links?": a model with something against one without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control, EitherControl
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.held_out import Foretold, foretold
from prefstudio.engine.hyperparameters import LearningProblem
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.learning import learn
from prefstudio.engine.learning_objective import LearningMemory, Silent
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.study.briefing import Briefing, rows_learned_from
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.folder import Study
from prefstudio.study.learn_request import STARTS
from prefstudio.study.learned_model import evidence_inference, with_changes
from prefstudio.study.learning_terms import learning_problem
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.model_comparison import (
    ModelComparison,
    Split,
    contrasts,
    score_of,
    split_of,
)
from prefstudio.study.state import StudyState


@dataclass(frozen=True, slots=True, eq=False)
class ModelComparisonStopped:
    """A person had enough; nothing came out."""

    moment: int


@dataclass(slots=True, eq=False)
class ModelComparisonMemory:
    """What was computed already, so that a comparison that gave way goes on where it was."""

    evidences: dict[tuple[int, int], float] = field(default_factory=dict)
    foretold: dict[tuple[int, int], Foretold] = field(default_factory=dict)
    learning: dict[tuple[int, int], LearningMemory] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class ModelComparisonRequest:
    """Compare the model of a study with the same after a change.

    Attributes
    ----------
    state, briefing
        The study as it stands.
    change
        What takes something away.
    title
        What it takes away, as a sentence calls it.
    relearns
        Whether both learn their weights anew wherever they learn, which is the fair way.
    on_progress
        Told pieces done and pieces in all, in the computing thread.
    stop
        To be cancelled when a person wants no more: the result is then `ModelComparisonStopped`.
    """

    lane: ClassVar[Lane] = Lane.COMPARISON

    state: StudyState
    briefing: Briefing
    change: SettingsChanged
    title: str
    relearns: bool = True
    on_progress: Callable[[tuple[int, int]], None] | None = None
    stop: Control = field(default_factory=Control)
    memory: ModelComparisonMemory = field(default_factory=ModelComparisonMemory)

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> ModelComparison | ModelComparisonStopped:
        """Compare, piece by piece."""
        try:
            return self._compared(EitherControl(control, self.stop))
        except Cancelled:
            if control.is_cancelled:
                raise
            return ModelComparisonStopped(self.moment)

    def _compared(self, control: Control) -> ModelComparison:
        rows, comparisons = rows_learned_from(self.state), self.briefing.comparisons
        split = split_of(rows, comparisons, self.briefing.model.seed)
        study = self.state.study
        lacking = with_changes(study, (self.change,))
        models = ((study, self.briefing.model), (lacking, resolve(lacking)))
        for number, (facts, model) in enumerate(models):
            revision = self.briefing.revision
            contender = _Contender(number, revision, facts, model, self.relearns)
            self._work_through(contender, split, control)
        return self._result(split, comparisons)

    def _work_through(self, contender: _Contender, split: Split, control: Control) -> None:
        """Evidence of all answers, then what every part foretells; what is known is left out."""
        memory, comparisons = self.memory, self.briefing.comparisons
        whole = (contender.number, len(split.parts))
        if whole not in memory.evidences:
            learning = memory.learning.setdefault(whole, LearningMemory())
            posterior = contender.posterior(comparisons, control, learning, is_whole=True)
            memory.evidences[whole] = posterior.log_evidence
            memory.learning.clear()
        self._tell(split)
        for number, (known, held) in enumerate(split.parts):
            piece = (contender.number, number)
            if piece not in memory.foretold:
                learning = memory.learning.setdefault(piece, LearningMemory())
                posterior = contender.posterior(comparisons.chosen(known), control, learning)
                memory.foretold[piece] = foretold(posterior, comparisons.chosen(held))
                memory.learning.clear()
            self._tell(split)

    def _tell(self, split: Split) -> None:
        if self.on_progress is not None:
            done = len(self.memory.evidences) + len(self.memory.foretold)
            self.on_progress((done, 2 * (len(split.parts) + 1)))

    def _result(self, split: Split, comparisons: Comparisons) -> ModelComparison:
        held = np.concatenate([part[1] for part in split.parts])
        count = comparisons.count[held]
        having, lacking = (self._joined(number, len(split.parts)) for number in range(2))
        right, log_loss = contrasts(having, lacking, count)
        evidences = [self.memory.evidences[number, len(split.parts)] for number in range(2)]
        return ModelComparison(
            self.moment,
            self.title,
            self.relearns,
            split.source,
            len(split.parts),
            int(count.sum()),
            int(count[~np.isnan(having.right)].sum()),
            score_of(evidences[0], having, count),
            score_of(evidences[1], lacking, count),
            right,
            log_loss,
        )

    def _joined(self, number: int, n_parts: int) -> Foretold:
        parts = [self.memory.foretold[number, part] for part in range(n_parts)]
        return Foretold(
            np.concatenate([part.log_loss for part in parts]),
            np.concatenate([part.right for part in parts]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Contender:
    """One of the two models, and how it believes from answers."""

    number: int
    revision: int
    study: Study
    model: ResolvedModel
    relearns: bool

    def posterior(
        self,
        comparisons: Comparisons,
        control: Control,
        learning: LearningMemory,
        *,
        is_whole: bool = False,
    ) -> Posterior:
        """The exact posterior of some answers, learned from them alone where that is wanted."""
        prior, scale = self.model.prior, self.model.scale
        if self.relearns:
            prior, scale = self._learned(comparisons, control, learning, is_whole)
        infer = INFERENCES[evidence_inference(self.model)]
        return infer(prior, comparisons, scale, Silent(control))

    def _learned(
        self, comparisons: Comparisons, control: Control, learning: LearningMemory, is_whole: bool
    ) -> tuple[Prior, ResponseScale]:
        """From the middle of the priors, which no held-out answer has seen."""
        problem = learning_problem(self.study, self.model)
        if not problem.hyperparameters:
            return self.model.prior, self.model.scale
        components, scale = problem.applied(problem.centre, self.model.scale)
        found = learn(
            LearningProblem(components, problem.hyperparameters),
            comparisons,
            scale,
            "evidence",
            evidence_inference(self.model),
            Silent(control),
            np.random.default_rng([self.model.seed, STARTS, self.revision]),
            memory=learning,
            n_starts=None if is_whole else 1,
            mean_scale=True,  # as the program learns by itself
        )
        return sum_of(found.components), found.scale
