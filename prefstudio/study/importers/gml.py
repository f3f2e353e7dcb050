"""GML, the graph modelling language: nested lists of keys and values."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings, plain_text
from prefstudio.study.importers.graph_tables import Edge, Node, graph_content
from prefstudio.study.importers.source import Source, head_text
from prefstudio.study.words import quoted

# Possessive, so that a long file of something else is not tried in every way.
_BEGINS = re.compile(
    r"""(?:[\s\ufeff] | \#[^\n]*+ | (?!graph\b)\w++\s++(?:"[^"]*+" | [^\s"]\S*+))*+ graph\s*+\[""",
    re.VERBOSE,
)
_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+ | \#[^\n]*) | (?P<open>\[) | (?P<close>\])
      | "(?P<string>[^"]*)" | (?P<word>[^\s\[\]"]+)""",
    re.VERBOSE,
)
_TEXT_HEAD = 4096

_List = dict[str, str]


def is_gml(head: bytes, path: Path) -> bool:
    """Tell GML by the list called graph that it begins with, whatever stands before it."""
    return bool(_BEGINS.match(head_text(head)[:_TEXT_HEAD]))


def read_gml(source: Source, findings: Findings) -> Content:
    """Read the nodes and edges of a GML file.

    Items are called by the nodes' labels where each has one of its own, else by their ids.

    Raises
    ------
    DataError
        When brackets or quotation marks do not match, or there is no node.
    """
    nodes: list[tuple[int, _List]] = []
    edges: list[tuple[int, _List]] = []
    directed = False
    for key, line, values in _lists(source.name, source.text()):
        if key == "node":
            nodes.append((line, values))
        elif key == "edge":
            edges.append((line, values))
        else:
            directed = values.get("directed", "0").strip() == "1"
    names = _names(source.name, nodes, findings)
    return graph_content(
        source.name,
        [
            Node(line, names.get(values.get("id", ""), ""), _without(values, "id"))
            for line, values in nodes
        ],
        [_edge(line, values, names, directed) for line, values in edges],
        findings,
    )


def _names(file: str, nodes: list[tuple[int, _List]], findings: Findings) -> dict[str, str]:
    """Return what each node is called, by its id."""
    ids = [values["id"] for _, values in nodes if "id" in values]
    labels = [values.get("label", "").strip() for _, values in nodes]
    if all(labels) and len(set(labels)) == len(labels) == len(set(ids)):
        findings.guess(f"{file}: items are called by the labels of the nodes.")
        return {values["id"]: values["label"].strip() for _, values in nodes}
    return {node_id: node_id for node_id in ids}


def _edge(line: int, values: _List, names: dict[str, str], directed: bool) -> Edge:
    source, target = (values.get(end, "").strip() for end in ("source", "target"))
    extra = _without(values, "source", "target")
    if "value" in extra and "weight" not in extra:
        extra["weight"] = extra.pop("value")
    return Edge(line, names.get(source, source), names.get(target, target), directed, extra)


def _without(values: _List, *names: str) -> _List:
    return {name: value for name, value in values.items() if name not in names}


def _lists(file: str, text: str) -> Iterator[tuple[str, int, _List]]:
    """Yield the graph's nodes and edges with their lines, and at last the graph itself."""
    stack: list[tuple[str, int, _List]] = []
    key = ""
    for kind, line, word in _tokens(file, text):
        if kind == "open":
            stack.append((key, line, {}))
            key = ""
        elif kind == "close":
            if not stack:
                raise _bracket(file, line, "this bracket closes nothing")
            done = stack.pop()
            if _is_wanted(done[0], len(stack), stack):
                yield done
            key = ""
        elif not key:
            key = word
        else:
            if stack:
                stack[-1][2].setdefault(key, word)
            key = ""
    if stack:
        raise _bracket(file, stack[-1][1], f"the list {quoted(stack[-1][0])} is never closed")


def _is_wanted(key: str, depth: int, stack: list[tuple[str, int, _List]]) -> bool:
    inside_graph = depth == 1 and stack[0][0] == "graph"
    return (key in ("node", "edge") and inside_graph) or (key == "graph" and depth == 0)


def _tokens(file: str, text: str) -> Iterator[tuple[str, int, str]]:
    line, place = 1, 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _bracket(file, line, "this quotation mark is never closed")
        kind = found.lastgroup or ""
        if kind != "space":
            word = found.group(kind)
            if kind == "string":
                word = plain_text(html.unescape(word))
            yield kind, line, word
        line += found.group().count("\n")
        place = found.end()


def _bracket(file: str, line: int, message: str) -> DataError:
    return DataError(
        file, message, line=line, remedy="Let brackets and quotation marks match, two by two."
    )
