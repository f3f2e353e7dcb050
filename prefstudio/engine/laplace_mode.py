"""The most probable utilities given all answers, by Newton's method (section 4).

The mode is f̂ = K α with α on the compared items only, so nothing here inverts K: Newton's system
is I + W K with W = AᵀDA, whatever the rank of K.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import Differences, gathered
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.likelihood import log_likelihood
from prefstudio.engine.linalg import Array
from prefstudio.engine.probit import TiltedMoments

STATIONARY = 1e-8  # of the largest prior sd: how far the mode may be, by Newton's next step
ROUNDING = 1e-13  # of the same: a step that cannot improve anything
MAX_STEPS = 100
MAX_HALVINGS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """The mode, or a candidate for it.

    Attributes
    ----------
    alpha : of the compared items; f = K alpha, and at the mode alpha = Aᵀg.
    difference : of every distinct answer.
    answer : log likelihood and derivatives there, of one copy of every answer.
    objective : log likelihood − ½ fᵀK⁻¹f.
    """

    alpha: Array
    difference: Array
    answer: TiltedMoments
    objective: float


def find_mode(
    differences: Differences, merged: Comparisons, scale: ResponseScale, control: Control
) -> Mode:
    """Newton's method with step halving, from zero.

    Raises
    ------
    DidNotConverge
        When the mode is not stationary to 1e-8 of the largest prior sd.
    """
    point = _at(differences, merged, scale, np.zeros(len(differences.items)))
    length = np.inf
    for done in range(MAX_STEPS):
        control.report(done, MAX_STEPS)
        before = length
        step, length = _newton_step(differences, merged, point)
        if length <= ROUNDING or (length <= STATIONARY and length >= 0.5 * before):
            return point
        point = _after_step(differences, merged, scale, point, step)
    raise DidNotConverge(
        f"Laplace's mode is not stationary after {MAX_STEPS} Newton steps "
        f"(the next is {length:.1e} of an sd long); try a larger noise"
    )


def _newton_step(differences: Differences, merged: Comparisons, point: Mode) -> tuple[Array, float]:
    """Newton's step in α, and the largest move of a utility, in units of the largest prior sd.

    The step solves for what is left, Aᵀg − α, and not for the new mode, so that rounding in the
    solution is small against the step and not against the mode.
    """
    kernel = differences.kernel
    left = gathered(differences, merged.count * point.answer.gain) - point.alpha
    system = _weights(differences, merged.count * point.answer.curvature) @ kernel
    system[np.diag_indices_from(system)] += 1.0
    step = np.linalg.solve(system, left)  # I + W K
    largest_sd = np.sqrt(np.max(kernel.diagonal(), initial=0.0))
    moved = np.max(np.abs(kernel @ step), initial=0.0)
    return step, float(moved / largest_sd) if largest_sd > 0.0 else 0.0


def _weights(differences: Differences, precision: Array) -> Array:
    """W = AᵀDA on the compared items."""
    m = len(differences.items)
    pair = differences.first * m + differences.second
    weights = -np.bincount(pair, precision, m * m).reshape(m, m)
    weights += weights.T.copy()
    weights[np.diag_indices(m)] = -weights.sum(axis=1)
    return weights


def _after_step(
    differences: Differences,
    merged: Comparisons,
    scale: ResponseScale,
    point: Mode,
    step: Array,
) -> Mode:
    """The point after a step, halved until the objective does not fall but by rounding."""
    least = point.objective - 1e-12 * (1.0 + abs(point.objective))
    length = 1.0
    for _ in range(MAX_HALVINGS):
        candidate = _at(differences, merged, scale, point.alpha + length * step)
        if candidate.objective >= least:
            return candidate
        length *= 0.5
    return point


def _at(differences: Differences, merged: Comparisons, scale: ResponseScale, alpha: Array) -> Mode:
    utility = differences.kernel @ alpha
    difference = utility[differences.first] - utility[differences.second]
    answer = log_likelihood(merged, scale, difference)
    objective = float(merged.count @ answer.log_z - 0.5 * (alpha @ utility))
    return Mode(alpha, difference, answer, objective)
