"""The formats that can be imported, in one table: how each is recognised and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.importers.choix_json import is_choix_json, read_choix_json
from prefstudio.study.importers.comparison_mapping import as_comparisons
from prefstudio.study.importers.comparison_rows import looks_like_comparisons
from prefstudio.study.importers.delimited import read_delimited
from prefstudio.study.importers.excel import is_excel, read_excel
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.gml import is_gml, read_gml
from prefstudio.study.importers.graphml import is_graphml, read_graphml
from prefstudio.study.importers.letor import is_letor, read_letor
from prefstudio.study.importers.link_rows import as_links, looks_like_links
from prefstudio.study.importers.linqs import (
    is_linqs_cites,
    is_linqs_content,
    read_linqs_cites,
    read_linqs_content,
)
from prefstudio.study.importers.matrix_market import is_matrix_market, read_matrix_market
from prefstudio.study.importers.node_link import is_node_link, read_node_link
from prefstudio.study.importers.plan import ComparisonColumns
from prefstudio.study.importers.source import Source, head_text
from prefstudio.study.importers.win_matrix import is_win_matrix, read_win_matrix
from prefstudio.study.tables import Table
from prefstudio.study.words import listed

ITEMS, LINKS, COMPARISONS = "items", "links", "comparisons"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader is told besides the file.

    Attributes
    ----------
    part
        The part of a study that the file was given for; None lets its content tell.
    query
        The query of a LETOR file.
    columns
        What the columns of a table of comparisons say, where its headings do not.
    """

    part: str | None = None
    query: str | None = None
    columns: ComparisonColumns | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """One format: a name for people, how its first bytes are recognised, and its reader."""

    name: str
    recognises: Callable[[bytes, Path], bool]
    read: Callable[[Source, Findings, Reading], Content]


def _plainly(read: Callable[[Source, Findings], Content]) -> Callable[..., Content]:
    """Return a reader that needs to be told nothing."""

    def reader(source: Source, findings: Findings, reading: Reading) -> Content:
        return read(source, findings)

    return reader


def _read_letor(source: Source, findings: Findings, reading: Reading) -> Content:
    return read_letor(source, findings, reading.query)


def _read_workbook(source: Source, findings: Findings, reading: Reading) -> Content:
    return _content(read_excel(source, findings), findings, reading)


def _read_table(source: Source, findings: Findings, reading: Reading) -> Content:
    return _content(read_delimited(source, findings), findings, reading)


def _content(table: Table, findings: Findings, reading: Reading) -> Content:
    """Return a table as the part it was given for, or that its headings tell."""
    part = reading.part
    if part is None:
        part = ITEMS
        if looks_like_comparisons(table):
            part = COMPARISONS
        elif looks_like_links(table):
            part = LINKS
    if part == LINKS:
        return Content(table.file, links=as_links(table, findings))
    if part == COMPARISONS:
        return Content(table.file, comparisons=as_comparisons(table, reading.columns, findings))
    return Content(table.file, items=table)


def _is_table(head: bytes, path: Path) -> bool:
    """Tell text that nothing else has recognised; XML and JSON are no tables."""
    text = head_text(head).lstrip()
    return bool(text) and not text.startswith(("<", "{", "["))


FORMATS = (
    Format("Excel workbook", is_excel, _read_workbook),
    Format("GraphML", is_graphml, _plainly(read_graphml)),
    Format("Matrix Market", is_matrix_market, _plainly(read_matrix_market)),
    Format("node-link JSON", is_node_link, _plainly(read_node_link)),
    Format("choix JSON", is_choix_json, _plainly(read_choix_json)),
    Format("GML", is_gml, _plainly(read_gml)),
    Format("LETOR", is_letor, _read_letor),
    Format("LINQS content", is_linqs_content, _plainly(read_linqs_content)),
    Format("LINQS cites", is_linqs_cites, _plainly(read_linqs_cites)),
    Format("win matrix", is_win_matrix, _plainly(read_win_matrix)),
    Format("table", _is_table, _read_table),
)
"""All formats; the first that recognises a file reads it."""

TABLES = ("Excel workbook", "table")
"""Formats of which only the headings tell what the rows are."""

_TEXT_ENDINGS = (".csv", ".tsv", ".txt", ".json", ".gml", ".content", ".cites")
_PART_FORMATS = {ITEMS: ("win matrix",), LINKS: ("win matrix",), COMPARISONS: ("LINQS cites",)}


def format_of(source: Source, part: str | None = None) -> Format:
    """Return the format of a file, told by its content.

    Raises
    ------
    DataError
        When no format recognises it.
    """
    excluded = _PART_FORMATS.get(part or "", ())
    for each in FORMATS:
        if each.name not in excluded and each.recognises(source.head, source.path):
            return each
    if source.path.suffix.casefold() in _TEXT_ENDINGS:
        for _ in source.lines():  # raises where the file is no text after all
            pass
    what = "the file is empty" if not source.head.strip() else "no format recognises this file"
    raise DataError(
        source.name,
        what,
        remedy=f"Give a folder of media, or one of {listed(each.name for each in FORMATS)}.",
    )


def read_file(source: Source, findings: Findings, reading: Reading) -> tuple[str, Content]:
    """Read one file in whatever format it is; return what it was taken for, too.

    Raises
    ------
    DataError
        When it is of no known format, or does not hold the part it was given for.
    """
    chosen = format_of(source, reading.part)
    content = chosen.read(source, findings, reading)
    if reading.part is not None and getattr(content, reading.part) is None:
        raise DataError(
            source.name,
            f"this is {chosen.name}, which has no {reading.part}",
            remedy="Give another file, or leave the option out so that its content tells.",
        )
    return f"{chosen.name}{_of_what(content) if chosen.name in TABLES else ''}", content


def _of_what(content: Content) -> str:
    """What the rows of a table are where they are no items, such as " of links"."""
    if content.items is not None:
        return ""
    return " of links" if content.links is not None else " of answers"
