"""Comparisons as comparisons.csv has them."""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.exporters.material import check_rows
from prefstudio.study.exporters.written_table import (
    WrittenTable,
    kept_cell,
    kept_headings,
    number_cell,
    text_cell,
    yes_no_cell,
)

PWCMP_COLUMNS = (
    "observer", "session", "scene", "condition_A", "condition_B", "is_A_selected",
)  # fmt: skip
"""The columns of pwcmp's own tables."""

NAMED_COLUMNS = (
    *PWCMP_COLUMNS,
    "outcome", "strength", "trial", "phase", "attribute", "swapped", "is_repeat_of", "is_catch",
    "t_shown", "rt_ms", "plays_A", "plays_B", "switches", "level_db", "underruns", "policy",
    "criterion_value", "p_A", "mean_A", "sd_A", "mean_B", "sd_B", "seed", "undone", "event_id",
    "comment",
)  # fmt: skip
"""All columns of comparisons.csv that have a name, in their order."""

_SELECTED = {Outcome.A: "1", Outcome.B: "0"}


def folder_table(comparisons: Sequence[Comparison]) -> WrittenTable:
    """Return the table of comparisons.csv.

    Where all answers name a winner and some are counts, it is one of winners and losers, which
    keeps the counts. Otherwise an answer that was given many times has as many rows.

    Raises
    ------
    DataError
        When counts would be too many rows.
    """
    counted = any(each.count > 1 for each in comparisons)
    if counted and all(each.outcome in (Outcome.A, Outcome.TIE) for each in comparisons):
        return _winner_table(comparisons)
    check_rows(comparisons)
    return pair_table([each for each in comparisons for _ in range(each.count)])


def pair_table(comparisons: Sequence[Comparison]) -> WrittenTable:
    """Return one row for each comparison: pwcmp's columns, all named ones, then any other."""
    own = set(_pair_cells(comparisons[0])) if comparisons else set()
    return _table(comparisons, NAMED_COLUMNS, own, [_pair_cells(each) for each in comparisons])


def selected_cell(comparison: Comparison) -> str:
    """Return 1 when A was selected, 0 when B was, and nothing otherwise."""
    return _SELECTED.get(comparison.outcome, "")


def _winner_table(comparisons: Sequence[Comparison]) -> WrittenTable:
    cells = [_winner_cells(each) for each in comparisons]
    return _table(comparisons, tuple(cells[0]), set(cells[0]), cells)


def _table(
    comparisons: Sequence[Comparison],
    columns: tuple[str, ...],
    own: set[str],
    cells: Sequence[dict[str, str]],
) -> WrittenTable:
    """Return a table of the cells made here and of the columns that were kept."""
    kept = kept_headings((each.extra for each in comparisons), own)
    header = tuple(dict.fromkeys((*columns, *kept.values())))
    rows = []
    for comparison, known in zip(comparisons, cells, strict=True):
        others = {kept[name]: kept_cell(cell) for name, cell in comparison.extra.items()}
        told = {**others, **known}
        rows.append([told.get(heading, "") for heading in header])
    return WrittenTable(header, rows)


def _pair_cells(comparison: Comparison) -> dict[str, str]:
    return {
        "condition_A": text_cell(comparison.a),
        "condition_B": text_cell(comparison.b),
        "is_A_selected": selected_cell(comparison),
        "outcome": comparison.outcome.value,
        **_shared_cells(comparison),
    }


def _winner_cells(comparison: Comparison) -> dict[str, str]:
    return {
        "winner": text_cell(comparison.a),
        "loser": text_cell(comparison.b),
        "n": str(comparison.count),
        "tie": yes_no_cell(comparison.outcome is Outcome.TIE),
        **_shared_cells(comparison),
    }


def _shared_cells(comparison: Comparison) -> dict[str, str]:
    return {
        "observer": text_cell(comparison.participant),
        "session": text_cell(comparison.session),
        "phase": comparison.phase.value,
        "attribute": text_cell(comparison.attribute),
        "strength": number_cell(comparison.strength),
        "undone": yes_no_cell(comparison.undone),
        "is_catch": yes_no_cell(comparison.is_catch),
    }
