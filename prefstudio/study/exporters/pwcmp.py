"""pwcmp's own table: six columns, answers A and B only, no empty cell."""

from __future__ import annotations

from collections.abc import Iterator

from prefstudio.study.comparison_file import WINNER_LOSER_PARTICIPANT
from prefstudio.study.comparisons import Comparison
from prefstudio.study.exporters.comparison_tables import PWCMP_COLUMNS, selected_cell
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.written_table import WrittenTable, kept_cell, text_cell
from prefstudio.study.items import ItemSet

_UNNAMED = "1"
"""The session or scene of a comparison that names none: pwcmp fails on an empty cell."""


def pwcmp_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the answers that are learned from, for each attribute; ties are left out.

    Raises
    ------
    DataError
        When there are too many of them.
    """
    for judged in material.judged:
        name = f"pwcmp{judged.ending}.csv"
        rows = [
            _row(each, material.study.items) for each in judged.one_by_one() if selected_cell(each)
        ]
        yield ExportedFile(name, WrittenTable(PWCMP_COLUMNS, rows).content(name))


def _row(comparison: Comparison, items: ItemSet) -> list[str]:
    scene = comparison.extra.get("scene", "").strip() or items.by_id(comparison.a).group
    return [
        text_cell(comparison.participant or WINNER_LOSER_PARTICIPANT),
        text_cell(comparison.session or _UNNAMED),
        kept_cell(scene or _UNNAMED),
        text_cell(comparison.a),
        text_cell(comparison.b),
        selected_cell(comparison),
    ]
