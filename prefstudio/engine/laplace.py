"""All answers at once: Laplace's approximation around the mode (sections 4, 11 and 12)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import Differences, differences_of, gathered
from prefstudio.engine.laplace_mode import Mode, find_mode
from prefstudio.engine.likelihood import higher_derivatives, log_likelihood
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.engine.prior import Prior


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
        When the mode is not stationary to 1e-8 of the largest prior sd.
    """
    comparisons.check_items(prior.n_items)
    merged = comparisons.merged(len(scale.edges))
    differences = differences_of(prior, merged)
    control = control or Control()
    mode = find_mode(differences, merged, scale, control)
    return _posterior(prior, scale, differences, merged, mode, control)


def evidence_gradient(posterior: Posterior) -> dict[str, float]:
    """Derivative of the log evidence by every hyperparameter (section 12).

    Parameters
    ----------
    posterior : Posterior
        A result of `infer`.

    Returns
    -------
    dict
        By ``log θ`` for every name of ``prior.derivative_names()``; by the plain value for
        ``noise``, the scale's cuts held fixed.
    """
    assert posterior.sites is not None and posterior.inference == "laplace"
    prior = posterior.prior
    around = _Surroundings(posterior, posterior.sites)
    gradient = {name: around.along(change) for name, change in prior.derivatives(around.items)}
    gradient["noise"] = around.by_noise()
    return gradient


class _Surroundings:
    """What the evidence does when prior or noise move a little, with the names of section 12."""

    def __init__(self, posterior: Posterior, sites: Sites) -> None:
        merged = sites.comparisons
        difference = posterior.mean[merged.first] - posterior.mean[merged.second]
        self._count = merged.count
        self._answer = log_likelihood(merged, posterior.scale, difference)
        self._higher = higher_derivatives(merged, posterior.scale, difference)
        self._differences = differences_of(posterior.prior, merged)
        self._look_around(merged.count * sites.precision, merged.count * sites.shift)

    @property
    def items(self) -> Array:
        """Numbers of the compared items."""
        return self._differences.items

    def _look_around(self, precision: Array, shift: Array) -> None:
        differences, count = self._differences, self._count
        self._covariance, _ = differences.moments(precision, shift)
        self._information = differences.information(precision)  # M
        _, self._variance = differences.marginals(precision, shift)
        y = -0.5 * self._variance * count * self._higher.curvature_by_difference
        self._moved = gathered(differences, y)  # Aᵀy: what the mode's own move adds
        self._alpha = gathered(differences, count * self._answer.gain)
        self._eta = self._moved - self._information @ (differences.kernel @ self._moved)

    def along(self, change: Array) -> float:
        """½ αᵀ(∂K)α − ½ tr(M ∂K) + ηᵀ(∂K)α for a change ∂K among the compared items."""
        quadratic = (0.5 * self._alpha + self._eta) @ (change @ self._alpha)
        return float(quadratic - 0.5 * np.sum(self._information * change))

    def by_noise(self) -> float:
        """∂log q/∂s, for answers of any interval."""
        explicit = self._answer.by_noise - 0.5 * self._variance * self._higher.curvature_by_noise
        pulled = gathered(self._differences, self._count * self._higher.gain_by_noise)
        return float(self._count @ explicit + self._moved @ self._covariance @ pulled)


def _posterior(
    prior: Prior,
    scale: ResponseScale,
    differences: Differences,
    merged: Comparisons,
    mode: Mode,
    control: Control,
) -> Posterior:
    precision = mode.answer.curvature
    total_precision = merged.count * precision
    log_determinant = differences.log_determinant(total_precision)
    control.check()
    base, columns = differences.conditioned(prior.covariance, total_precision)
    control.check()
    taken = np.einsum("ti,ti->i", columns.rows, columns.rows)
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
