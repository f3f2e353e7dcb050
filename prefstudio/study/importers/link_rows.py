"""The links of tables, with what is wrong in them told instead of raised."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from prefstudio.study.errors import DataError
from prefstudio.study.importers.delimited import with_header_as_row
from prefstudio.study.importers.findings import LEFT_OUT, Content, Findings
from prefstudio.study.importers.source import Progress
from prefstudio.study.items import ItemSet
from prefstudio.study.link_file import LinkReader
from prefstudio.study.links import Link, LinkSet, Relation, relation_links
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import quoted

_ENDS = ("source", "target")
_OTHER_ENDS = (
    ("from", "to"), ("src", "dst"), ("i", "j"), ("u", "v"), ("node1", "node2"), ("id1", "id2"),
    ("source_id", "target_id"), ("citing", "cited"), ("start", "end"),
)  # fmt: skip
_KNOWN_COLUMNS = {*_ENDS, "weight", "relation", "directed"}
_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")
_NOTHING = re.compile(r"(?!)")


def looks_like_links(table: Table) -> bool:
    """Tell a table of links by its headings."""
    if set(_ENDS) <= set(table.header):
        return True
    named = _named_ends(table.header)
    rest = {name.casefold() for k, name in enumerate(table.header) if named and k not in named}
    return named is not None and rest <= _KNOWN_COLUMNS


def as_links(table: Table, findings: Findings) -> Table:
    """Return the table with its ends called source and target; the first two columns at worst.

    Raises
    ------
    DataError
        When there are fewer than two columns.
    """
    if set(_ENDS) <= set(table.header):
        return table
    headed = with_header_as_row(table)
    if headed is not table:
        findings.guess(f"{table.file}: there is no header, so the first line is a link too.")
    if len(headed.header) < 2:
        raise DataError(
            table.file,
            "a table of links needs two columns",
            line=table.header_line,
            remedy="Name them source and target.",
        )
    source, target = _named_ends(headed.header) or (0, 1)
    names = [name if name not in _ENDS else f"{name}_given" for name in headed.header]
    findings.guess(
        f"{table.file}: links go from {quoted(headed.header[source])} to "
        f"{quoted(headed.header[target])}."
    )
    names[source], names[target] = _ENDS
    return Table(table.file, tuple(names), headed.header_line, headed.rows)


def links_of(
    contents: Sequence[Content],
    items: ItemSet,
    declared: Sequence[Relation],
    progress: Progress,
    findings: Findings,
) -> LinkSet:
    """Read the links of all files.

    Raises
    ------
    DataError
        When two files use one relation in different senses.
    """
    links: list[Link] = []
    relations: dict[str, Relation] = {}
    for content in contents:
        if content.links is None:
            continue
        table = _with_relation(content.links, len(contents) > 1 and not content.relations)
        reader = _reader(table, items, content.relations or declared, findings)
        for number, row in enumerate(reader.table.rows):
            progress.along(number, len(reader.table.rows))
            try:
                links.append(reader.link(row))
            except DataError as error:
                findings.error(error, LEFT_OUT, left_out=True)
        for note in reader.notes:
            findings.guess(note)
        _merge(content.file, relations, reader.settled_relations())
    for relation in declared:
        relations.setdefault(relation.name, relation.settled())
    used = {link.relation for link in links} | {relation.name for relation in declared}
    kept = [relation for name, relation in relations.items() if name in used]
    return LinkSet(relation_links(links, items, kept))


def _reader(
    table: Table, items: ItemSet, relations: Sequence[Relation], findings: Findings
) -> LinkReader:
    """Return the reader of the rows whose ends are ids or numbers of rows; tell the others."""
    source, target = (table.header.index(name) for name in _ENDS)
    ends = [source] if any(relation.bipartite for relation in relations) else [source, target]
    counts = _may_count_rows(table, ends, items)
    rows = []
    for row in table.rows:
        names = [row.cells[place].strip() for place in ends]
        strange = next((name for name in names if not (name in items or counts(name))), None)
        if strange is None:
            rows.append(row)
        else:
            findings.unknown_item(table, row, strange, items.ids)
    return LinkReader(_with_rows(table, rows), items, relations)


def _may_count_rows(
    table: Table, ends: Sequence[int], items: ItemSet
) -> Callable[[str], re.Match[str] | None]:
    """Return what tells the number of a row; nothing does where whole numbers are ids."""
    if items.ids_are_row_numbers:
        return _WHOLE_NUMBER.fullmatch
    cells = (row.cells[place].strip() for row in table.rows for place in ends)
    if any(_WHOLE_NUMBER.fullmatch(cell) and cell in items for cell in cells):
        return _NOTHING.fullmatch
    return _WHOLE_NUMBER.fullmatch


def _with_rows(table: Table, rows: Sequence[Row]) -> Table:
    return Table(table.file, table.header, table.header_line, tuple(rows))


def _with_relation(table: Table, needed: bool) -> Table:
    """Name the relation after the file, where several files have links."""
    if not needed or "relation" in table.header:
        return table
    name = table.file.partition(".")[0]
    rows = [Row(row.line, (*row.cells, name)) for row in table.rows]
    return Table(table.file, (*table.header, "relation"), table.header_line, tuple(rows))


def _merge(file: str, known: dict[str, Relation], new: Sequence[Relation]) -> None:
    for relation in new:
        before = known.setdefault(relation.name, relation)
        if before != relation:
            raise DataError(
                file,
                f"another file has links called {quoted(relation.name)} that are directed or "
                "bipartite otherwise",
                remedy="Give these links a name of their own in a column called relation.",
            )


def _named_ends(header: Sequence[str]) -> tuple[int, int] | None:
    folded = [name.casefold() for name in header]
    for source, target in (_ENDS, *_OTHER_ENDS):
        if source in folded and target in folded:
            return folded.index(source), folded.index(target)
    return None
