"""Several questions at once: different pairs, each chosen as if those before it were answered."""

from __future__ import annotations

import math

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import Criterion
from prefstudio.engine.incremental import condition_on_average
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior


def best_batch(
    criterion: Criterion,
    posterior: Posterior,
    allowed: AllowedPairs,
    size: int,
    *,
    horizon: float = math.inf,
    rng: np.random.Generator,
    control: Control | None = None,
) -> tuple[ScoredPair, ...]:
    """Different pairs to ask at the same time, in the order they were chosen (section 7).

    Each is the best of the pairs left, once those before it count as answered by the average
    answer: the mean stays, the covariance is the expected one. The second seat is so not asked
    what the first one tells. Fewer come back when fewer are allowed.

    Parameters
    ----------
    criterion : Criterion
    posterior : Posterior
    allowed : AllowedPairs
    size : int
        How many pairs are wanted.
    horizon : float
    rng : numpy.random.Generator
        Decides among equal values.
    control : Control, optional

    Returns
    -------
    tuple of ScoredPair
        Each with its value at the time it was chosen.
    """
    chosen: list[ScoredPair] = []
    while len(chosen) < size:
        best = criterion.best(posterior, allowed, horizon=horizon, rng=rng, control=control)
        if not best:
            break
        (pair,) = best
        chosen.append(pair)
        posterior = condition_on_average(posterior, pair.first, pair.second)
        allowed = allowed.without(pair.first, pair.second)
    return tuple(chosen)
