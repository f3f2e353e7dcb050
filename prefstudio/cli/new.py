"""``new``: a study file from a folder of media, tables, links and comparisons."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from prefstudio.cli.command import REFUSED, Answer, Command, UsageError
from prefstudio.study.errors import DataError
from prefstudio.study.founding import founded
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.store import create
from prefstudio.study.words import counted


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        type=Path,
        nargs="*",
        help="a folder of sounds, pictures or texts, the folder of a study, or tables and links",
    )
    parser.add_argument("--out", metavar="F", type=Path, help="the .prefstudio file to make")
    parser.add_argument("--items", metavar="F", type=Path, help="the table of items")
    for part in ("links", "comparisons"):
        parser.add_argument(
            f"--{part}",
            metavar="F",
            type=Path,
            action="append",
            default=[],
            help=f"a file of {part}; may be given more than once",
        )
    parser.add_argument("--id", metavar="COL", help="column of the ids")
    parser.add_argument("--label", metavar="COL", help="column of the labels")
    parser.add_argument("--truth", metavar="COL", help="column of a known utility")
    parser.add_argument(
        "--drop",
        metavar="COL",
        action="append",
        default=[],
        help="column to leave out; may be given more than once",
    )
    parser.add_argument("--query", metavar="Q", help="the query of a LETOR file")
    parser.add_argument(
        "--ids-from", metavar="REGEX", help="what in a file's name is the id of its item"
    )
    parser.add_argument("--dry-run", action="store_true", help="show the preview, write nothing")


def _run(options: argparse.Namespace) -> Answer:
    _check_usage(options)
    imported = founded(preview(_plan(options)))
    if not options.dry_run:
        _check_whole(imported)
        create(options.out, imported.study).close()
    answer = {
        "items": imported.items,
        "features": imported.features,
        "links": imported.links,
        "comparisons": imported.comparisons,
        "guessed": [*imported.guessed, *_where_media_stay(imported, options.out)],
        "problems": [str(problem) for problem in imported.problems],
    }
    if not imported.is_whole:
        answer[REFUSED] = "new would make no study of this: mend the problems first."
    return answer


def _where_media_stay(imported: ImportPreview, out: Path | None) -> list[str]:
    """Say that the study file refers to media beside it, which must stay with it."""
    folder = Path(os.path.realpath(imported.study.folder))
    below = out is not None and folder.is_relative_to(os.path.realpath(out.parent))
    if not below or not any(item.path for item in imported.study.items):
        return []
    return [f"{folder.name}: its files stay where they are; keep them with the study file."]


def _plan(options: argparse.Namespace) -> ImportPlan:
    return ImportPlan(
        paths=tuple(options.paths),
        items=options.items,
        links=tuple(options.links),
        comparisons=tuple(options.comparisons),
        id_column=options.id,
        label_column=options.label,
        truth_column=options.truth,
        drop_columns=tuple(options.drop),
        query=options.query,
        ids_from=options.ids_from,
    )


def _check_usage(options: argparse.Namespace) -> None:
    """See that something is to be read, and that it may be written before it is read."""
    if not (options.paths or options.items or options.links or options.comparisons):
        raise UsageError("new needs a PATH or --items F: what the study is made from.")
    if options.dry_run:
        return
    if options.out is None:
        raise UsageError("new needs --out F, the file to make; or --dry-run, to see what it holds.")
    if os.path.lexists(options.out):
        raise DataError(
            options.out,
            "there is a file of that name already",
            remedy="Choose another name; nothing is written over it.",
        )


def _check_whole(imported: ImportPreview) -> None:
    """Refuse a study in which something of its files would be missing."""
    if imported.is_whole:
        return
    missing = [problem for problem in imported.problems if problem.left_out]
    more = ""
    if len(missing) > 1:
        rest = counted(len(missing), "problem")
        more = f" It is the first of {rest}; see all with --dry-run."
    raise DataError(
        missing[0].file,
        missing[0].message,
        line=missing[0].line,
        remedy=f"{missing[0].remedy} No study was made.{more}".lstrip(),
    )


def _readable(answer: Answer) -> list[str]:
    links = [f"{counted(n, 'link')} ({name})" for name, n in answer["links"].items()]
    known = [counted(answer["items"], "item"), counted(answer["features"], "feature"), *links]
    if answer["comparisons"]:
        known.append(counted(answer["comparisons"], "comparison"))
    return [", ".join(known), *answer["guessed"], *answer["problems"]]


NEW = Command("new", "make a study file from other files", _add_options, _run, _readable)
