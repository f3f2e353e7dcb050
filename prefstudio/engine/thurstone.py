"""Thurstone's case V: independent items, normal noise of one size; links and features unused.

P(i ≻ j) = Φ((ξ_i − ξ_j)/s) with the study's noise, tie width and strength cuts, so that a tie or a
strength is the interval that section 11 has for it. Every utility has the weak prior
N(0, (1.18 s)²): one sd above the average wins 88 % of the time, as with Bradley–Terry. The
utilities are those at the posterior's mode, their uncertainty is the inverse of the curvature
there (Laplace's approximation under an identity prior), and as is usual with Thurstone they are
taken as known when an answer is predicted.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine import laplace
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.estimate import ProbitEstimate
from prefstudio.engine.linalg import read_only
from prefstudio.engine.prior import Prior

PRIOR_SD = 1.18  # of the noise


def fit(
    comparisons: Comparisons, n_items: int, scale: ResponseScale, control: Control | None = None
) -> ProbitEstimate:
    """Utilities at the posterior's mode.

    Parameters
    ----------
    comparisons : Comparisons
        In any order; a row counts as often as it was answered.
    n_items : int
    scale : ResponseScale
    control : Control, optional
        Checked every step.

    Raises
    ------
    DidNotConverge
        When Newton's steps do not settle.
    """
    comparisons.check_items(n_items)
    items, among = comparisons.among_compared()
    spread = PRIOR_SD * scale.noise
    mean, sd = np.zeros(n_items), np.full(n_items, spread)
    if len(items):
        prior = Prior.of_matrix(spread**2 * np.identity(len(items)))
        posterior = laplace.infer(prior, among, scale, control)
        mean[items], sd[items] = posterior.mean, posterior.sd
    return ProbitEstimate(read_only(mean), read_only(sd), scale)
