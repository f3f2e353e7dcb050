"""Why an item moved that an answer was, or was not, about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.study.folder import Study
from prefstudio.study.links import RelationLinks
from prefstudio.study.model import ResolvedModel

STILL = 1e-9  # an item that moved by less than this share of the furthest did not move
BY_PRIOR = 0.5  # share of a move from which what was known before any answer explains it
SIMILAR = 0.1  # prior correlation from which two items are called similar

COMPARED = "compared"
AVERAGE_MOVED = "the average moved"
BY_EARLIER = "through earlier answers"


class MoveReasons:
    """Why each item moved with one answer, in a few words.

    Means move along k = Σ(e_first − e_second). What is known before any answer gives
    K(e_first − e_second) of it, and earlier answers give the rest. Where the first is half of an
    item's move or more, features and links explain it: the item is linked to, or similar to, the
    one of the pair that pulled it. Elsewhere earlier answers do, most often one between the item
    and one of the pair.
    """

    def __init__(
        self,
        model: ResolvedModel,
        study: Study,
        before: Posterior,
        pair: tuple[int, int],
        change: Array,
        earlier: Comparisons,
    ) -> None:
        self._pair = pair
        self._change = change
        self._still = STILL * float(np.abs(change).max(initial=0.0))
        self._names = [study.items.by_id(model.item_ids[k]).name for k in pair]
        self._linked = [linked_to(model, study, k) for k in pair]
        self._met = [_met(earlier, k) for k in pair]
        prior, known = before.prior.covariance, before.covariance_columns(np.array(pair))
        self._sd = np.sqrt(np.maximum(prior.diagonal(), 0.0))
        # What each of the two gives to k: its own column, less the other's.
        self._by_prior = np.array(prior.columns(np.array(pair)))
        self._by_prior[1] *= -1.0
        self._moved = known[0] - known[1]
        self._by_answers = np.array([known[0], -known[1]]) - self._by_prior

    def of(self, position: int) -> str:
        """The reason of one item."""
        if position in self._pair:
            return COMPARED
        if abs(self._change[position]) <= self._still:
            return AVERAGE_MOVED
        moved = float(self._moved[position])
        known = float(self._by_prior[:, position].sum())
        if known * moved > 0.0 and abs(known) >= BY_PRIOR * abs(moved):
            return self._known_before(position)
        return self._learned(position)

    def _known_before(self, position: int) -> str:
        sides = list(self._pulling(self._by_prior, position))
        linked = [side for side in sides if position in self._linked[side]]
        side = (linked or sides)[0]
        name = self._names[side]
        correlation = self._correlation(position, side)
        if correlation < 0.0:
            return f"unlike {name}"
        if linked:
            return f"linked to {name}"
        return f"similar to {name}" if correlation >= SIMILAR else f"faintly similar to {name}"

    def _learned(self, position: int) -> str:
        for side in self._pulling(self._by_answers, position):
            if position in self._met[side]:
                return f"compared with {self._names[side]} before"
        return BY_EARLIER

    def _pulling(self, given: Array, position: int) -> Iterator[int]:
        """Sides of the pair that pulled an item where it went, the stronger first."""
        pull = given[:, position] * math.copysign(1.0, self._moved[position])
        return (side for side in np.argsort(-pull, kind="stable").tolist() if pull[side] > 0.0)

    def _correlation(self, position: int, side: int) -> float:
        """Of an item and one of the pair, before any answer."""
        covariance = self._by_prior[side, position] * (1.0, -1.0)[side]
        return float(covariance / (self._sd[position] * self._sd[self._pair[side]]))


def linked_to(model: ResolvedModel, study: Study, position: int) -> frozenset[int]:
    """Positions in the model of all items that a relation links to one of them."""
    place = study.items.index(model.item_ids[position])
    found = {int(k) for links in study.links.values() for k in _neighbours(links, place)}
    names = {study.items.ids[k] for k in found}
    return frozenset(k for k, item_id in enumerate(model.item_ids) if item_id in names)


def _neighbours(links: RelationLinks, place: int) -> Array:
    """Places of the items linked to one either way, or that share a thing with it."""
    counts = links.weight > 0.0
    source, target = links.source[counts], links.target[counts]
    things = target[source == place]
    if links.relation.bipartite:
        return np.asarray(source[np.isin(target, things)])
    return np.concatenate([things, source[target == place]])


def _met(earlier: Comparisons, position: int) -> frozenset[int]:
    """Items that one was compared with."""
    first, second = earlier.first, earlier.second
    partners: Iterable[Array] = (second[first == position], first[second == position])
    return frozenset(int(item) for part in partners for item in part)
