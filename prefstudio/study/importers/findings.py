"""What reading a file gives: tables of a study, and what was noticed on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from prefstudio.study.errors import DataError, on_one_line
from prefstudio.study.importers.plan import MediaFacts, Problem
from prefstudio.study.links import Relation
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import counted, nearest, quoted

LISTED_PROBLEMS = 50
"""How many problems of one file are told one by one; the rest are counted."""

LEFT_OUT = "The row is left out."
_COMPARED_NAMES = 2_000  # likeness to more names than this takes seconds


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """What one file holds, as tables with the columns of a study's own files.

    Attributes
    ----------
    file
        Its name.
    items, links, comparisons
        The tables; None where the file has none.
    only_names
        Whether `items` are the ends of links and give way to a table of items.
    n_positions
        When links and comparisons name items by position from 0: of how many items. Else None.
    relations
        The relations that the format itself declares.
    media
        What was found out about the files that `items` refer to.
    """

    file: str
    items: Table | None = None
    links: Table | None = None
    comparisons: Table | None = None
    only_names: bool = False
    n_positions: int | None = None
    relations: tuple[Relation, ...] = ()
    queries: tuple[str, ...] = ()
    media: tuple[MediaFacts, ...] = ()


@dataclass(slots=True)
class Findings:
    """Collects guesses and problems while files are read."""

    _guessed: list[str] = field(default_factory=list)
    _problems: list[Problem] = field(default_factory=list)
    _told: Counter[str] = field(default_factory=Counter)
    _untold: dict[str, bool] = field(default_factory=dict)

    def guess(self, sentence: str) -> None:
        """Note what was guessed."""
        self._guessed.append(on_one_line(sentence))

    def problem(
        self,
        file: str,
        line: int | None,
        message: str,
        remedy: str,
        *,
        left_out: bool = False,
        meanwhile: str = "",
    ) -> None:
        """Note a problem, or count it where its file has had many."""
        told, way_out = on_one_line(message), on_one_line(remedy)
        self._add(Problem(file, line, told, way_out, left_out=left_out, meanwhile=meanwhile))

    def error(self, error: DataError, meanwhile: str = "", *, left_out: bool = False) -> None:
        """Note an error as a problem."""
        self._add(Problem.of(error, meanwhile, left_out=left_out))

    def unknown_item(self, table: Table, row: Row, name: str, known: Iterable[str]) -> None:
        """Note a row that names an item there is not."""
        if self._told[table.file] >= LISTED_PROBLEMS:
            self._count(table.file, left_out=True)
            return
        names = list(known)
        near = nearest(name, names) if len(names) <= _COMPARED_NAMES else None
        remedy = f"Did you mean {quoted(near)}?" if near else "Add the item, or mend its name."
        message = f"no item is called {quoted(name)}" if name else "no item is named"
        line = row.line or None
        self.problem(table.file, line, message, remedy, left_out=True, meanwhile=LEFT_OUT)

    def guessed(self) -> tuple[str, ...]:
        """Return what was guessed, each sentence once."""
        return tuple(dict.fromkeys(self._guessed))

    def problems(self) -> tuple[Problem, ...]:
        """Return the problems, and for each file how many more there were."""
        more = [
            Problem(
                file,
                None,
                f"there {'is' if rest == 1 else 'are'} {counted(rest, 'more problem')} like these",
                "Mend those that are listed, then look again.",
                left_out=self._untold[file],
            )
            for file in self._untold
            if (rest := self._told[file] - LISTED_PROBLEMS) > 0
        ]
        return (*self._problems, *more)

    def _add(self, problem: Problem) -> None:
        if self._told[problem.file] >= LISTED_PROBLEMS:
            self._count(problem.file, left_out=problem.left_out)
        else:
            self._told[problem.file] += 1
            self._problems.append(problem)

    def _count(self, file: str, *, left_out: bool) -> None:
        self._told[file] += 1
        self._untold[file] = self._untold.get(file, False) or left_out


def plain_text(text: str) -> str:
    """Return a text without what no file can hold: lone surrogates and zero characters."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
