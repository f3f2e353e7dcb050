"""Comparisons as comparisons.csv has them."""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.study.comparisons import Comparison, Outcome
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

_COUNT = "n"
_SELECTED = {Outcome.A: "1", Outcome.B: "0"}


def folder_table(comparisons: Sequence[Comparison]) -> WrittenTable:
    """Return the table of comparisons.csv; a column n counts, where some rows are counts."""
    if all(each.count == 1 for each in comparisons):
        return pair_table(comparisons)
    cells = [{**_pair_cells(each), _COUNT: str(each.count)} for each in comparisons]
    return _table(comparisons, (*NAMED_COLUMNS, _COUNT), cells)


def pair_table(comparisons: Sequence[Comparison]) -> WrittenTable:
    """Return one row for each comparison: pwcmp's columns, all named ones, then any other."""
    return _table(comparisons, NAMED_COLUMNS, [_pair_cells(each) for each in comparisons])


def selected_cell(comparison: Comparison) -> str:
    """Return 1 when A was selected, 0 when B was, and nothing otherwise."""
    return _SELECTED.get(comparison.outcome, "")


def _table(
    comparisons: Sequence[Comparison], columns: tuple[str, ...], cells: Sequence[dict[str, str]]
) -> WrittenTable:
    """Return a table of the cells made here and of the columns that were kept."""
    # A column n would be read as counts, so one that was kept from elsewhere gives way.
    own = {_COUNT, *(cells[0] if cells else ())}
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
        "observer": text_cell(comparison.participant),
        "session": text_cell(comparison.session),
        "phase": comparison.phase.value,
        "attribute": text_cell(comparison.attribute),
        "strength": number_cell(comparison.strength),
        "undone": yes_no_cell(comparison.undone),
        "is_catch": yes_no_cell(comparison.is_catch),
    }
