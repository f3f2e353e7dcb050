"""The lines of a history: which entry stands at which answer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.plots.curve_plot import EARLIER
from prefstudio.study.curve import Curve
from prefstudio.study.history import HistoryEntry


class HistoryLines:
    """Entries by the number of answers given; 0 is the prior.

    Attributes
    ----------
    last
        Answers given in all.
    """

    def __init__(self, entries: tuple[HistoryEntry, ...] = ()) -> None:
        self.entries = entries
        self.last = entries[-1].n_answers if entries else 0
        before = (0, *(entry.n_answers for entry in entries))
        self._lines = [line for line, entry in enumerate(entries) if entry.n_answers > before[line]]
        self._numbers = [entries[line].n_answers for line in self._lines]

    def line_at(self, n_answers: int) -> int | None:
        """The line of the answer that makes so many; None before the first."""
        if n_answers <= 0 or not self._lines:
            return None
        return self._lines[min(bisect_left(self._numbers, n_answers), len(self._lines) - 1)]

    def revision_at(self, n_answers: int) -> int:
        """The revision after so many answers; 0 before the first."""
        line = self.line_at(n_answers)
        return 0 if line is None else self.entries[line].revision

    def line_of(self, n_answers: int, revision: int) -> int | None:
        """The line of a revision, or else that of the answer that makes so many."""
        line = self.line_then(revision) if revision > 0 else None
        if line is not None and self.entries[line].revision == revision:
            return line
        return self.line_at(n_answers)

    def line_then(self, revision: int) -> int | None:
        """The latest line that stood there after so many events; None before the first."""
        line = bisect_right(self.entries, revision, key=_revision) - 1
        return line if line >= 0 else None

    def meant_at(self, line: int | None, *, is_now: bool) -> int | None:
        """The line of what Flip and Remove act on at a line.

        That is the line itself; of a change of an answer that of the answer as it reads now; and
        at the present, where something else was changed or an answer removed, the latest answer.
        """
        if line is None:
            return None
        if changed := self.entries[line].changed_id:
            ids = (k for k, entry in enumerate(self.entries) if entry.event_id == changed)
            line = next(ids, line)
        is_over = self.entries[line].kind == "change" or self.entries[line].is_undone
        latest = self.line_at(self.last) if is_now and is_over else None
        return line if latest is None else latest

    def number_of(self, line: int | None, n_answers: int) -> tuple[int, bool]:
        """Which answer a line is, or after how many it comes, and whether it is one that counts.

        Parameters
        ----------
        line : int or None
            None is before the first answer.
        n_answers : int
            Answers given then; of several answers in one line they tell which is meant.
        """
        if line is None:
            return 0, True
        before = self.entries[line - 1].n_answers if line else 0
        here = self.entries[line].n_answers
        return (n_answers if before < n_answers <= here else here), here > before

    def words_at(self, n_answers: int) -> str:
        """The answer that makes so many, in words."""
        line = self.line_at(n_answers)
        return "prior" if line is None else self.entries[line].words


def curve_table(curve: Curve | None, lines: HistoryLines) -> FigureTable:
    """The points of a curve, and the answer that led to each."""
    points = () if curve is None else zip(curve.n_answers.tolist(), curve.settled, strict=True)
    rows = tuple((int(k), float(value), lines.words_at(int(k))) for k, value in points)
    return FigureTable(("Answers", f"Settled, {EARLIER}", "Answer"), rows)


def _revision(entry: HistoryEntry) -> int:
    return entry.revision
