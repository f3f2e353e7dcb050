"""Whether those who lead have all been compared with one another, so that others are asked."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import ranks
from prefstudio.study.briefing import Briefing


def n_leaders_answered(
    briefing: Briefing, posterior: Posterior, pair: tuple[int, int], place: int
) -> int:
    """How many have a place up to some place, where no pair of them is left to ask.

    Parameters
    ----------
    pair : tuple of int
        Positions of two items, in whose group the places are.
    place : int
        The last place that counts.

    Returns
    -------
    int
        0 where a pair of them is not answered, or is asked although it was.
    """
    groups = briefing.model.groups
    is_leading = ranks(posterior, groups) <= place
    if groups is not None:
        is_leading &= groups == groups[pair[0]]
    leaders = np.flatnonzero(is_leading)
    n_leaders, answered = len(leaders), _answered(briefing)
    if n_leaders < 2 or len(answered) < n_leaders * (n_leaders - 1) // 2:
        return 0
    rows, columns = np.triu_indices(n_leaders, 1)
    first, second = leaders[rows], leaders[columns]
    is_answered = np.isin(first * briefing.allowed.n_items + second, answered).all()
    is_closed = not briefing.allowed.permits(first, second).any()
    return n_leaders if is_answered and is_closed else 0


def _answered(briefing: Briefing) -> Array:
    """Codes ``i * n_items + j``, i < j, of the pairs that were answered."""
    said = briefing.comparisons
    low, high = np.minimum(said.first, said.second), np.maximum(said.first, said.second)
    return np.unique(low * briefing.allowed.n_items + high)
