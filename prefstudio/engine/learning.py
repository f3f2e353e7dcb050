"""Hyperparameters from the answers: the ones that make what was answered most probable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, BadPrior, DidNotConverge
from prefstudio.engine.hyperparameters import WEAK, LearningProblem, rescaled
from prefstudio.engine.learned_scale import LearnedScale, at_mean_scale
from prefstudio.engine.learning_methods import GRADIENT, METHODS
from prefstudio.engine.learning_objective import Evaluation, LearningMemory, Objective
from prefstudio.engine.learning_steps import LearningRecord, LearningStep
from prefstudio.engine.linalg import Array
from prefstudio.engine.prior import sum_of

STATIONARY = 0.02  # learning has converged where no logarithm gains more than this
SETTLED = 2.0 * GRADIENT * WEAK**2
"""How far apart the same logarithm ends in two climbs of one hill; see `_has_moved`."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What was learned.

    Attributes
    ----------
    before, after
        Hyperparameters by name, and the ``noise``.
    log_evidence_before, log_evidence_after
        The second is never below the first, unless the scale is at its mean.
    components, scale
        The model after learning.
    trace
        Every step of the way.
    converged
        Whether no hyperparameter could gain more, by the slopes at the end.
    has_moved
        Whether a hyperparameter is farther from where it was than two climbs of the same hill
        end apart.
    scale_spread
        Sd of the logarithm of how large utilities are, as far as the answers leave it open; 0
        where that was not looked at, or is held and the noise learned.
    """

    before: Mapping[str, float]
    after: Mapping[str, float]
    log_evidence_before: float
    log_evidence_after: float
    components: tuple[Component, ...]
    scale: ResponseScale
    trace: tuple[LearningStep, ...]
    converged: bool
    has_moved: bool
    scale_spread: float = 0.0


def learn(
    problem: LearningProblem,
    comparisons: Comparisons,
    scale: ResponseScale,
    method: str = "evidence",
    inference: str = "ep",
    control: Control | None = None,
    rng: np.random.Generator | None = None,
    *,
    n_starts: int | None = None,
    mean_scale: bool = False,
    on_step: Callable[[LearningStep], None] | None = None,
    memory: LearningMemory | None = None,
) -> Learned:
    """Hyperparameters of the largest log evidence plus log prior that was found.

    Parameters
    ----------
    problem : LearningProblem
        The model and what of it is learned; see `problem_of`.
    comparisons, scale
        The answers. Cuts among the hyperparameters move with `scale.noise` held.
    method : str
        One of `METHODS`.
    inference : str
        "ep" or "laplace": whose evidence.
    control : Control, optional
        Told steps done of steps at most; stops within one round of the inference.
    rng : Generator, optional
        Draws the starts beyond the first two.
    n_starts : int, optional
        Fewer or more than the method's own; 1 climbs from the present values only, which is
        enough where these were learned from nearly the same answers.
    mean_scale : bool
        Whether the overall scale of the utilities ends at its posterior mean and not at its
        mode, and its spread is told, so that intervals can hold the truth as often as they say;
        see `learned_scale`. Then the mode is looked for whatever evidence the present values
        have, so that learning again stays there.
    on_step : callable, optional
        Told a step at most every 50 ms, and the last, in the computing thread.
    memory : LearningMemory, optional
        Of learning the same that was stopped; it goes on from there.

    Raises
    ------
    BadComparison, BadPrior
        When there is no answer, nothing to learn, or no such method or inference.
    DidNotConverge
        When the evidence of the present values cannot be computed.
    """
    _check(problem, comparisons, method)
    chosen, control = METHODS[method], control or Control()
    if n_starts is not None:
        chosen = replace(chosen, n_starts=n_starts)
    objective = Objective(problem, comparisons, scale, inference, control, memory)
    start = problem.start(scale)
    before = objective(start)
    if not np.isfinite(before.log_evidence):
        raise DidNotConverge("the evidence of the present model cannot be computed")
    record = LearningRecord(before, chosen, control, on_step, keeps_evidence=not mean_scale)
    rng = rng or np.random.default_rng(0)
    for number, point in enumerate(_starts(problem, start, chosen.n_starts, rng)):
        record.begin(number)
        record.note(objective(point))
        chosen.climb(objective, point, record.note)
    best = record.best
    ends = at_mean_scale(objective, best) if mean_scale else LearnedScale(best, 0.0)
    record.finish()
    return _learned(problem, scale, before, record, ends)


def _check(problem: LearningProblem, comparisons: Comparisons, method: str) -> None:
    if method not in METHODS:
        raise BadPrior(f"no way to learn is called {method!r}; use {' or '.join(METHODS)}")
    if not len(comparisons):
        raise BadComparison("there is no answer to learn from")
    if not problem.hyperparameters:
        raise BadPrior("nothing of this prior can be learned: every weight is 0")


def _starts(
    problem: LearningProblem, start: Array, number: int, rng: np.random.Generator
) -> list[Array]:
    """The present values, the middle of the priors unless that is the same, then draws."""
    drawn = [problem.drawn(rng, start) for _ in range(max(number - 2, 0))]
    middle = [] if np.allclose(problem.centre, start) else [problem.centre]
    return [start, *middle, *drawn][:number]


def _learned(
    problem: LearningProblem,
    scale: ResponseScale,
    before: Evaluation,
    record: LearningRecord,
    ends: LearnedScale,
) -> Learned:
    components, after_scale = problem.applied(ends.at.point, scale)
    if problem.learns_noise:
        factor = _mean_variance(problem.components) / _mean_variance(components)
        components, after_scale = rescaled(components, after_scale, float(np.sqrt(factor)))
    now = LearningProblem(components, problem.hyperparameters)
    start, end = problem.start(scale), now.start(after_scale)
    return Learned(
        _by_name(problem, start, scale),
        _by_name(problem, end, after_scale),
        before.log_evidence,
        ends.at.log_evidence,
        components,
        after_scale,
        tuple(record.trace),
        _is_stationary(problem, record.best),
        _has_moved(problem, start, end) or not is_settled(scale.noise, after_scale.noise),
        0.0 if problem.learns_noise else ends.spread,
    )


def _mean_variance(components: tuple[Component, ...]) -> float:
    return float(sum_of(components).covariance.diagonal().mean())


def _by_name(problem: LearningProblem, point: Array, scale: ResponseScale) -> Mapping[str, float]:
    names = [each.name for each in problem.hyperparameters]
    values = dict(zip(names, np.exp(point).tolist(), strict=True))
    return MappingProxyType({**values, "noise": scale.noise})


def is_settled(before: float, after: float) -> bool:
    """Whether a number above 0 that was learned is where it was, as near as a climb comes."""
    if before <= 0.0 or after <= 0.0:
        return before == after
    return bool(abs(np.log(after / before)) <= SETTLED)


def _has_moved(problem: LearningProblem, start: Array, end: Array) -> bool:
    """Whether a logarithm is farther off than two ends of climbs are from each other.

    A climb ends where slopes are below `GRADIENT`. The priors alone have a curvature of one over
    the square of their spread, so an end is within `GRADIENT` times that square of the top.
    """
    spread = np.array([each.spread for each in problem.hyperparameters])
    return bool(np.any(np.abs(end - start) > SETTLED * np.square(spread / WEAK)))


def _is_stationary(problem: LearningProblem, best: Evaluation) -> bool:
    """Whether every slope is gone, or leads beyond the bounds."""
    low, high = np.array(problem.bounds(best.point)).T
    outward = np.where(best.gradient > 0.0, best.point >= high, best.point <= low)
    return bool(np.all(outward | (np.abs(best.gradient) <= STATIONARY)))
