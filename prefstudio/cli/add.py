"""``add``: new items join a study file, each with its features and links, as one change."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from prefstudio.cli.command import Answer, Command, UsageError, add_file
from prefstudio.cli.recording import open_to_record, record
from prefstudio.engine.control import Control
from prefstudio.study.changes import ItemAdded
from prefstudio.study.errors import DataError, on_one_line
from prefstudio.study.events import happened
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.new_item import Draft, draft_link, drafted
from prefstudio.study.new_item_request import standing_of
from prefstudio.study.state import StudyState
from prefstudio.study.tables import read_table

_FIELDS = ("label", "text", "path", "group")
_LINKS, _BETWEEN = "links", ";"


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--item", metavar="ID", help="id of the new item")
    for name in _FIELDS:
        parser.add_argument(f"--{name}", default="", help=f"its {name}")
    parser.add_argument(
        "--feature", metavar="NAME=VALUE", action="append", default=[],
        help="one of its features; those that are left out take the mean",
    )  # fmt: skip
    parser.add_argument(
        "--link", metavar="OTHER[:RELATION[:WEIGHT]]", action="append", default=[],
        help="an item that it is linked to",
    )  # fmt: skip
    parser.add_argument(
        "--from", dest="table", metavar="TABLE", type=Path,
        help="add every row of a table: item_id, label, text, path, group, x_… and links, "
        "in which semicolons part several",
    )  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="say what is predicted, add nothing")


def _run(options: argparse.Namespace) -> Answer:
    if (options.item is None) == (options.table is None):
        raise UsageError("give either --item ID or --from TABLE")
    with open_to_record(options.study) as file:
        state, changes, notes = _drafted(file.state, options)
        if not options.dry_run:
            record(file, *changes)
        answer: Answer = {"items": [_predicted(state, change) for change in changes]}
        answer |= {"answers": state.n_answers, "notes": notes}
    return answer | {"dry_run": True} if options.dry_run else answer


def _drafted(
    state: StudyState, options: argparse.Namespace
) -> tuple[StudyState, list[ItemAdded], list[str]]:
    """Return the study with the new items, what is recorded, and what was guessed.

    Raises
    ------
    DataError
        When one of them cannot be added; then none is.
    """
    changes: list[ItemAdded] = []
    notes: list[str] = []
    folder = options.study.resolve().parent
    for draft, file, line in _drafts(state, options):
        found = drafted(state.study, draft, folder)
        if found.change is None:
            problem = found.problems[0]
            where = None if line is None else problem.field
            raise DataError(file, problem.message, line=line, column=where, remedy=problem.remedy)
        changes.append(found.change)
        notes += [f"{draft.item_id.strip()}: {note}" for note in found.notes]
        state = state.with_event(happened(found.change))
    return state, changes, notes


def _drafts(
    state: StudyState, options: argparse.Namespace
) -> Iterator[tuple[Draft, Path | str, int | None]]:
    """Yield what was written, with the file and line it stands in."""
    if options.table is None:
        yield _of_options(state.study, options), options.study, None
        return
    table = read_table(options.table, needed=True)
    table.require(ID_COLUMN, f"Name the column of ids {ID_COLUMN}.")
    known = {ID_COLUMN, *_FIELDS, _LINKS}
    headings = {column.heading for column in state.study.features.columns}
    for row in table.rows:
        cells = dict(zip(table.header, row.cells, strict=True))
        features = {
            name: cell
            for name, cell in cells.items()
            if name in headings or name.startswith(FEATURE_PREFIX)
        }
        for name in set(cells) - known - set(features):
            problem = "the column means nothing here"
            raise DataError(
                table.file,
                problem,
                line=table.header_line,
                column=name,
                remedy=f"Leave it out, or name a feature {FEATURE_PREFIX}….",
            )
        links = [each for each in cells.get(_LINKS, "").split(_BETWEEN) if each.strip()]
        told = {name: cells.get(name, "") for name in _FIELDS}
        written = tuple(draft_link(state.study, each.strip()) for each in links)
        draft = Draft(cells[ID_COLUMN], **told, cells=features, links=written)
        yield draft, table.file, row.line


def _of_options(study: Study, options: argparse.Namespace) -> Draft:
    cells = {}
    for words in options.feature:
        name, sign, value = words.partition("=")
        if not sign:
            raise UsageError(f"--feature {words}: write NAME=VALUE, such as age=3.5.")
        cells[name.strip()] = value
    links = tuple(draft_link(study, words) for words in options.link)
    told = {name: getattr(options, name) for name in _FIELDS}
    return Draft(options.item, **told, cells=cells, links=links)


def _predicted(state: StudyState, change: ItemAdded) -> Answer:
    """Return what is believed of a new item, with all new items in the study."""
    found = standing_of(state, change.item.item_id, state.revision, Control())
    return {
        "item_id": change.item.item_id,
        "mean": found.mean,
        "sd": found.sd,
        "rank": found.rank,
        "rank_low": found.rank_low,
        "rank_high": found.rank_high,
        "of": found.n_items,
        "similar": list(found.similar),
        "links": len(change.links),
        "found": found.words,
    }


def _readable(answer: Answer) -> list[str]:
    verb = "would be added" if "dry_run" in answer else "added"
    lines = [f"{on_one_line(each['item_id'])} {verb}. {each['found']}" for each in answer["items"]]
    return [*lines, *answer["notes"]]


ADD = Command("add", "add items to a study file", _add_options, _run, _readable, True)
