"""Several questions at once: different pairs, each chosen as if those before it were answered."""

from __future__ import annotations

import math

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import Criterion
from prefstudio.engine.incremental import condition_on_average
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Choice, Rules, choose
from prefstudio.engine.posterior import Posterior


def best_batch(
    criterion: Criterion,
    posterior: Posterior,
    allowed: AllowedPairs,
    size: int,
    *,
    rules: Rules | None = None,
    horizon: float = math.inf,
    rng: np.random.Generator,
    holdout_rng: np.random.Generator | None = None,
    control: Control | None = None,
) -> tuple[Choice, ...]:
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
    rules : Rules, optional
        What else the policy goes by: queued pairs come first, and each seat may draw a random one
        to check predictions by. Without it the criterion chooses alone.
    horizon : float
    rng, holdout_rng : numpy.random.Generator
        Lots among equal values, and lots for random pairs, the same where it is left out.
    control : Control, optional

    Returns
    -------
    tuple of Choice
        Each with its value at the time it was chosen.
    """
    chosen: list[Choice] = []
    while len(chosen) < size:
        pair = choose(
            criterion,
            posterior,
            allowed,
            rules or Rules(),
            horizon=horizon,
            lots=rng,
            holdout_lots=holdout_rng or rng,
            control=control,
        )
        if pair is None:
            break
        chosen.append(pair)
        posterior = condition_on_average(posterior, pair.first, pair.second)
        allowed = allowed.without(pair.first, pair.second)
    return tuple(chosen)
