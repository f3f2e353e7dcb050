"""Links that were added or removed since the study was made."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from prefstudio.study.changes import LinkAdded, LinkRemoved
from prefstudio.study.items import ItemSet
from prefstudio.study.links import (
    LARGEST_WEIGHT,
    SMALLEST_WEIGHT,
    Link,
    Relation,
    RelationLinks,
    is_sensible_weight,
    relation_links,
)
from prefstudio.study.words import quoted


class LinkChanges:
    """The links by relation, of which only changed relations are made anew."""

    def __init__(self, founding: Mapping[str, RelationLinks]) -> None:
        self._founding = founding
        self._relations = {name: links.relation for name, links in founding.items()}
        self._changed: dict[str, list[Link]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all relations."""
        return tuple(self._relations)

    def add(self, body: LinkAdded, items: Container[str]) -> None:
        """Add a link; the relation is made where there is none of its name.

        Raises
        ------
        ValueError
            When an end is unknown, both are the same, or the weight is below 0 or out of all
            measure.
        """
        relation = self.checked(body, items)
        self._relations[relation.name] = relation
        is_directed = bool(relation.directed)
        self._rows(relation.name).append(
            Link(body.source, body.target, body.weight, relation.name, is_directed)
        )

    def checked(self, body: LinkAdded, items: Container[str]) -> Relation:
        """Return the relation of a link that can be added; ValueError when it cannot."""
        relation = self._relations.get(body.relation, Relation(body.relation, body.directed))
        if body.source not in items or (not relation.bipartite and body.target not in items):
            unknown = body.target if body.source in items else body.source
            raise ValueError(f"no item is called {quoted(unknown)}")
        if body.source == body.target or not body.target or not body.relation:
            raise ValueError("a link joins two different things by a relation with a name")
        if not is_sensible_weight(body.weight):
            raise ValueError(
                f"the weight of a link is 0, or from {SMALLEST_WEIGHT:g} to {LARGEST_WEIGHT:g}"
            )
        return relation

    def remove(self, body: LinkRemoved) -> None:
        """Remove every link between two things by a relation.

        Raises
        ------
        ValueError
            When there is none.
        """
        relation = self._relations.get(body.relation)
        ends = {(body.source, body.target)}
        if relation is not None and not relation.directed and not relation.bipartite:
            ends.add((body.target, body.source))
        rows = self._rows(body.relation) if relation is not None else []
        kept = [link for link in rows if (link.source, link.target) not in ends]
        if len(kept) == len(rows):
            raise ValueError(
                f"{quoted(body.source)} and {quoted(body.target)} are not linked by "
                f"{quoted(body.relation)}"
            )
        self._changed[body.relation] = kept

    def retype(self, relations: Iterable[Relation], items: Container[str]) -> None:
        """Read links in another way: as declared, or as the study was made.

        Raises
        ------
        ValueError
            When a relation is unknown, or its links lead to things that are no items.
        """
        declared = {each.name: each.settled() for each in relations}
        for name in declared:
            if name not in self._relations:
                raise ValueError(f"no relation is called {quoted(name)}")
        founding = {name: links.relation for name, links in self._founding.items()}
        wanted = {**self._relations, **founding, **declared}
        for relation in wanted.values():
            self._check_type(relation, items)
        for name, before in list(self._relations.items()):
            if wanted[name] != before:
                self._relations[name] = wanted[name]
                is_directed = bool(wanted[name].directed)
                rows = [replace(row, directed=is_directed) for row in self._rows(name)]
                self._changed[name] = rows

    def _check_type(self, relation: Relation, items: Container[str]) -> None:
        if relation.bipartite or not self._relations[relation.name].bipartite:
            return
        for link in self._rows(relation.name):
            if link.target not in items:
                raise ValueError(
                    f"links of {quoted(relation.name)} lead to {quoted(link.target)}, no item"
                )

    def by_relation(self, items: ItemSet) -> Mapping[str, RelationLinks]:
        """Return the links of every relation, as positions among `items`."""
        if not self._changed:
            return self._founding
        relations = [self._relations[name] for name in self._changed]
        rows = (link for links in self._changed.values() for link in links)
        made = relation_links(rows, items, relations)
        return {**self._founding, **made}

    def _rows(self, name: str) -> list[Link]:
        if name not in self._changed:
            founding = self._founding.get(name)
            self._changed[name] = [] if founding is None else list(founding.links)
        return self._changed[name]
