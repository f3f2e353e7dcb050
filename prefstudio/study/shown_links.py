"""The links that panels show, by the positions of their items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.linalg import Array, read_only
from prefstudio.study.folder import Study
from prefstudio.study.links import RelationLinks

LARGEST_CLIQUE = 12  # items that share a thing and are all drawn linked to one another
MOST_SHARED = 20_000  # links that stand for shared things, in one relation


@dataclass(frozen=True, slots=True, eq=False)
class ShownLinks:
    """Who is linked to whom; every array is read-only.

    Attributes
    ----------
    first, second
        Positions of the linked items, shape (n_links,); where a relation is directed, a link
        goes from the first to the second.
    weight
        Shape (n_links,).
    relation
        Which of `names` a link is of, shape (n_links,).
    names
        The relations in the order of the study, those without links among them.
    is_directed
        Of each relation, whether its links point one way.
    is_shared
        Of each relation, whether a link stands for things that both items share; such a link
        is nobody's row, so it can neither be drawn nor removed.
    n_left_out
        Links for shared things that are too many to show.
    """

    first: Array
    second: Array
    weight: Array
    relation: Array
    names: tuple[str, ...]
    is_directed: tuple[bool, ...]
    is_shared: tuple[bool, ...]
    n_left_out: int = 0

    @property
    def n_links(self) -> int:
        """How many there are."""
        return len(self.first)

    def degrees(self, n_items: int) -> Array:
        """How many links each item has, shape (n_items,)."""
        ends = np.concatenate([self.first, self.second])
        return np.bincount(ends, minlength=n_items)


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Links of one relation."""

    first: Array
    second: Array
    weight: Array
    n_left_out: int = 0


def shown_links(study: Study, item_ids: Sequence[str]) -> ShownLinks:
    """The links between the items of a model, as panels show them."""
    places = {item_id: place for place, item_id in enumerate(item_ids)}
    # One more entry than there are items: what the model leaves out is at -1.
    by_item = np.array([places.get(item_id, -1) for item_id in study.items.ids], dtype=np.intp)
    return _joined(study.links, [_rows(each, by_item) for each in study.links.values()])


def _joined(links: Mapping[str, RelationLinks], rows: list[_Rows]) -> ShownLinks:
    relations = [each.relation for each in links.values()]
    counts = [len(each.first) for each in rows]
    whole = np.zeros(0, dtype=np.intp)
    return ShownLinks(
        read_only(np.concatenate([whole, *(each.first for each in rows)])),
        read_only(np.concatenate([whole, *(each.second for each in rows)])),
        read_only(np.concatenate([np.zeros(0), *(each.weight for each in rows)])),
        read_only(np.repeat(np.arange(len(rows)), counts)),
        tuple(relation.name for relation in relations),
        tuple(bool(relation.directed) and not relation.bipartite for relation in relations),
        tuple(relation.bipartite for relation in relations),
        sum(each.n_left_out for each in rows),
    )


def _rows(links: RelationLinks, by_item: Array) -> _Rows:
    first = by_item[links.source]
    if links.relation.bipartite:
        is_shown = first >= 0
        return _shared(first[is_shown], links.target[is_shown], links.weight[is_shown])
    second = by_item[links.target]
    is_shown = (first >= 0) & (second >= 0)
    return _Rows(first[is_shown], second[is_shown], links.weight[is_shown])


def _shared(item: Array, thing: Array, weight: Array) -> _Rows:
    """Items linked by the things they share; the weights of several things add up."""
    order = np.argsort(thing, kind="stable")
    starts = np.flatnonzero(np.diff(thing[order], prepend=-1))
    ends: list[Array] = [np.zeros((2, 0), dtype=np.intp)]
    weights: list[Array] = [np.zeros(0)]
    n_left_out = 0
    for members in np.split(order, starts[1:]) if len(starts) else ():
        near, far = _pairs(len(members))
        n_left_out += len(members) * (len(members) - 1) // 2 - len(near)
        ends.append(np.sort(np.stack([item[members[near]], item[members[far]]]), axis=0))
        weights.append(weight[members[near]] * weight[members[far]])
    return _strongest(np.concatenate(ends, axis=1), np.concatenate(weights), n_left_out)


def _pairs(n_members: int) -> tuple[Array, Array]:
    """Which members of a group are drawn linked: all of a small one, neighbours of a large."""
    if n_members <= LARGEST_CLIQUE:
        return np.triu_indices(n_members, 1)
    near = np.arange(n_members)
    return near, np.roll(near, -1)


def _strongest(ends: Array, weight: Array, n_left_out: int) -> _Rows:
    """Each pair once, and of too many pairs those of the greatest weight."""
    pairs, inverse = np.unique(ends, axis=1, return_inverse=True)
    total = np.bincount(inverse.ravel(), weight, minlength=pairs.shape[1])
    kept = np.sort(np.argsort(-total, kind="stable")[:MOST_SHARED])
    n_left_out += len(total) - len(kept)
    return _Rows(pairs[0, kept], pairs[1, kept], total[kept], n_left_out)
