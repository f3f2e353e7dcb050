"""Links between items, or between items and other things they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from prefstudio.study.items import ItemSet

UNNAMED_RELATION = "links"
"""What a relation is called when neither links.csv nor study.toml names one."""

SMALLEST_WEIGHT, LARGEST_WEIGHT = 1e-12, 1e8
"""Weights above 0 lie between these, or a model cannot be computed with."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One kind of link.

    Attributes
    ----------
    directed
        Whether a link points one way; None when only the links can tell.
    bipartite
        Whether targets are other things than items, related by sharing them.
    hub_weight
        Whether each shared neighbour counts 1/(degree − 1).
    """

    name: str
    directed: bool | None = None
    bipartite: bool = False
    hub_weight: bool = False

    def settled(self) -> Relation:
        """Return the relation, undirected where nothing told that it is directed."""
        return replace(self, directed=bool(self.directed))


@dataclass(frozen=True, slots=True)
class Link:
    """One row of links.csv; `extra` are the cells of the columns that have no meaning here."""

    source: str
    target: str
    weight: float = 1.0
    relation: str = UNNAMED_RELATION
    directed: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class RelationLinks:
    """The links of one relation, as rows and as positions.

    Attributes
    ----------
    relation
        The relation; `directed` is settled.
    links
        The links as they were written.
    source, target
        ``(n_links,)`` positions, each pair once, duplicates added up. `source` is among the
        items; `target` too, or among `others` when the relation is bipartite. An undirected link
        has the earlier item as its source. Read-only.
    weight
        ``(n_links,)`` weights. Read-only.
    others
        Names of the things items share, in the order they occur; empty unless bipartite.
    """

    relation: Relation
    links: tuple[Link, ...]
    source: NDArray[np.intp]
    target: NDArray[np.intp]
    weight: NDArray[np.float64]
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class LinkSet:
    """The links of a study by relation, and what was guessed while reading them."""

    by_relation: Mapping[str, RelationLinks]
    notes: tuple[str, ...] = ()


def is_sensible_weight(weight: float) -> bool:
    """Tell whether a link may have a weight: 0, or one that can be computed with."""
    return weight == 0 or SMALLEST_WEIGHT <= weight <= LARGEST_WEIGHT


def relation_links(
    links: Iterable[Link], items: ItemSet, relations: Sequence[Relation]
) -> dict[str, RelationLinks]:
    """Sort links by relation and turn them into positions; every relation gets an entry."""
    rows: dict[str, list[Link]] = {relation.name: [] for relation in relations}
    for link in links:
        rows[link.relation].append(link)
    return {
        relation.name: _with_positions(relation, tuple(rows[relation.name]), items)
        for relation in relations
    }


def _with_positions(relation: Relation, links: tuple[Link, ...], items: ItemSet) -> RelationLinks:
    others: dict[str, int] = {}
    weights: dict[tuple[int, int], float] = {}
    for link in links:
        source = items.index(link.source)
        if relation.bipartite:
            target = others.setdefault(link.target, len(others))
        else:
            target = items.index(link.target)
            if not relation.directed and target < source:
                source, target = target, source
        weights[source, target] = weights.get((source, target), 0.0) + link.weight
    pairs = np.array(list(weights), dtype=np.intp).reshape(-1, 2)
    source_positions, target_positions = pairs[:, 0].copy(), pairs[:, 1].copy()
    weight = np.array(list(weights.values()), dtype=np.float64)
    for array in (source_positions, target_positions, weight):
        array.setflags(write=False)
    return RelationLinks(relation, links, source_positions, target_positions, weight, tuple(others))
