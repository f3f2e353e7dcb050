"""All answers at once: Laplace's approximation around the mode (sections 4, 11 and 12).

The mode is f̂ = K α with α on the compared items only; Newton steps, covariance and evidence all
go through `differences`, so nothing here inverts K.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import Differences, differences_of
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.likelihood import higher_derivatives, log_likelihood
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.engine.prior import Prior
from prefstudio.engine.probit import TiltedMoments

STATIONARY = 1e-8  # of every item's prior sd: how far the mode may be, by Newton's next step
ROUNDING = 1e-13  # of the same: a step that cannot improve anything
MAX_STEPS = 100
MAX_HALVINGS = 40


@dataclass(frozen=True, slots=True, eq=False)
class _Point:
    """A candidate for the mode.

    Attributes
    ----------
    alpha : of the compared items; f = K alpha, and at the mode alpha = Aᵀg.
    difference : of every distinct answer.
    answer : log likelihood and derivatives there, of one copy.
    objective : log likelihood − ½ fᵀK⁻¹f.
    """

    alpha: Array
    difference: Array
    answer: TiltedMoments
    objective: float


def infer(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control | None = None,
) -> Posterior:
    """Gaussian at the posterior's mode, with its log evidence.

    Parameters
    ----------
    prior : Prior
    comparisons : Comparisons
        In any order; equal ones are counted, not repeated.
    scale : ResponseScale
    control : Control, optional
        Checked every Newton step.

    Raises
    ------
    DidNotConverge
        When the mode is not stationary to 1e-8 of every item's prior sd.
    """
    comparisons.check_items(prior.n_items)
    merged = comparisons.merged(len(scale.edges))
    differences = differences_of(prior, merged)
    mode = _mode(differences, merged, scale, control or Control())
    return _posterior(prior, scale, differences, merged, mode)


def evidence_gradient(posterior: Posterior) -> dict[str, float]:
    """Derivative of the log evidence by the log of every hyperparameter (section 12).

    Parameters
    ----------
    posterior : Posterior
        A result of `infer`.

    Returns
    -------
    dict
        By the names of ``Prior.derivative_names`` and "noise"; all by the logarithm, the noise
        with the scale's cuts held fixed.
    """
    prior, scale, sites = posterior.prior, posterior.scale, posterior.sites
    assert sites is not None and posterior.inference == "laplace"
    merged, count = sites.comparisons, sites.comparisons.count
    differences = differences_of(prior, merged)
    difference = posterior.mean[merged.first] - posterior.mean[merged.second]
    answer = log_likelihood(merged, scale, difference)
    higher = higher_derivatives(merged, scale, difference)
    total_precision = count * answer.curvature
    covariance, _ = differences.moments(total_precision, count * sites.shift)
    information = differences.information(total_precision)
    variance = _pair_variances(differences, covariance)
    # y of section 12, on the items: how log|B| changes as the mode moves
    moved = _gathered(differences, -0.5 * variance * count * higher.curvature_by_difference)
    alpha = _gathered(differences, count * answer.gain)
    eta = moved - information @ (differences.kernel @ moved)
    gradient = {}
    for name in prior.derivative_names():
        change = prior.derivative(name, differences.items)
        along = change @ alpha
        gradient[name] = float((0.5 * alpha + eta) @ along - 0.5 * np.sum(information * change))
    by_noise = count @ (answer.by_noise - 0.5 * variance * higher.curvature_by_noise)
    by_noise += moved @ covariance @ _gathered(differences, count * higher.gain_by_noise)
    gradient["noise"] = float(scale.noise * by_noise)
    return gradient


def _gathered(differences: Differences, values: Array) -> Array:
    """Aᵀ times one value for each distinct answer, on the compared items."""
    m = len(differences.items)
    plus = np.bincount(differences.first, values, m)
    return plus - np.bincount(differences.second, values, m)


def _pair_variances(differences: Differences, covariance: Array) -> Array:
    own, first, second = covariance.diagonal(), differences.first, differences.second
    return np.maximum(own[first] + own[second] - 2.0 * covariance[first, second], 0.0)


def _mode(
    differences: Differences, merged: Comparisons, scale: ResponseScale, control: Control
) -> _Point:
    """Newton's method with step halving, from zero."""
    point = _at(differences, merged, scale, np.zeros(len(differences.items)))
    length = np.inf
    for done in range(MAX_STEPS):
        control.report(done, MAX_STEPS)
        before = length
        direction, length = _newton_step(differences, merged, point)
        if length <= ROUNDING or (length <= STATIONARY and length >= 0.5 * before):
            return point
        point = _halved_step(differences, merged, scale, point, direction)
    raise DidNotConverge(
        f"Laplace's mode is not stationary after {MAX_STEPS} Newton steps "
        f"(the next is {length:.1e} of an sd long); try a larger noise"
    )


