"""Nodes and edges, as graph files tell them, turned into the tables of a study."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings, plain_text
from prefstudio.study.links import UNNAMED_RELATION
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import quoted

NODE_COLUMN = "node"
DIRECTED_RELATION = "directed links"
"""What directed links are called in a file that has undirected ones too."""

_END_COLUMNS = ("source", "target", "directed")


@dataclass(frozen=True, slots=True)
class Node:
    """One node; `values` are what the file says of it, by name."""

    line: int
    name: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge; `values` are what the file says of it, such as its weight."""

    line: int
    source: str
    target: str
    directed: bool
    values: Mapping[str, str] = field(default_factory=dict)


def graph_content(
    file: str, nodes: Sequence[Node], edges: Sequence[Edge], findings: Findings
) -> Content:
    """Make the tables of a graph; a node that is there twice is told and left out.

    Raises
    ------
    DataError
        When there is no node.
    """
    if not nodes:
        raise DataError(
            file, "the graph has no nodes", remedy="Check that this is the file that was meant."
        )
    return Content(
        file,
        items=_items(file, _each_once(file, nodes, findings)),
        links=_links(file, edges, findings) if edges else None,
        only_names=True,
    )


def value_text(value: object) -> str:
    """Return a value of a JSON file as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int | float):
        return number_text(value)
    try:
        return plain_text(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return ""


def number_text(number: float) -> str:
    """Return a number as the text of a cell; a whole one without a decimal point."""
    whole = isinstance(number, float) and number.is_integer() and abs(number) < 1e15
    try:
        return str(int(number)) if whole else str(number)
    except ValueError:  # Python writes no whole number of over 4,300 digits
        return "inf" if number > 0 else "-inf"


def _each_once(file: str, nodes: Sequence[Node], findings: Findings) -> list[Node]:
    kept: dict[str, Node] = {}
    for node in nodes:
        if node.name and node.name not in kept:
            kept[node.name] = node
            continue
        what = f"the node {quoted(node.name)} is there already" if node.name else "no id is given"
        findings.problem(
            file,
            node.line,
            what,
            "Give each node an id of its own.",
            left_out=True,
            meanwhile="The node is left out.",
        )
    return list(kept.values())


def _items(file: str, nodes: Sequence[Node]) -> Table:
    names = dict.fromkeys(name for node in nodes for name in node.values)
    # The nodes' own ids come first whatever they are called, so an attribute must give way.
    header = [name if name not in (NODE_COLUMN, "item_id") else f"{name}_given" for name in names]
    rows = [
        Row(node.line, (node.name, *(node.values.get(name, "") for name in names)))
        for node in nodes
    ]
    return Table(file, _unique((NODE_COLUMN, *header)), 1, tuple(rows))


def _links(file: str, edges: Sequence[Edge], findings: Findings) -> Table:
    names = [
        name
        for name in dict.fromkeys(name for edge in edges for name in edge.values)
        if name not in (*_END_COLUMNS, "relation")
    ]
    mixed = len({edge.directed for edge in edges}) > 1
    if mixed:
        findings.guess(
            f"{file}: it has directed and undirected edges; the directed ones are the relation "
            f"{quoted(DIRECTED_RELATION)}."
        )
    rows = [
        Row(
            edge.line,
            (
                edge.source,
                edge.target,
                str(int(edge.directed)),
                _relation(edge, mixed),
                *(edge.values.get(name, "") for name in names),
            ),
        )
        for edge in edges
    ]
    return Table(file, _unique((*_END_COLUMNS, "relation", *names)), 1, tuple(rows))


def _relation(edge: Edge, mixed: bool) -> str:
    name = edge.values.get("relation", "").strip()
    if name:
        return f"{name} ({DIRECTED_RELATION})" if mixed and edge.directed else name
    return DIRECTED_RELATION if mixed and edge.directed else UNNAMED_RELATION


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Return headings that are trimmed, not empty and all different."""
    taken: dict[str, None] = {}
    for place, name in enumerate(names, start=1):
        heading = name.strip() or f"column_{place}"
        while heading in taken:
            heading += "_"
        taken[heading] = None
    return tuple(taken)
