"""How much better the best item is expected to look after the answer (section 7)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import without_pairless
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import tilt

LEADERS = 10  # only pairs that hold one of these many leading items have a value
BLOCK = 128


def leaders(posterior: Posterior, groups: Array | None) -> Array:
    """The items of largest mean + 2 sd, in each group."""
    hope = posterior.mean + 2.0 * posterior.sd
    if groups is None:
        return np.argsort(-hope, kind="stable")[:LEADERS]
    found = []
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        found.append(members[np.argsort(-hope[members], kind="stable")[:LEADERS]])
    return np.concatenate(found)


def _values(posterior: Posterior, item: int, partners: Array, peers: Array) -> Array:
    """Σ_y P(y) max_l m_l^y − max_l m_l for `item` against each partner, l among `peers`."""
    columns = posterior.covariance_columns(np.array([item]))[0] - posterior.covariance_columns(
        partners
    )
    variance = np.maximum(columns[:, item] - columns[np.arange(len(partners)), partners], 0.0)
    mean = posterior.mean[item] - posterior.mean[partners]
    columns, own = columns[:, peers], posterior.mean[peers]
    value = np.full(len(partners), -own.max())
    for level in posterior.scale.levels:
        lower, upper = posterior.scale.interval(level)
        answer = tilt(np.asarray(lower), np.asarray(upper), mean, variance, posterior.scale.noise)
        value += np.exp(answer.log_z) * np.max(own + columns * answer.gain[:, None], axis=1)
    return np.maximum(value, 0.0)


def _peers(item: int, groups: Array | None, n_items: int) -> Array:
    return np.arange(n_items) if groups is None else np.flatnonzero(groups == groups[item])


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    posterior, allowed = search.posterior, search.allowed
    shortlist = Shortlist(search.top)
    seen = np.zeros(posterior.n_items, dtype=bool)
    for item in leaders(posterior, allowed.groups).tolist():
        seen[item] = True
        partners = np.flatnonzero(allowed.partners(item) & ~seen)
        peers = _peers(item, allowed.groups, posterior.n_items)
        for start in range(0, len(partners), BLOCK):
            search.control.check()
            chunk = partners[start : start + BLOCK]
            values = _values(posterior, item, chunk, peers)
            shortlist.offer(values, np.full(len(chunk), item), chunk)
    return shortlist.chosen(search.rng)


def _matrix(posterior: Posterior, groups: Array | None, horizon: float, control: Control) -> Array:
    n = posterior.n_items
    matrix = np.zeros((n, n))
    for item in leaders(posterior, groups).tolist():
        peers = _peers(item, groups, n)
        for start in range(0, n, BLOCK):
            control.check()
            chunk = np.arange(start, min(start + BLOCK, n))
            matrix[item, chunk] = matrix[chunk, item] = _values(posterior, item, chunk, peers)
    return without_pairless(matrix, groups)


BEST_ITEM_VALUE = Criterion(
    "best_item_value",
    "Best-item value",
    "Asks the pair whose answer is expected to raise the best item's utility most.",
    False,
    _find,
    _matrix,
)
