"""The most probable utilities of the pseudo inputs, by Newton's method (sections 5 and 12)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.laplace_mode import MAX_HALVINGS, MAX_STEPS, ROUNDING, STATIONARY
from prefstudio.engine.linalg import Array, cholesky, inverse_lower, log_determinant
from prefstudio.engine.probit import TiltedMoments
from prefstudio.engine.sparse_features import SparseDifferences


@dataclass(frozen=True, slots=True, eq=False)
class PseudoMode:
    """The mode, or a candidate for it.

    Attributes
    ----------
    whitened : w = Lᵀα, so that the pseudo inputs' utilities are f̄ = L w.
    answer : log likelihood and derivatives there, of one copy of every answer.
    objective : log likelihood − ½ f̄ᵀK̄⁻¹f̄.
    """

    whitened: Array
    answer: TiltedMoments
    objective: float


def find_mode(sparse: SparseDifferences, control: Control) -> PseudoMode:
    """Newton's method with step halving, from zero.

    Raises
    ------
    DidNotConverge
        When the mode is not stationary to 1e-8 of a prior sd.
    """
    point = _at(sparse, np.zeros(len(sparse.differences)))
    length = np.inf
    for done in range(MAX_STEPS):
        control.report(done, MAX_STEPS)
        before = length
        step = _newton_step(sparse, point)
        length = float(np.linalg.norm(step))  # no utility moves by more of its prior sd
        if length <= ROUNDING or (length <= STATIONARY and length >= 0.5 * before):
            return point
        point = _after_step(sparse, point, step)
    raise DidNotConverge(
        f"the mode of the pseudo inputs is not stationary after {MAX_STEPS} Newton steps "
        f"(the next is {length:.1e} of an sd long); try a larger noise"
    )


def log_evidence(sparse: SparseDifferences, mode: PseudoMode) -> float:
    """log q, where log|H| − log|K̄| is log|P|."""
    factor = cholesky(sparse.system(mode.answer.curvature))
    return mode.objective - 0.5 * log_determinant(factor)


def inverse_system(sparse: SparseDifferences, point: PseudoMode) -> Array:
    """P⁻¹, the covariance of w; no eigenvalue exceeds 1."""
    inverse = inverse_lower(cholesky(sparse.system(point.answer.curvature)))
    return inverse.T @ inverse


def _newton_step(sparse: SparseDifferences, point: PseudoMode) -> Array:
    left = sparse.differences @ (sparse.merged.count * point.answer.gain) - point.whitened
    inverse = inverse_lower(cholesky(sparse.system(point.answer.curvature)))
    return inverse.T @ (inverse @ left)


def _after_step(sparse: SparseDifferences, point: PseudoMode, step: Array) -> PseudoMode:
    """The point after a step, halved until the objective does not fall but by rounding."""
    least = point.objective - 1e-12 * (1.0 + abs(point.objective))
    length = 1.0
    for _ in range(MAX_HALVINGS):
        candidate = _at(sparse, point.whitened + length * step)
        if candidate.objective >= least:
            return candidate
        length *= 0.5
    return point


def _at(sparse: SparseDifferences, whitened: Array) -> PseudoMode:
    answer = sparse.answers(whitened @ sparse.differences)
    objective = float(sparse.merged.count @ answer.log_z - 0.5 * (whitened @ whitened))
    return PseudoMode(whitened, answer, objective)
