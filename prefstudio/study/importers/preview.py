"""The preview of an import: the study as it would be, and what there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from prefstudio.engine.control import Control
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study, with_seed
from prefstudio.study.importers.comparison_rows import comparisons_of, pair_columns
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.graph_tables import NODE_COLUMN
from prefstudio.study.importers.item_rows import items_and_features
from prefstudio.study.importers.link_rows import links_of
from prefstudio.study.importers.media_check import check_items
from prefstudio.study.importers.plan import ImportPlan, ImportPreview, MediaFacts
from prefstudio.study.importers.reading import Files, read_files
from prefstudio.study.item_file import with_found_paths
from prefstudio.study.items import ItemSet
from prefstudio.study.settings import StudySettings
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import listed, quoted

_MOST_UNNAMED = 100_000
_LISTED_COLUMNS = 5


def preview(plan: ImportPlan, control: Control | None = None) -> ImportPreview:
    """Read all files of a plan and return what they would become; nothing is written.

    Parameters
    ----------
    plan
        What is to be imported.
    control
        Hears of progress in bytes, and can cancel.

    Raises
    ------
    DataError
        When a file cannot be read at all, or there are no items.
    Cancelled
        After `control` was asked to stop.
    """
    findings = Findings()
    files = read_files(plan, control, findings)
    _check_query(plan, files)
    table = _item_table(files, findings)
    items, features = items_and_features(table, plan, files.settings, files.progress, findings)
    items = with_found_paths(items, files.folder)
    contents = [_by_id(content, items) for content in files.contents]
    linked = [content for content in contents if content.links is not None]
    links = links_of(linked, items, files.settings.relations, files.progress, findings)
    ties_allowed = not files.has_settings or files.settings.response.ties_allowed
    comparisons = comparisons_of(contents, items, ties_allowed, files.progress, findings)
    settings = _settings(plan, files, items, comparisons, findings)
    if not files.has_settings:
        told = (each.relation for each in links.by_relation.values())
        declared = tuple(each for each in told if each.directed or each.bipartite)
        settings = replace(settings, relations=declared)
    study = Study(
        folder=files.folder,
        items=items,
        features=features,
        links=links.by_relation,
        comparisons=comparisons,
        participants=files.participants,
        settings=settings,
        notes=findings.guessed(),
    )
    media = _media(files, study, findings)
    files.progress.end()
    return ImportPreview(
        study=replace(study, notes=findings.guessed()),
        formats=files.formats,
        guessed=findings.guessed(),
        problems=findings.problems(),
        queries=tuple(query for content in files.contents for query in content.queries),
        media=media,
        has_seed=files.settings.seed is not None,
        columns=table.header,
    )


def _check_query(plan: ImportPlan, files: Files) -> None:
    if plan.query is not None and not any(content.queries for content in files.contents):
        raise DataError(
            files.contents[0].file,
            "only a LETOR file has queries, and this is none",
            remedy="Leave --query out.",
        )


def _item_table(files: Files, findings: Findings) -> Table:
    """Take items from the table of items, or else from what links and comparisons name."""
    tables = [each for each in files.contents if each.items is not None and not each.only_names]
    if len(tables) > 1:
        raise DataError(
            tables[1].file,
            f"{listed(quoted(each.file) for each in tables)} all tell items",
            remedy="Give one of them with --items, and the others with --links or --comparisons.",
        )
    if tables:
        table = tables[0].items
    else:
        table = next((each.items for each in files.contents if each.items is not None), None)
        table = table or _named_items(files.contents, findings)
    assert table is not None
    _tell_left_aside(files, table, findings)
    return table


def _tell_left_aside(files: Files, table: Table, findings: Findings) -> None:
    """Say where a graph tells more of its nodes than their names, and a table tells the items."""
    for content in files.contents:
        nodes = content.items
        if content.only_names and nodes is not None and nodes is not table:
            left_aside = [quoted(name) for name in _told_columns(nodes)]
            if left_aside:
                findings.guess(
                    f"{content.file}: {listed(left_aside[:_LISTED_COLUMNS])} of its nodes "
                    f"{'is' if len(left_aside) == 1 else 'are'} left aside, since {table.file} "
                    "tells the items."
                )


def _told_columns(nodes: Table) -> list[str]:
    """Return the columns of a graph's nodes that tell something else than their names."""
    return [
        name
        for place, name in enumerate(nodes.header)
        if any(row.cells[place] not in ("", row.cells[0]) for row in nodes.rows)
    ]


