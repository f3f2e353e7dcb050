"""``add``: new items join a study file, each with its features and links, as one change."""

from __future__ import annotations

import argparse
from pathlib import Path

from prefstudio.cli.command import Answer, Command, UsageError, add_file
from prefstudio.cli.recording import open_to_record, record
from prefstudio.engine.control import Control
from prefstudio.study.changes import ItemAdded
from prefstudio.study.errors import DataError, on_one_line
from prefstudio.study.events import happened
from prefstudio.study.folder import Study
from prefstudio.study.new_item import Draft, draft_link, drafted
from prefstudio.study.new_item_request import NewItemFound, standings_of
from prefstudio.study.new_items import FACTS, ItemsDrafted, drafted_table
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--item", metavar="ID", help="id of the new item")
    for name in FACTS:
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
        found = _drafted(file.state, options)
        if not options.dry_run:
            record(file, *in_one_step(found.changes))
        answer: Answer = {"items": _predicted(found)}
        answer |= {"answers": found.state.n_answers, "notes": _notes(found)}
    return answer | {"dry_run": True} if options.dry_run else answer


def _drafted(state: StudyState, options: argparse.Namespace) -> ItemsDrafted:
    """Return the study with the new items, what is recorded, and what was guessed.

    Raises
    ------
    DataError
        When one of them cannot be added; then none is.
    """
    folder = options.study.resolve().parent
    if options.table is not None:
        found = drafted_table(state, options.table, folder, Control())
        if found.problems:
            raise found.problems[0]
        return found
    draft = _of_options(state.study, options)
    one = drafted(state.study, draft, folder)
    if one.change is None:
        problem = one.problems[0]
        raise DataError(options.study, problem.message, remedy=problem.remedy)
    notes = {note: [draft.item_id.strip()] for note in one.notes}
    return ItemsDrafted(state.with_event(happened(one.change)), (one.change,), notes)


def _of_options(study: Study, options: argparse.Namespace) -> Draft:
    cells = {}
    for words in options.feature:
        name, sign, value = words.partition("=")
        if not sign:
            raise UsageError(f"--feature {words}: write NAME=VALUE, such as age=3.5.")
        cells[name.strip()] = value
    links = tuple(draft_link(study, words) for words in options.link)
    told = {name: getattr(options, name) for name in FACTS}
    return Draft(options.item, **told, cells=cells, links=links)


def _predicted(drafted: ItemsDrafted) -> list[Answer]:
    """Return what is believed of the new items, with all of them in the study."""
    ids = [change.item.item_id for change in drafted.changes]
    found = standings_of(drafted.state, ids, drafted.state.revision, Control()) if ids else ()
    return [_told(*each) for each in zip(drafted.changes, found, strict=True)]


def _notes(drafted: ItemsDrafted) -> list[str]:
    """Return what was guessed, one sentence an item, in the order of the items."""
    said = [(item_id, note) for note, ids in drafted.notes.items() for item_id in ids]
    order = {change.item.item_id: place for place, change in enumerate(drafted.changes)}
    return [f"{item_id}: {note}" for item_id, note in sorted(said, key=lambda each: order[each[0]])]


def _told(change: ItemAdded, found: NewItemFound) -> Answer:
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
