"""How alike two rankings are: Kendall's τ over the pairs that may be compared."""

from __future__ import annotations

import math

import numpy as np

from prefstudio.engine.linalg import Array

NEVER = 1e-9  # of the larger spread: below it a difference is rounding


def kendall_tau(one: Array, other: Array, groups: Array | None = None) -> float:
    """Kendall's τ_b of two sets of utilities; not a number when one of them is all tied.

    Parameters
    ----------
    one, other : ndarray, shape (n_items,)
        The larger, the better; what differs by no more than rounding is tied.
    groups : ndarray, optional
        One code an item; pairs across groups do not count.
    """
    agreed = ordered_one = ordered_other = 0
    codes = np.zeros(len(one), dtype=np.intp) if groups is None else groups
    for code in np.unique(codes):
        members = np.flatnonzero(codes == code)
        for k in range(1, len(members)):
            mine = _order(one, members, k)
            theirs = _order(other, members, k)
            agreed += int(mine @ theirs)
            ordered_one += int(np.count_nonzero(mine))
            ordered_other += int(np.count_nonzero(theirs))
    if not ordered_one or not ordered_other:
        return math.nan
    return agreed / math.sqrt(ordered_one * ordered_other)


def _order(values: Array, members: Array, k: int) -> Array:
    """Of member k and each before it, who is better."""
    apart = values[members[k]] - values[members[:k]]
    apart[np.abs(apart) <= NEVER * np.ptp(values)] = 0.0
    return np.sign(apart).astype(np.int64)
