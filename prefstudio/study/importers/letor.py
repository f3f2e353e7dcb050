"""LETOR: documents with their relevance to a query; one query is one study."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import LEFT_OUT, Content, Findings
from prefstudio.study.importers.source import Source, head_lines
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import counted, did_you_mean, quoted

_LINE = re.compile(r"\s*(?P<relevance>\S+)\s+qid:(?P<query>\S+)(?P<rest>[^#]*)(?:#(?P<note>.*))?")
_DOCUMENT = re.compile(r"docid\s*=\s*(\S+)")
_FEATURE = re.compile(r"([0-9]{1,6}):(\S+)")
_Document = tuple[int, str, str, dict[int, str]]


def is_letor(head: bytes, path: Path) -> bool:
    """Tell the format by the first line: a relevance, then ``qid:``."""
    lines = head_lines(head)
    return bool(lines) and bool(_LINE.match(lines[0]))


def read_letor(source: Source, findings: Findings, query: str | None) -> Content:
    """Read the documents of one query; the relevance is the truth, an absent feature is 0.

    Parameters
    ----------
    query
        The query; None takes the first of the file.

    Raises
    ------
    DataError
        When the file has no such query, or no document at all.
    """
    queries: dict[str, int] = {}
    documents: list[_Document] = []
    for number, line in enumerate(source.lines(), start=1):
        found = _LINE.match(line)
        if found is None:
            if line.strip() and not line.lstrip().startswith("#"):
                _left_out(findings, source.name, number, "this line names no query")
            continue
        name = found["query"]
        queries[name] = queries.get(name, 0) + 1
        if name == (query or next(iter(queries))):
            documents += _document(source.name, number, found, findings)
    chosen = _checked_query(source.name, query, queries, findings)
    if not documents:
        raise DataError(
            source.name,
            f"no document of the query {quoted(chosen)} can be read",
            remedy="Choose another query.",
        )
    return Content(source.name, items=_table(source.name, documents), queries=tuple(queries))


def _checked_query(
    file: str, query: str | None, queries: dict[str, int], findings: Findings
) -> str:
    if not queries:
        raise DataError(
            file, "no line names a query", remedy="Check that this is the file that was meant."
        )
    if query is not None and query not in queries:
        remedy = did_you_mean(
            query, list(queries), f"Choose one of {', '.join(list(queries)[:10])} ...."
        )
        raise DataError(file, f"there is no query {quoted(query)}", remedy=remedy)
    chosen = query or next(iter(queries))
    if query is None and len(queries) > 1:
        findings.guess(
            f"{file}: it has {counted(len(queries), 'query', 'queries')}; {quoted(chosen)}, the "
            "first, was taken. Choose another with --query."
        )
    return chosen


def _document(
    file: str, line: int, found: re.Match[str], findings: Findings
) -> Iterator[_Document]:
    features: dict[int, str] = {}
    for word in found["rest"].split():
        feature = _FEATURE.fullmatch(word)
        if feature is None or as_number(feature[2]) is None:
            _left_out(findings, file, line, f"{quoted(word)} is no feature with its number")
            return
        features[int(feature[1])] = feature[2]
    named = _DOCUMENT.search(found["note"] or "")
    yield line, named[1] if named else "", found["relevance"], features


def _left_out(findings: Findings, file: str, line: int, message: str) -> None:
    findings.problem(
        file,
        line,
        message,
        "Write <relevance> qid:<query> 1:<value> 2:<value> ....",
        left_out=True,
        meanwhile=LEFT_OUT,
    )


def _table(file: str, documents: list[_Document]) -> Table:
    numbers = sorted({number for *_, features in documents for number in features})
    header = ("item_id", "truth", *(f"x_{number}" for number in numbers))
    rows = [
        Row(
            line,
            (name or f"line {line}", relevance, *(features.get(each, "0") for each in numbers)),
        )
        for line, name, relevance, features in documents
    ]
    return Table(file, header, 1, tuple(rows))
