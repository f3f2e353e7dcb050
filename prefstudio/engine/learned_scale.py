"""How large the utilities are: at its posterior mean, not its mode, and how open that is left.

Answers say little of how large utilities are against the noise, so the mode of the
hyperparameters is one of many likely sizes. With the hyperparameters' logarithms about normal
around their mode (covariance H⁻¹, H minus the Hessian of the objective), the logarithm of the
mean prior variance is about normal with variance v = gᵀH⁻¹g, g its slopes. Utilities grow with
its root c: log c has variance v/4, and the mean of c is e^{v/8} times its mode.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.learning_objective import Evaluation, Objective
from prefstudio.engine.linalg import Array

STEP = 0.05  # of a logarithm, between which slopes are compared
LEAST = 0.5  # of the curvature of the priors alone: the least that is believed


@dataclass(frozen=True, slots=True)
class LearnedScale:
    """Where learning ends, and what it leaves open.

    Attributes
    ----------
    at
        The objective with all learned weights times the same factor, or at the mode if that is
        no use.
    spread
        Sd of the logarithm of how large utilities are.
    """

    at: Evaluation
    spread: float


def at_mean_scale(objective: Objective, mode: Evaluation) -> LearnedScale:
    """Utilities as large as they are on average over the hyperparameters, not at the mode.

    Parameters
    ----------
    objective
        What was climbed; asked at two points a hyperparameter.
    mode
        Where it is largest.
    """
    variance = log_scale_variance(objective, mode)
    weights = [each.members[0].endswith(".weight") for each in objective.problem.hyperparameters]
    low, high = np.array(objective.problem.bounds(mode.point)).T
    found = objective(np.clip(mode.point + np.where(weights, variance / 8.0, 0.0), low, high))
    return LearnedScale(found if np.isfinite(found.log_evidence) else mode, 0.5 * variance**0.5)


def log_scale_variance(objective: Objective, mode: Evaluation) -> float:
    """v, the posterior variance of the logarithm of the mean prior variance."""
    # in units of each prior's sd, so that the priors alone have a curvature of 1
    spread = np.array([each.spread for each in objective.problem.hyperparameters])
    scaled = np.multiply.outer(spread, spread) * _curvature(objective, mode.point, spread)
    curvature, directions = np.linalg.eigh(scaled)
    along = directions.T @ (spread * _slopes_of_scale(objective, mode.point))
    return float(np.sum(np.square(along) / np.maximum(curvature, LEAST)))


def _curvature(objective: Objective, point: Array, spread: Array) -> Array:
    """Minus the Hessian of the objective, by differences of its exact gradient.

    Along a hyperparameter on both sides of which no posterior can be computed, its prior alone
    tells how the objective bends.
    """
    rows = [_row(objective, point, step) for step in STEP * np.identity(len(point))]
    is_known = np.array([row is not None for row in rows])
    found = np.array([np.zeros(len(point)) if row is None else row for row in rows])
    found = np.where(is_known[:, None], found, found.T)
    unknown = np.flatnonzero(~is_known)
    found[unknown, unknown] = 1.0 / np.square(spread[unknown])
    return 0.5 * (found + found.T)


def _row(objective: Objective, point: Array, step: Array) -> Array | None:
    """How slopes fall along one step, from one side alone where the other cannot be computed."""
    sides = (objective(point - step), objective(point), objective(point + step))
    known = [each.gradient for each in sides if np.isfinite(each.log_evidence)]
    if len(known) < 2:
        return None
    return np.asarray(known[0] - known[-1]) / (STEP * (len(known) - 1))


def _slopes_of_scale(objective: Objective, point: Array) -> Array:
    """Slopes of the logarithm of the mean variance about the average, by every logarithm."""
    prior = objective.prior(point)
    items = np.arange(prior.n_items)
    whole = _about_average(prior.covariance.columns(items))
    by_name = {name: _about_average(by) / whole for name, by in prior.derivatives(items)}
    scale = objective.problem.applied(point, objective.scale)[1]
    return objective.problem.gathered(by_name, scale)


def _about_average(covariance: Array) -> float:
    """tr(C K C)/n, C = I − 11ᵀ/n: a common level is in no answer."""
    return float(covariance.diagonal().mean() - covariance.mean())
