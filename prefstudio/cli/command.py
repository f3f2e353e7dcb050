"""What a command is, and the options that several of them share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from prefstudio.study.purpose import PURPOSES
from prefstudio.study.setting import ALL

Answer: TypeAlias = dict[str, Any]
"""What a command found out or did: the JSON object that it prints.

Where `REFUSED` is among its keys, that sentence also goes to standard error, and the exit code is
that of an input at fault.
"""

REFUSED = "refused"
"""Why what was shown would not be done."""


class UsageError(Exception):
    """A command line that no command can make sense of."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes
    ----------
    help
        What it does, as a sentence without its capital and full stop.
    add_options
        Declares its arguments and options.
    run
        Does it and returns what it prints.
    readable
        Turns what `run` returned into lines for a person.
    records
        Whether it has written in a study file by the time its answer is printed.
    """

    name: str
    help: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], Answer]
    readable: Callable[[Answer], list[str]]
    records: bool = False


def add_study(parser: argparse.ArgumentParser) -> None:
    """Declare the study that a command reads."""
    parser.add_argument(
        "study", metavar="STUDY", type=Path, help="a .prefstudio file, or the folder of a study"
    )


def add_file(parser: argparse.ArgumentParser) -> None:
    """Declare the study file that a command writes in."""
    parser.add_argument("study", metavar="FILE", type=Path, help="a .prefstudio file")


def add_whose(parser: argparse.ArgumentParser) -> None:
    """Declare whose answers, and on what, a command learns from."""
    parser.add_argument("--participant", metavar="ID", help="answers of this person only")
    parser.add_argument("--attribute", metavar="NAME", help="answers about this attribute only")


def positive(text: str) -> int:
    """Read a whole number from 1 on."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1 on")
    return number


@dataclass(frozen=True, slots=True)
class Sought:
    """What pairs are chosen for: how many leading places, and by which criterion."""

    horizon: float
    criterion: str


def purpose(text: str) -> Sought:
    """Read what a study is for: best, top:K or ranking."""
    key, colon, number = text.partition(":")
    found = PURPOSES.get(key)
    if found is None or bool(colon) != (found.horizon is None):
        raise argparse.ArgumentTypeError("give best, top:K such as top:3, or ranking")
    places = float(positive(number)) if found.horizon is None else found.horizon
    return Sought(places, found.criterion)


def horizon(text: str) -> float:
    """Read how many leading places matter."""
    try:
        number = math.inf if text == ALL else float(text)
    except ValueError:
        number = 0.0
    if not number > 0.0:
        raise argparse.ArgumentTypeError("give a positive number, or all")
    return number
