"""The ways to learn hyperparameters, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prefstudio.engine import em_ep
from prefstudio.engine.learning_objective import Evaluation, Objective
from prefstudio.engine.linalg import Array

MAX_ITERATIONS = 50
GRADIENT = 1e-3  # a climb ends where no logarithm gains more than this
OUT_OF_REACH = 1e10  # the loss where no posterior can be computed


@dataclass(frozen=True, slots=True)
class LearningMethod:
    """One way to learn.

    Attributes
    ----------
    climb
        Climbs from a start and tells every step; the objective remembers where it was.
    n_starts
        The present values, the middle of the priors, then draws from them.
    most_steps
        Of one climb.
    """

    name: str
    title: str
    climb: Callable[[Objective, Array, Callable[[Evaluation], None]], None]
    n_starts: int
    most_steps: int


def _by_evidence(objective: Objective, start: Array, tell: Callable[[Evaluation], None]) -> None:
    """L-BFGS on the objective with its exact gradient."""

    def loss(point: Array) -> tuple[float, Array]:
        found = objective(point)
        if not np.isfinite(found.objective):
            return OUT_OF_REACH, np.zeros(len(point))
        return -found.objective, -found.gradient

    from scipy.optimize import minimize  # here, since no start should wait for it

    minimize(
        loss,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=objective.problem.bounds(start),
        callback=lambda point: tell(objective(point)),
        options={"maxiter": MAX_ITERATIONS, "ftol": 1e-9, "gtol": GRADIENT},
    )


METHODS: dict[str, LearningMethod] = {
    method.name: method
    for method in (
        LearningMethod("evidence", "Evidence", _by_evidence, 4, MAX_ITERATIONS),
        LearningMethod("em_ep", "EM-EP", em_ep.climb, 2, em_ep.MAX_CYCLES),
    )
}
"""All ways to learn, by the names that commands take."""
