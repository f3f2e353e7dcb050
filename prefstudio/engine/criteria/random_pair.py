"""Random pairs: the baseline every other criterion is measured against."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import without_pairless
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior

DRAWS = 64  # tries a wanted pair before all allowed pairs are listed instead


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    top = search.top
    first, second = _drawn(search.allowed, top, search.rng)
    if len(first) < top:
        first, second = listed_pairs(search.allowed, search.control)
        order = search.rng.permutation(len(first))[:top]
        first, second = first[order], second[order]
    return tuple(
        ScoredPair(int(min(pair)), int(max(pair)), 0.0)
        for pair in zip(first[:top], second[:top], strict=True)
    )


def _drawn(allowed: AllowedPairs, top: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Distinct allowed pairs by rejection, uniform; may be fewer than `top`."""
    pairs = np.sort(rng.integers(0, allowed.n_items, (DRAWS * top, 2)), axis=1)
    pairs = pairs[allowed.permits(pairs[:, 0], pairs[:, 1])]
    _, places = np.unique(pairs, axis=0, return_index=True)
    pairs = pairs[np.sort(places)]
    return pairs[:, 0], pairs[:, 1]


def listed_pairs(allowed: AllowedPairs, control: Control) -> tuple[Array, Array]:
    """Every allowed pair, once."""
    first, second = [], []
    for item in range(allowed.n_items):
        control.check()
        partners = np.flatnonzero(allowed.partners(item)[item + 1 :]) + item + 1
        first.append(np.full(len(partners), item))
        second.append(partners)
    return np.concatenate(first), np.concatenate(second)


def _matrix(posterior: Posterior, groups: Array | None, horizon: float, control: Control) -> Array:
    return without_pairless(np.zeros((posterior.n_items, posterior.n_items)), groups)


def _value(
    posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
) -> float:
    return 0.0


RANDOM = Criterion(
    "random",
    "Random",
    "Asks any allowed pair, each as likely as the others.",
    False,
    _find,
    _matrix,
    _value,
)
