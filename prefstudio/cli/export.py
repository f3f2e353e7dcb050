"""``export``: a study in other files."""

from __future__ import annotations

import argparse
from pathlib import Path

from prefstudio.cli.command import Answer, Command, add_study
from prefstudio.study.exporters import EXPORTERS, export
from prefstudio.study.folder import is_study_file, read_study
from prefstudio.study.store import open_study


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--to",
        metavar="FOLDER",
        type=Path,
        required=True,
        help="a folder that is empty, not there yet, or an earlier export of the study",
    )
    parser.add_argument(
        "--format",
        dest="formats",
        metavar="NAME",
        action="append",
        choices=list(EXPORTERS),
        help=f"{', '.join(EXPORTERS)}; may be given more than once (default: folder)",
    )


def _run(options: argparse.Namespace) -> Answer:
    notes: list[str] = []
    target, formats = options.to, options.formats or ["folder"]
    if is_study_file(options.study):
        with open_study(options.study, writable=False) as file:
            written = export(
                file.study,
                target,
                formats,
                file.events,
                read_media=file.media,
                tell=notes.append,
            )
    else:
        written = export(read_study(options.study), target, formats, tell=notes.append)
    return {"files": [path.relative_to(target).as_posix() for path in written], "notes": notes}


def _readable(answer: Answer) -> list[str]:
    return [*answer["files"], *answer["notes"]]


EXPORT = Command("export", "write a study to other files", _add_options, _run, _readable)
