"""LINQS data sets: papers with their words (`.content`) and who cites whom (`.cites`)."""

from __future__ import annotations

from pathlib import Path

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import LEFT_OUT, Content, Findings
from prefstudio.study.importers.source import Source, head_lines
from prefstudio.study.links import Relation
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import counted

CITES = Relation("cites", directed=True)
_SNIFFED_LINES = 20


def is_linqs_content(head: bytes, path: Path) -> bool:
    """Tell lines of an id, numbers and a class, all equally long and without a header."""
    lines = [line.split() for line in head_lines(head)[:_SNIFFED_LINES]]
    widths = {len(words) for words in lines}
    return len(widths) == 1 and max(widths) >= 3 and all(_is_paper(words) for words in lines)


def is_linqs_cites(head: bytes, path: Path) -> bool:
    """Tell lines of two ids; the ending of the name tells them from any other pairs."""
    lines = head_lines(head)[:_SNIFFED_LINES]
    pairs = all(len(line.split()) == 2 for line in lines)
    return bool(lines) and pairs and path.suffix.casefold() == ".cites"


def read_linqs_content(source: Source, findings: Findings) -> Content:
    """Read papers: each number is a feature, the class is kept.

    Raises
    ------
    DataError
        When no line is a paper.
    """
    rows: list[Row] = []
    width = 0
    for number, line in enumerate(source.lines(), start=1):
        words = line.split()
        width = width or len(words)
        if len(words) == width and _is_paper(words):
            rows.append(Row(number, tuple(words)))
        elif words:
            findings.problem(
                source.name,
                number,
                f"this line is not an id, {counted(max(width - 2, 1), 'number')} and a class",
                "Mend the line.",
                left_out=True,
                meanwhile=LEFT_OUT,
            )
    if not rows:
        raise DataError(
            source.name, "no line is a paper", remedy="Check that this is the file that was meant."
        )
    header = ("item_id", *(f"x_{place}" for place in range(1, width - 1)), "class")
    return Content(source.name, items=Table(source.name, header, 1, tuple(rows)))


def read_linqs_cites(source: Source, findings: Findings) -> Content:
    """Read citations; each line names the cited paper, then the one that cites it."""
    rows = []
    for number, line in enumerate(source.lines(), start=1):
        words = line.split()
        if len(words) == 2:
            rows.append(Row(number, (words[1], words[0])))
        elif words:
            findings.problem(
                source.name,
                number,
                "this line does not name two papers",
                "Write the cited and the citing paper.",
                left_out=True,
                meanwhile=LEFT_OUT,
            )
    findings.guess(f"{source.name}: links go from the second paper to the first, which it cites.")
    table = Table(source.name, ("source", "target"), 1, tuple(rows))
    return Content(source.name, links=table, relations=(CITES,))


def _is_paper(words: list[str]) -> bool:
    return (
        len(words) >= 3
        and all(as_number(word) is not None for word in words[1:-1])
        and as_number(words[-1]) is None
    )
