"""What the dialog says of an import, in words for a person who sees no command line."""

from __future__ import annotations

import traceback
from collections.abc import Mapping

from prefstudio.studio.problem import Problem
from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import Problem as FileProblem
from prefstudio.study.importers.summary import ImportSummary
from prefstudio.study.words import counted, listed

NOTHING_WRITTEN = "Nothing was written."
_OPTIONS = {
    "Give one of them with --items, and the others with --links or --comparisons.": (
        "Say below From which of them holds the items, and what the others are."
    ),
    "Choose another with --query.": "Choose another below.",
    "--ids-from": "Ids in file names",
}
_TYPES = {"audio": "sound", "image": "picture", "text": "text"}


def in_the_window(sentence: str) -> str:
    """A sentence with the dialog's own words in the place of options of the command line."""
    for option, words in _OPTIONS.items():
        sentence = sentence.replace(option, words)
    return sentence


def problem_of_import(error: Exception, written: str = NOTHING_WRITTEN) -> Problem:
    """Say why there is no preview, or no study, and what was written all the same."""
    details = "".join(traceback.format_exception(error))
    if not isinstance(error, DataError):
        return Problem(str(error) or "Something in PrefStudio went wrong.", written, details)
    where = in_the_window(error.file)
    where += f", line {error.line}" if error.line else ""
    column = f" in the column “{error.column}”" if error.column else ""
    remedy = in_the_window(error.remedy or "").rstrip(".")
    end = "" if remedy.endswith("?") else "."
    advice = f"{remedy}{end} {written}" if remedy else written
    return Problem(f"{where}: {error.message}{column}", advice, details)


def title_of(problem: FileProblem) -> str:
    """Where a problem is, and what it is."""
    line = f", line {problem.line}" if problem.line else ""
    return in_the_window(f"{problem.file}{line}: {problem.message}")


def counts_of(found: ImportSummary) -> Mapping[str, int]:
    """How many there are of what, by a word for it; what there is none of is left out."""
    links = sum(found.links.values())
    people = found.participants
    numbers = {
        _worded(found.items, "item"): found.items,
        _worded(found.features, "feature"): found.features,
        _worded(links, "link"): links,
        _worded(found.comparisons, "answer"): found.comparisons,
        "person" if people == 1 else "people": people,
    }
    return {word: number for word, number in numbers.items() if number or word == "items"}


def kinds_of(found: ImportSummary) -> str:
    """One or two sentences on what kind of things were found."""
    sentences = [_types_of(found)]
    if len(found.links) > 1:
        relations = [f"{name} {n:,}" for name, n in found.links.items()]
        sentences.append(f"Links by relation: {listed(relations)}.")
    taken = [f"{name} as {_article(kind)}" for name, kind in list(found.formats.items())[:4]]
    sentences.append(f"Read {listed(taken)}.")
    return " ".join(sentence for sentence in sentences if sentence)


def problem_words(found: ImportSummary) -> str:
    """How many problems there are, and what becomes of them."""
    number = counted(len(found.problems), "problem").capitalize()
    return number if found.is_whole else f"{number}: what is marked will be left out"


def _types_of(found: ImportSummary) -> str:
    kinds = [counted(n, _TYPES.get(name, name)) for name, n in found.types.items()]
    return f"The items are {listed(kinds)}." if found.has_content else ""


def _worded(number: int, noun: str) -> str:
    return noun if number == 1 else f"{noun}s"


def _article(kind: str) -> str:
    if kind == "media":
        return "a folder of media"
    return f"{'an' if kind[0] in 'AEIOL' else 'a'} {kind}"
