"""How much better the best item is expected to look after the answer (section 7).

Others call it the knowledge gradient; here only pairs that hold a leading item have one.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.all_pairs import without_pairless
from prefstudio.engine.criteria.criterion import Criterion, PairSearch
from prefstudio.engine.criteria.random_pair import listed_pairs
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import ScoredPair
from prefstudio.engine.posterior import Posterior, clear_rounding
from prefstudio.engine.probit import tilt

LEADERS = 10  # only pairs that hold one of these many leading items have a value
BLOCK = 128
NEGLIGIBLE = 1e-14  # of the utilities' size: below it a value is rounding


def leaders(posterior: Posterior, groups: Array | None, open_items: Array) -> Array:
    """The open items of largest mean + 2 sd, in each group."""
    hope = np.where(open_items, posterior.mean + 2.0 * posterior.sd, -np.inf)
    codes = np.zeros(posterior.n_items, dtype=int) if groups is None else groups
    found = [np.empty(0, dtype=int)]
    for group in np.unique(codes):
        members = np.flatnonzero(open_items & (codes == group))
        found.append(members[np.argsort(-hope[members], kind="stable")[:LEADERS]])
    return np.concatenate(found)


def _values(posterior: Posterior, item: int, partners: Array, peers: Array) -> Array:
    """Σ_y P(y) max_l m_l^y − max_l m_l for `item` against each partner, l among `peers`."""
    columns = posterior.covariance_columns(np.array([item]))[0] - posterior.covariance_columns(
        partners
    )
    variance = columns[:, item] - columns[np.arange(len(partners)), partners]
    floor = posterior.rounding()
    clear_rounding(variance[None, :], floor[[item]], floor[partners])
    mean = posterior.mean[item] - posterior.mean[partners]
    columns, own = columns[:, peers], posterior.mean[peers]
    value = np.full(len(partners), -own.max())
    for level in posterior.scale.levels:
        lower, upper = posterior.scale.interval(level)
        answer = tilt(np.asarray(lower), np.asarray(upper), mean, variance, posterior.scale.noise)
        value += np.exp(answer.log_z) * np.max(own + columns * answer.gain[:, None], axis=1)
    value[value <= NEGLIGIBLE * (np.abs(own).max() + posterior.sd.max())] = 0.0
    return np.where(variance > 0.0, value, np.nan)


def _peers(item: int, groups: Array | None, n_items: int) -> Array:
    return np.arange(n_items) if groups is None else np.flatnonzero(groups == groups[item])


def _find(search: PairSearch) -> tuple[ScoredPair, ...]:
    posterior, allowed = search.posterior, search.allowed
    shortlist = Shortlist(search.top)
    seen = np.zeros(posterior.n_items, dtype=bool)
    for item in leaders(posterior, allowed.groups, allowed.open_items).tolist():
        seen[item] = True
        partners = np.flatnonzero(allowed.partners(item) & ~seen)
        peers = _peers(item, allowed.groups, posterior.n_items)
        for start in range(0, len(partners), BLOCK):
            search.control.check()
            chunk = partners[start : start + BLOCK]
            values = _values(posterior, item, chunk, peers)
            shortlist.offer(values, np.full(len(chunk), item), chunk)
    found = shortlist.chosen(search.rng, search.favoured)
    return found if len(found) == search.top else (*found, *_without_leaders(search, seen, found))


def _without_leaders(
    search: PairSearch, seen: Array, found: tuple[ScoredPair, ...]
) -> list[ScoredPair]:
    """Pairs of no leading item, which are worth 0, by lot, as many as are still wanted."""
    first, second = listed_pairs(search.allowed, search.control)
    other = ~seen[first] & ~seen[second]
    first, second = first[other], second[other]
    more: list[ScoredPair] = []
    for place in search.rng.permutation(len(first)).tolist():
        if len(more) + len(found) == search.top:
            break
        pair = int(first[place]), int(second[place])
        if search.posterior.pair_moments(*pair)[1] > 0.0:
            more.append(ScoredPair(*pair, 0.0))
    return more


def _matrix(posterior: Posterior, groups: Array | None, horizon: float, control: Control) -> Array:
    n = posterior.n_items
    matrix = np.zeros((n, n))
    for item in leaders(posterior, groups, np.ones(n, dtype=bool)).tolist():
        peers = _peers(item, groups, n)
        for start in range(0, n, BLOCK):
            control.check()
            chunk = np.arange(start, min(start + BLOCK, n))
            values = np.nan_to_num(_values(posterior, item, chunk, peers))
            matrix[item, chunk] = matrix[chunk, item] = values
    return without_pairless(matrix, groups)


def _value(
    posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
) -> float:
    first, second = pair
    leading = leaders(posterior, groups, np.ones(posterior.n_items, dtype=bool))
    if not np.isin(pair, leading).any():
        return 0.0
    peers = _peers(first, groups, posterior.n_items)
    return float(np.nan_to_num(_values(posterior, first, np.array([second]), peers))[0])


BEST_ITEM_VALUE = Criterion(
    "best_item_value",
    "Best-item value",
    "Asks the pair whose answer is expected to raise the best item's utility most.",
    False,
    _find,
    _matrix,
    _value,
)
