"""links.csv."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from prefstudio.study.cells import read_number, read_text_cell, read_yes_no
from prefstudio.study.errors import DataError
from prefstudio.study.item_file import find_item
from prefstudio.study.items import ItemSet
from prefstudio.study.links import (
    UNNAMED_RELATION,
    Link,
    LinkSet,
    Relation,
    is_sensible_weight,
    relation_links,
)
from prefstudio.study.tables import Row, Table, read_table
from prefstudio.study.words import quoted

_KNOWN_COLUMNS = ("source", "target", "weight", "relation", "directed")
_BIPARTITE_HINT = "; or declare its relation bipartite in study.toml"
_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")


def read_links(path: str | Path, items: ItemSet, relations: Sequence[Relation] = ()) -> LinkSet:
    """Read links.csv.

    Parameters
    ----------
    path
        A table with the columns source and target, and perhaps weight, relation, directed.
    items
        The items that are linked.
    relations
        The relations that study.toml declares; others are undirected unless their rows say so.

    Raises
    ------
    DataError
        When a row links an unknown item or an item to itself, has a weight below 0 or out of all
        measure, or contradicts its relation.
    """
    reader = LinkReader(read_table(path), items, relations)
    links = [reader.link(row) for row in reader.table.rows]
    return LinkSet(relation_links(links, items, reader.settled_relations()), reader.notes)


class LinkReader:
    """Reads the rows of one table of links and remembers what they say of their relations."""

    def __init__(self, table: Table, items: ItemSet, relations: Sequence[Relation]) -> None:
        remedy = "Name the columns source and target in the first row."
        self.table = table
        self.items = items
        self.relations = {relation.name: relation for relation in relations}
        self.declared = frozenset(self.relations)
        self.notes: tuple[str, ...] = ()
        self._source = table.require("source", remedy)
        self._target = table.require("target", remedy)
        self._weight = table.position("weight")
        self._relation = table.position("relation")
        self._directed = table.position("directed")
        self._extra = [
            place for place, name in enumerate(table.header) if name not in _KNOWN_COLUMNS
        ]
        self._first_row = self._guess_row_numbers()

    def link(self, row: Row) -> Link:
        """The link that one row tells."""
        relation = self._relation_of(row)
        source = self._item_id(row, self._source)
        target = self._target_of(row, relation)
        if source == target:
            raise self.table.error(
                row,
                f"{quoted(source)} is linked to itself",
                column=self._target,
                remedy="Take the row out, or name another target.",
            )
        weight = self._weight_of(row)
        extra = {self.table.header[place]: row.cells[place] for place in self._extra}
        return Link(source, target, weight, relation.name, bool(relation.directed), extra)

    def settled_relations(self) -> tuple[Relation, ...]:
        """The relations met so far, directed or not as their links say."""
        return tuple(relation.settled() for relation in self.relations.values())

    def _relation_of(self, row: Row) -> Relation:
        """Return the relation of a row; the first row of an undeclared one settles it."""
        name = read_text_cell(row, self._relation) or self._only_relation(row)
        says = read_yes_no(self.table, row, self._directed)
        relation = self.relations.get(name, Relation(name))
        if relation.directed is None:
            relation = replace(relation, directed=bool(says))
            self.relations[name] = relation
        elif says is not None and says != relation.directed:
            raise self._direction_error(row, relation)
        return relation

    def _only_relation(self, row: Row) -> str:
        if len(self.declared) > 1:
            raise self.table.error(
                row,
                "the link names no relation, and study.toml has several",
                column=self._relation,
                remedy="Write its relation in a column called relation.",
            )
        return next(iter(self.declared), UNNAMED_RELATION)

    def _direction_error(self, row: Row, relation: Relation) -> DataError:
        other = "directed" if relation.directed else "undirected"
        where = "study.toml" if relation.name in self.declared else "another row"
        return self.table.error(
            row,
            f"the relation {quoted(relation.name)} is {other} by {where}, but not by this row",
            column=self._directed,
            remedy="Say the same in every place, or give this link another relation.",
        )

    def _target_of(self, row: Row, relation: Relation) -> str:
        if not relation.bipartite:
            return self._item_id(row, self._target)
        name = read_text_cell(row, self._target)
        if not name:
            raise self.table.error(
                row, "the link has no target", column=self._target, remedy="Write its name."
            )
        return name

    def _item_id(self, row: Row, column: int) -> str:
        if self._first_row is None:
            hint = _BIPARTITE_HINT if column == self._target else ""
            return find_item(self.table, row, column, self.items, hint).item_id
        position = int(row.cells[column].strip()) - self._first_row
        if not 0 <= position < len(self.items):
            raise self.table.error(
                row,
                f"there is no row {quoted(row.cells[column])}: rows of items.csv are counted from "
                f"{self._first_row} to {len(self.items) - 1 + self._first_row} here",
                column=column,
                remedy="Write the number of a row, or the id of an item.",
            )
        return self.items[position].item_id

    def _weight_of(self, row: Row) -> float:
        weight = read_number(self.table, row, self._weight)
        if weight is not None and weight < 0:
            raise self.table.error(
                row,
                f"the weight {weight:g} is below 0",
                column=self._weight,
                remedy="Write a weight of 0 or more; 1 is an ordinary link.",
            )
        if weight is not None and not is_sensible_weight(weight):
            raise self.table.error(
                row,
                f"the weight {weight:g} is out of all measure",
                column=self._weight,
                remedy="Write weights in another unit; 1 is an ordinary link.",
            )
        return 1.0 if weight is None else weight

    def _guess_row_numbers(self) -> int | None:
        """Return the number of the first row if links count rows of items.csv, else None."""
        names = [row.cells[self._source].strip() for row in self.table.rows]
        names += [
            row.cells[self._target].strip() for row in self.table.rows if self._target_is_item(row)
        ]
        if not names or not all(_WHOLE_NUMBER.fullmatch(name) for name in names):
            return None
        if not self.items.ids_are_row_numbers and any(name in self.items for name in names):
            return None
        first_row = 0 if any(int(name) == 0 for name in names) else 1
        if first_row == 1 and self.items.ids_are_row_numbers:
            return None
        self.notes = (
            f"{self.table.file}: the whole numbers are no ids, so they are rows of items.csv, "
            f"counted from {first_row}.",
        )
        return first_row

    def _target_is_item(self, row: Row) -> bool:
        name = read_text_cell(row, self._relation)
        if not name and len(self.declared) == 1:
            name = next(iter(self.declared))
        return name not in self.relations or not self.relations[name].bipartite
