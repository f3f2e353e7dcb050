"""Variance over squared distance of means (XPGP's criterion, section 7)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import matrix_by, offer_permitted, pair_blocks
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import TIE_WIDTH


def _ratio(posterior: Posterior, mean: Array, variance: Array) -> Array:
    """ν²/(m_i − m_j)²; infinite at equal means, 0 where the two cannot differ."""
    distance = np.abs(mean)
    distance[distance <= TIE_WIDTH * posterior.sd.max(initial=0.0)] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = variance / np.square(distance)
    ratio[variance <= 0.0] = 0.0
    return ratio


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    """Equal means first, the widest of them leading; then by ratio."""
    equal, unequal = Shortlist(search.top), Shortlist(search.top)
    for rows, mean, variance in pair_blocks(search.posterior):
        search.control.check()
        ratio = _ratio(search.posterior, mean, variance)
        infinite = np.isposinf(ratio)
        offer_permitted(equal, search.allowed, rows, variance, infinite.copy())
        offer_permitted(unequal, search.allowed, rows, ratio, ~infinite & (variance > 0.0))
    widest = equal.chosen(search.rng, search.favoured)
    first = [replace(pair, value=np.inf) for pair in widest]
    return tuple([*first, *unequal.chosen(search.rng, search.favoured)][: search.top])


def _matrix(posterior: Posterior, groups: Array | None, horizon: float, control: Control) -> Array:
    return matrix_by(
        lambda rows, mean, variance: _ratio(posterior, mean, variance), posterior, groups, control
    )


def _value(
    posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
) -> float:
    mean, variance = posterior.pair_moments(*pair)
    return float(_ratio(posterior, np.array([mean]), np.array([variance]))[0])


VARIANCE_RATIO = Criterion(
    "variance_ratio",
    "Variance ratio",
    "Asks the pair whose difference is least certain for its size (XPGP).",
    False,
    _find,
    _matrix,
    _value,
)
