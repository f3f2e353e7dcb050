"""XPGP's way to hyperparameters: EP and the maximum of a bound by turns (its section 4.3).

The E-step is EP at the present hyperparameters; the M-step holds q = N(μ, Σ) and maximises

    L = ∫ q log N(ξ; 0, K) dξ = −½ log|K| − ½ μᵀK⁻¹μ − ½ tr(K⁻¹Σ) + constant.

At the E-step's own point ∂L is the gradient of the evidence, so both ways rest at the same
places; this one takes more steps. The paper knows no ties: cuts stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prefstudio.engine.hyperparameters import SCALE
from prefstudio.engine.learning_objective import Evaluation, Objective
from prefstudio.engine.linalg import Array, cholesky, inverse_lower, log_determinant
from prefstudio.engine.posterior import Posterior

MAX_CYCLES = 60
M_STEPS = 12  # of the climb within one M-step; the next E-step changes the hill anyway
RESTING = 1e-5  # of the objective: a cycle that gains less is the last
JITTER = 1e-8  # of the mean variance: K may be singular, and L needs its inverse


class Bound:
    """L as a function of the hyperparameters' logarithms, q held."""

    def __init__(self, objective: Objective, posterior: Posterior) -> None:
        self._objective = objective
        second = posterior.covariance() + np.multiply.outer(posterior.mean, posterior.mean)
        self._jitter = JITTER * float(np.mean(posterior.prior.covariance.diagonal()))
        second[np.diag_indices_from(second)] += self._jitter
        self._second = second

    def __call__(self, point: Array) -> tuple[float, Array]:
        """L but for a constant, and its gradient, which is 0 for the cuts."""
        prior = self._objective.prior(point)
        items = np.arange(prior.n_items)
        kernel = prior.covariance.columns(items).copy()
        kernel[np.diag_indices_from(kernel)] += self._jitter
        lower = cholesky(kernel)
        inverse = inverse_lower(lower)
        precision = inverse.T @ inverse
        solved = precision @ self._second
        bound = -0.5 * (log_determinant(lower) + float(np.trace(solved)))
        # XPGP eq. 16: ½ tr[(K⁻¹ S K⁻¹ − K⁻¹) ∂K], S = Σ + μμᵀ
        slope = 0.5 * (solved @ precision - precision)
        by_name = {name: float(np.sum(slope * change)) for name, change in prior.derivatives(items)}
        problem, scale = self._objective.problem, self._objective.scale
        return bound, problem.gathered(by_name, problem.applied(point, scale)[1])


def climb(objective: Objective, start: Array, tell: Callable[[Evaluation], None]) -> None:
    """E-step and M-step by turns until a cycle gains nothing.

    Parameters
    ----------
    objective
        What is climbed; it remembers every E-step.
    start
        Logarithms of the hyperparameters.
    tell
        Told of every cycle.
    """
    here = objective(start)
    for _ in range(MAX_CYCLES):
        if not np.isfinite(here.objective):
            return
        after = objective(_after_m_step(objective, here.point))
        tell(after)
        if after.objective - here.objective < RESTING:
            return
        here = after


def _after_m_step(objective: Objective, point: Array) -> Array:
    bound, problem = Bound(objective, objective.posterior(point)), objective.problem

    def loss(at: Array) -> tuple[float, Array]:
        value, slope = bound(at)
        prior, by_prior = problem.log_prior(at)
        return -value - prior, -slope - by_prior

    bounds = problem.bounds(point)
    for place, each in enumerate(problem.hyperparameters):
        if each.members[0].startswith(f"{SCALE}."):
            bounds[place] = (float(point[place]), float(point[place]))
    from scipy.optimize import minimize  # here, since no start should wait for it

    found = minimize(
        loss,
        point,
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": M_STEPS, "maxfun": 2 * M_STEPS},
    )
    return np.asarray(found.x)