def _named_items(contents: Sequence[Content], findings: Findings) -> Table:
    """Make a table of the items that links and comparisons name."""
    names: dict[str, None] = {}
    for content in contents:
        if content.n_positions is not None:
            _check_number(content)
            names.update(dict.fromkeys(str(place) for place in range(content.n_positions)))
        elif content.links is not None:
            names.update(dict.fromkeys(_cells(content.links, ("source", "target"))))
        elif content.comparisons is not None:
            header = content.comparisons.header
            columns = [header[place] for place in pair_columns(content.comparisons)]
            names.update(dict.fromkeys(_cells(content.comparisons, columns)))
    names.pop("", None)
    file = contents[0].file if contents else ""
    findings.guess(f"{file}: there is no table of items, so items are those that are named.")
    return Table(file, (NODE_COLUMN,), 0, tuple(Row(0, (name,)) for name in names))


def _check_number(content: Content) -> None:
    if (content.n_positions or 0) > _MOST_UNNAMED:
        raise DataError(
            content.file,
            f"it speaks of {content.n_positions:,} items by their places alone",
            remedy="Give the table of items too.",
        )


def _cells(table: Table, names: Iterable[str]) -> list[str]:
    places = [table.header.index(name) for name in names if name in table.header]
    return [row.cells[place].strip() for row in table.rows for place in places]


def _by_id(content: Content, items: ItemSet) -> Content:
    """Return the content with ids in the place of positions.

    Raises
    ------
    DataError
        When a matrix has not as many rows as there are items.
    """
    if content.n_positions is None:
        return content
    too_many = content.n_positions > len(items)
    if too_many or (content.links is not None and content.n_positions != len(items)):
        raise DataError(
            content.file,
            f"it speaks of {content.n_positions:,} items, but there are {len(items):,}",
            remedy="Give the table of items that belongs to it, in the same order.",
        )
    bipartite = any(relation.bipartite for relation in content.relations)
    ends = ("source",) if bipartite else ("source", "target")
    return replace(
        content,
        n_positions=None,
        links=content.links and _named(content.links, ends, items),
        comparisons=content.comparisons and _named(content.comparisons, ("winner", "loser"), items),
    )


def _named(table: Table, names: Sequence[str], items: ItemSet) -> Table:
    places = [table.header.index(name) for name in names]

    def row_by_id(row: Row) -> Row:
        cells = list(row.cells)
        for place in places:
            cells[place] = items[int(cells[place])].item_id
        return Row(row.line, tuple(cells))

    rows = tuple(map(row_by_id, table.rows))
    return Table(table.file, table.header, table.header_line, rows)


def _settings(
    plan: ImportPlan,
    files: Files,
    items: ItemSet,
    comparisons: Sequence[Comparison],
    findings: Findings,
) -> StudySettings:
    settings = files.settings
    if not files.has_settings:
        settings = replace(settings, title=plan.title or files.title)
        settings = _with_scale(settings, comparisons, findings)
    elif plan.title:
        settings = replace(settings, title=plan.title)
    return with_seed(settings, items)


def _with_scale(
    settings: StudySettings, comparisons: Sequence[Comparison], findings: Findings
) -> StudySettings:
    """Allow the answers that were given: ties, and strengths."""
    response = settings.response
    if any(comparison.strength is not None for comparison in comparisons):
        findings.guess("Some answers tell a strength, so the study asks for strengths.")
        response = replace(response, scale="strength7")
    if any(comparison.outcome is Outcome.TIE for comparison in comparisons):
        findings.guess("Some answers are ties, so the study allows ties.")
        response = replace(response, tie=True)
    return replace(settings, response=response)


def _media(files: Files, study: Study, findings: Findings) -> tuple[MediaFacts, ...]:
    known = tuple(facts for content in files.contents for facts in content.media)
    if known:
        return known
    return check_items(study.items, study.folder, files.progress, findings)
