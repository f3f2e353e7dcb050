"""GraphML, read as a stream; a document type, and with it every entity, is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from xml.parsers import expat

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.graph_tables import Edge, Node, graph_content
from prefstudio.study.importers.source import Source, head_text

_ROOT = re.compile(r"<(?:\w+:)?graphml[\s>/]")
_LONGEST_VALUE = 1 << 20


def is_graphml(head: bytes, path: Path) -> bool:
    """Tell GraphML by its outermost element, or XML by the ending of its name."""
    text = head_text(head).lstrip()
    is_xml = text.startswith(("<?xml", "<!DOCTYPE", "<"))
    return is_xml and (bool(_ROOT.search(text)) or path.suffix.casefold() == ".graphml")


def read_graphml(source: Source, findings: Findings) -> Content:
    """Read the nodes and edges of a GraphML file.

    Raises
    ------
    DataError
        When the file is no well-formed XML, or has a document type or entities.
    """
    reader = _GraphReader(source.name, findings)
    parser = expat.ParserCreate(namespace_separator=" ")
    reader.attach(parser)
    try:
        for chunk in source.chunks():
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise DataError(
            source.name,
            f"the XML is not well formed ({expat.ErrorString(error.code)})",
            line=error.lineno,
            remedy="Mend it there, or save the graph again.",
        ) from error
    except (ValueError, LookupError) as error:  # an encoding that Python does not know
        raise DataError(
            source.name,
            "the XML is written in an encoding that is not known",
            line=1,
            remedy="Save the graph as UTF-8.",
        ) from error
    return graph_content(source.name, reader.nodes, reader.edges, findings)


class _GraphReader:
    """Collects nodes and edges while the parser goes along."""

    def __init__(self, file: str, findings: Findings) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._file = file
        self._findings = findings
        self._names: dict[str, str] = {}
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._directed = [False]
        self._open: list[str] = []
        self._element: tuple[str, int, Mapping[str, str], dict[str, str]] | None = None
        self._key: tuple[str, str] | None = None
        self._key_id = ""
        self._text: list[str] = []
        self._length = 0

    def attach(self, parser: expat.XMLParserType) -> None:
        self._parser = parser
        parser.StartDoctypeDeclHandler = self._on_doctype
        parser.EntityDeclHandler = self._on_doctype
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        parser.buffer_text = True

    def _on_doctype(self, *_: object) -> None:
        raise DataError(
            self._file,
            "the file declares a document type, which could hide other files or endless text",
            line=self._parser.CurrentLineNumber,
            remedy="Delete the part that begins with <!DOCTYPE and import it again.",
        )

    def _on_start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        self._open.append(name)
        line = self._parser.CurrentLineNumber
        if name == "graph":
            self._directed.append(attributes.get("edgedefault") == "directed")
        elif name in ("node", "edge"):
            self._finish()
            self._element = (name, line, attributes, dict(self._defaults[name]))
        elif name == "hyperedge":
            self._findings.problem(
                self._file,
                line,
                "this edge has more than two ends",
                "Write it as edges between two nodes each.",
                left_out=True,
                meanwhile="The edge is left out.",
            )
        elif name == "key":
            self._key_id = attributes.get("id", "")
            self._names[self._key_id] = attributes.get("attr.name") or self._key_id
            self._key = (attributes.get("for", "all"), self._names[self._key_id])
        if name in ("data", "default"):
            self._text, self._length = [], 0
            if name == "data":
                key = attributes.get("key", "")
                self._key = ("data", self._names.get(key, key))

    def _on_text(self, text: str) -> None:
        if self._open and self._open[-1] in ("data", "default"):
            self._text.append(text[: max(_LONGEST_VALUE - self._length, 0)])
            self._length += len(text)

    def _on_end(self, tag: str) -> None:
        name = self._open.pop()
        if name in ("data", "default") and self._length > _LONGEST_VALUE:
            self._findings.problem(
                self._file,
                self._parser.CurrentLineNumber,
                f"a value is longer than {_LONGEST_VALUE:,} characters",
                "Put the text in a file of its own.",
                left_out=True,
                meanwhile="Its end is left out.",
            )
        if name == "graph":
            self._finish()
            self._directed.pop()
        elif name in ("node", "edge"):
            self._finish()
        elif name == "default" and self._key is not None:
            for kind in ("node", "edge"):
                if self._key[0] in (kind, "all"):
                    self._defaults[kind][self._key[1]] = "".join(self._text).strip()
        elif name == "data" and self._key is not None and self._element is not None:
            self._element[3][self._key[1]] = "".join(self._text).strip()

    def _finish(self) -> None:
        """Put the element that was open last among the nodes or edges."""
        if self._element is None:
            return
        kind, line, attributes, values = self._element
        self._element = None
        if kind == "node":
            self.nodes.append(Node(line, attributes.get("id", "").strip(), values))
            return
        says = attributes.get("directed", "").strip().casefold()
        directed = says in ("true", "1") if says else self._directed[-1]
        source, target = (attributes.get(end, "").strip() for end in ("source", "target"))
        self.edges.append(Edge(line, source, target, directed, values))