def _newton_step(
    differences: Differences, merged: Comparisons, point: _Point
) -> tuple[Array, float]:
    """Newton's step in α, and its length.

    The step solves for what is left, Aᵀg − α, and not for the new mode, so that rounding in the
    solution is small against the step and not against the mode. The length is in K's own norm:
    no item's utility moves by more than that times its prior sd.
    """
    left = _gathered(differences, merged.count * point.answer.gain) - point.alpha
    system = _weights(differences, merged.count * point.answer.curvature) @ differences.kernel
    system[np.diag_indices_from(system)] += 1.0
    step = np.linalg.solve(system, left)  # I + W K
    return step, float(np.sqrt(max(step @ (differences.kernel @ step), 0.0)))


def _weights(differences: Differences, precision: Array) -> Array:
    """W = AᵀDA on the compared items."""
    m = len(differences.items)
    pair = differences.first * m + differences.second
    weights = -np.bincount(pair, precision, m * m).reshape(m, m)
    weights += weights.T.copy()
    weights[np.diag_indices(m)] = -weights.sum(axis=1)
    return weights


def _halved_step(
    differences: Differences,
    merged: Comparisons,
    scale: ResponseScale,
    point: _Point,
    direction: Array,
) -> _Point:
    """The point after a step, halved until the objective does not fall."""
    least = point.objective - 1e-12 * (1.0 + abs(point.objective))
    step = 1.0
    for _ in range(MAX_HALVINGS):
        candidate = _at(differences, merged, scale, point.alpha + step * direction)
        if candidate.objective >= least:
            return candidate
        step *= 0.5
    return point


def _at(
    differences: Differences, merged: Comparisons, scale: ResponseScale, alpha: Array
) -> _Point:
    utility = differences.kernel @ alpha
    difference = utility[differences.first] - utility[differences.second]
    answer = log_likelihood(merged, scale, difference)
    objective = float(merged.count @ answer.log_z - 0.5 * (alpha @ utility))
    return _Point(alpha, difference, answer, objective)


def _posterior(
    prior: Prior,
    scale: ResponseScale,
    differences: Differences,
    merged: Comparisons,
    mode: _Point,
) -> Posterior:
    precision = mode.answer.curvature
    total_precision = merged.count * precision
    base, columns = differences.conditioned(prior.covariance, total_precision)
    taken = np.einsum("ti,ti->i", columns.rows, columns.rows)
    log_determinant = differences.log_determinant(total_precision)
    posterior = Posterior(
        mode.alpha @ prior.covariance.columns(differences.items),
        np.maximum(base.diagonal() - taken, 0.0),
        prior,
        scale,
        base,
        columns,
        inference="laplace",
        log_evidence=mode.objective - 0.5 * log_determinant,
        n_answers=merged.n_answers,
        sites=Sites(
            merged,
            read_only(precision),
            read_only(precision * mode.difference + mode.answer.gain),
        ),
    )
    return posterior.folded_when_due()
