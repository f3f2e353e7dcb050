"""What learning climbs: log evidence plus the log prior of the hyperparameters (MAP-II)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from prefstudio.engine import ep, laplace
from prefstudio.engine.compared_prior import ComparedPriors
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadPrior, DidNotConverge, NotPositiveDefinite
from prefstudio.engine.evidence import evidence_gradient
from prefstudio.engine.hyperparameters import LearningProblem
from prefstudio.engine.laplace_cuts import gradient_by_cuts
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior

# What a hyperparameter far out may end in; such a point is only not taken.
_UNFIT = (DidNotConverge, NotPositiveDefinite, np.linalg.LinAlgError)


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The objective at one point.

    Attributes
    ----------
    point
        Logarithms of the hyperparameters.
    log_evidence
        −∞ where the posterior cannot be computed.
    objective
        Log evidence plus log prior, but for a constant.
    gradient
        Of the objective.
    """

    point: Array
    log_evidence: float
    objective: float
    gradient: Array


@dataclass(slots=True, eq=False)
class LearningMemory:
    """Points that were evaluated already.

    Learning that was stopped and begins again with its memory goes the same way up to where it
    was, at once, and ends where it would have ended.
    """

    evaluations: dict[bytes, Evaluation] = field(default_factory=dict)
    latest: Posterior | None = None


class Silent(Control):
    """Passes on that somebody asked to stop, and no progress."""

    def __init__(self, outer: Control) -> None:
        super().__init__()
        self._outer = outer

    def check(self) -> None:
        """Raise `Cancelled` when somebody asked the outer computation to stop."""
        self._outer.check()

    def report(self, done: int, total: int) -> None:
        """Check only: a round of the inference is no step of learning."""
        self._outer.check()


class Objective:
    """Log evidence plus log prior as a function of the hyperparameters' logarithms.

    Parameters
    ----------
    problem, comparisons, scale
        The model, what of it is learned, and the answers.
    inference
        One of `EVIDENCES`.
    control
        Checked at every round of the inference, and at every site where sites are swept.
    memory
        What was evaluated already.
    """

    def __init__(
        self,
        problem: LearningProblem,
        comparisons: Comparisons,
        scale: ResponseScale,
        inference: str = "ep",
        control: Control | None = None,
        memory: LearningMemory | None = None,
    ) -> None:
        if inference not in EVIDENCES:
            raise BadPrior(f"learning needs the evidence of {' or '.join(EVIDENCES)}")
        self.problem, self.scale = problem, scale
        self.control = Silent(control or Control())
        self.memory = memory or LearningMemory()
        self._priors = ComparedPriors(problem, comparisons)
        self._infer, self._slopes = EVIDENCES[inference]

    def __call__(self, point: Array) -> Evaluation:
        """Evaluate, or remember."""
        known = self.memory.evaluations
        key = np.ascontiguousarray(point, dtype=float).tobytes()
        if key not in known:
            known[key] = self._evaluated(np.array(point, dtype=float))
        return known[key]

    def prior(self, point: Array) -> Prior:
        """The prior of the compared items."""
        self.control.check()
        return self._priors.prior(self.problem.applied(point, self.scale)[0])

    def posterior(self, point: Array) -> Posterior:
        """The posterior of the compared items, from the sites of the point before."""
        _, scale = self.problem.applied(point, self.scale)
        memory = self.memory
        memory.latest = self._infer(
            self.prior(point), self._priors.comparisons, scale, self.control, memory.latest
        )
        return memory.latest

    def _evaluated(self, point: Array) -> Evaluation:
        prior, by_prior = self.problem.log_prior(point)
        try:
            posterior = self.posterior(point)
            self.control.check()
            slopes = self._slopes(posterior)
        except _UNFIT:
            return Evaluation(read_only(point), -np.inf, -np.inf, read_only(np.zeros(len(point))))
        evidence = posterior.log_evidence
        gradient = self.problem.gathered(slopes, posterior.scale) + by_prior
        return Evaluation(read_only(point), evidence, evidence + prior, read_only(gradient))


Infer = Callable[[Prior, Comparisons, ResponseScale, Control, Posterior | None], Posterior]
Slopes = Callable[[Posterior], dict[str, float]]


def _by_laplace(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control,
    start: Posterior | None,
) -> Posterior:
    return laplace.infer(prior, comparisons, scale, control)


def _laplace_slopes(posterior: Posterior) -> dict[str, float]:
    return {**laplace.evidence_gradient(posterior), **gradient_by_cuts(posterior)}


EVIDENCES: dict[str, tuple[Infer, Slopes]] = {
    "ep": (ep.infer, evidence_gradient),
    "laplace": (_by_laplace, _laplace_slopes),
}
"""How the evidence and its exact gradient are computed, by the name of the inference."""
