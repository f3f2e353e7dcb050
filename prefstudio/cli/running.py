"""Running one command: what is printed where, and the exit code."""

from __future__ import annotations

import argparse
import codecs
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from prefstudio import __version__
from prefstudio.cli.command import REFUSED, Answer, Command, UsageError
from prefstudio.cli.commands import COMMANDS
from prefstudio.engine.errors import EngineError
from prefstudio.study.errors import StudyError, on_one_line
from prefstudio.study.home import log_file
from prefstudio.study.words import nearest, quoted

logger = logging.getLogger(__name__)

PROGRAM = "prefstudio"
DONE, AT_FAULT, USAGE, PROGRAM_FAULT = 0, 1, 2, 3
INTERRUPTED = 130  # as shells have it: 128 and the number of the signal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            return _open_window(words)
        options = _parser().parse_args(words)
        command = COMMANDS[options.command]
        answer = command.run(options)
        text = _text(answer, options)
    except UsageError as error:
        return _ended(USAGE, str(error))
    except (StudyError, EngineError) as error:
        return _ended(AT_FAULT, str(error))
    except OSError as error:
        return _ended(AT_FAULT, _unreadable(error))
    except MemoryError:
        return _ended(USAGE, "there is not enough memory for this study.")
    except KeyboardInterrupt:
        return _ended(INTERRUPTED, "stopped before it was done.")
    except Exception as error:
        return _program_fault(error)
    code = _written(text, command)
    # What was asked for is printed, so it is done, whatever it says of the study.
    return _ended(DONE, answer[REFUSED]) if REFUSED in answer and not code else code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Active preference learning over items and the links between them. "
        "Without a command, or with the PATH of a study alone, the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS.values():
        sentence = f"{command.help[0].upper()}{command.help[1:]}."
        added = commands.add_parser(command.name, help=command.help, description=sentence)
        added.add_argument("--json", action="store_true", help="print one JSON object")
        command.add_options(added)
    return parser


def _ended(code: int, message: str) -> int:
    """The one line on standard error that goes with an exit code."""
    print(f"{PROGRAM}: {on_one_line(message)}", file=sys.stderr)
    return code


def _open_window(words: list[str]) -> int:
    near = nearest(words[0], list(COMMANDS)) if words else None
    if len(words) > 1 or (near and not Path(words[0]).exists()):
        remedy = f"Did you mean {quoted(near)}?" if near else f"See {PROGRAM} --help."
        return _ended(USAGE, f"no command is called {quoted(words[0])}. {remedy}")
    try:
        from prefstudio.studio.app import open_window
    except ImportError as error:
        return _ended(USAGE, f"the window needs what is not installed here ({error}).")
    return open_window(Path(words[0]) if words else None)


def _unreadable(error: OSError) -> str:
    return f"{error.filename or 'a file'}: it cannot be read ({error.strerror or error})."


def _program_fault(error: Exception) -> int:
    """One line for the person, everything for the log."""
    try:
        path = log_file()
        handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError as trouble:
        what = f"{type(error).__name__}: {error}"
        return _ended(
            PROGRAM_FAULT,
            f"this is a fault of the program ({what}), and its log cannot be written ({trouble}).",
        )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    try:
        logger.error("a fault of %s %s", PROGRAM, __version__, exc_info=error)
    finally:
        logger.removeHandler(handler)
        handler.close()
    return _ended(PROGRAM_FAULT, f"this is a fault of the program; details are in {path}")


def _text(answer: Answer, options: argparse.Namespace) -> str:
    """What is printed, in characters that standard output can take."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    if options.json:
        is_utf8 = codecs.lookup(encoding).name == "utf-8"
        return json.dumps(answer, ensure_ascii=not is_utf8, allow_nan=False)
    lines = map(on_one_line, COMMANDS[options.command].readable(answer))
    return "\n".join(lines).encode(encoding, "backslashreplace").decode(encoding)


def _written(text: str, command: Command) -> int:
    """Print a command's answer; a reader that has seen enough is no fault."""
    try:
        print(text, flush=True)
    except OSError as error:
        # What is still held back would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            recorded = "it was recorded, but " if command.records else ""
            reason = error.strerror or error
            return _ended(USAGE, f"{recorded}the output could not be printed ({reason}).")
    return DONE
