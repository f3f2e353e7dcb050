"""A table of winners and losers."""

from __future__ import annotations

from collections.abc import Iterator

from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.written_table import WrittenTable, text_cell, yes_no_cell

WINNER_COLUMNS = ("winner", "loser", "n", "tie")


def winner_loser_files(material: Material) -> Iterator[ExportedFile]:
    """Yield a table of winner, loser, how often, and whether it was a tie, for each attribute."""
    for judged in material.judged:
        name = f"winner_loser{judged.ending}.csv"
        rows = [_row(comparison) for comparison in judged.comparisons]
        yield ExportedFile(name, WrittenTable(WINNER_COLUMNS, rows).content(name))


def _row(comparison: Comparison) -> list[str]:
    winner, loser = comparison.a, comparison.b
    if comparison.outcome is Outcome.B:
        winner, loser = loser, winner
    tie = yes_no_cell(comparison.outcome is Outcome.TIE)
    return [text_cell(winner), text_cell(loser), str(comparison.count), tie]
