"""How settled an order is: the mean chance that two items stand in their right order."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior


def order_settled(
    posterior: Posterior, pairs: AllowedPairs, control: Control | None = None
) -> float:
    """Mean of Φ(|m_i − m_j| / ν_ij) over the pairs, ν_ij the sd of the difference.

    Parameters
    ----------
    posterior : Posterior
    pairs : AllowedPairs
        The pairs that count.
    control : Control, optional

    Returns
    -------
    float
        ½ when nothing is known, 1 when every order is sure or there is no pair.
    """
    total, count = 0.0, 0
    for rows, spread in posterior.difference_variance_blocks():
        if control is not None:
            control.check()
        numbers = np.arange(posterior.n_items)
        wanted = pairs.mask(numbers[rows])[:, rows.start :]
        wanted &= numbers[rows, None] < numbers[rows.start :]
        distance = np.abs(np.subtract.outer(posterior.mean[rows], posterior.mean[rows.start :]))
        total += float(chance_right(distance[wanted], spread[wanted]).sum())
        count += int(np.count_nonzero(wanted))
    return total / count if count else 1.0


def chance_right(distance: Array, variance: Array) -> Array:
    """Φ(distance / √variance); where both are 0 nobody knows, ½."""
    with np.errstate(divide="ignore", invalid="ignore"):
        score = distance / np.sqrt(variance)
    return np.asarray(ndtr(np.where(np.isnan(score), 0.0, score)))
