"""Node-link JSON, as networkx and d3 write it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.graph_tables import Edge, Node, graph_content, value_text
from prefstudio.study.importers.json_text import Element, JsonText
from prefstudio.study.importers.source import Source, head_text

_NAME_KEYS = ("id", "name")
_LINK_LISTS = ("links", "edges")
_MEMBER = re.compile(r'"(nodes|links|edges|directed|multigraph)"\s*:')


def is_node_link(head: bytes, path: Path) -> bool:
    """Tell an object that has nodes, links or the marks of a graph near its beginning."""
    text = head_text(head).lstrip()
    return text.startswith("{") and bool(_MEMBER.search(text))


def read_node_link(source: Source, findings: Findings) -> Content:
    """Read the nodes and links of a JSON object.

    Raises
    ------
    DataError
        When the text is no JSON, or has no list of nodes.
    """
    document = JsonText(source.name, source.text())
    listed_nodes = document.lists.get("nodes")
    if listed_nodes is None:
        raise DataError(
            source.name,
            "the object has no list of nodes",
            line=1,
            remedy='Write "nodes": [...] and "links": [...], as node-link JSON has them.',
        )
    key = _name_key(listed_nodes)
    nodes = [_node(place, element, key) for place, element in enumerate(listed_nodes)]
    links = next((document.lists[name] for name in _LINK_LISTS if name in document.lists), [])
    names = _names_by_place(source.name, nodes, links, findings)
    directed = document.values.get("directed") is True
    edges = [_edge(element, names, directed) for element in links]
    return graph_content(source.name, nodes, edges, findings)


def _name_key(nodes: list[Element]) -> str | None:
    """Return what the nodes are called by; None means their places in the list."""
    for key in _NAME_KEYS:
        if any(isinstance(node.value, dict) and key in node.value for node in nodes):
            return key
    return None


def _node(place: int, element: Element, key: str | None) -> Node:
    if not isinstance(element.value, dict):
        return Node(element.line, value_text(element.value).strip())
    name = str(place) if key is None else value_text(element.value.get(key)).strip()
    return Node(element.line, name, _texts(element.value, key or ""))


def _texts(values: Mapping[str, object], *without: str) -> dict[str, str]:
    return {
        value_text(name): value_text(value) for name, value in values.items() if name not in without
    }


def _names_by_place(
    file: str, nodes: list[Node], links: list[Element], findings: Findings
) -> Mapping[str, str]:
    """Return the node at each place, when links count nodes from 0 instead of naming them."""
    known = {node.name for node in nodes}
    ends = [
        element.value.get(end)
        for element in links
        if isinstance(element.value, dict)
        for end in ("source", "target")
    ]
    whole = all(isinstance(end, int) and not isinstance(end, bool) for end in ends)
    if not ends or not whole or any(value_text(end) in known for end in ends):
        return {}
    findings.guess(f"{file}: links name nodes by their places in the list, counted from 0.")
    return {str(place): node.name for place, node in enumerate(nodes)}


def _edge(element: Element, names: Mapping[str, str], directed: bool) -> Edge:
    if not isinstance(element.value, dict):
        return Edge(element.line, "", "", directed)
    source, target = (value_text(element.value.get(end)).strip() for end in ("source", "target"))
    values = _texts(element.value, "source", "target")
    if "value" in values and "weight" not in values:
        values["weight"] = values.pop("value")
    return Edge(
        element.line, names.get(source, source), names.get(target, target), directed, values
    )
