"""Comparisons as choix takes them, with the ids that its positions stand for."""

from __future__ import annotations

import json
from collections.abc import Iterator

from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.wins import winner_positions


def choix_files(material: Material) -> Iterator[ExportedFile]:
    """Yield pairs of positions, winner first, and the ids of the items, for each attribute.

    Raises
    ------
    DataError
        When there are too many answers.
    """
    ids = material.model.item_ids
    for judged in material.judged:
        content = json.dumps({"items": ids, "comparisons": winner_positions(judged, ids)})
        yield ExportedFile(f"choix{judged.ending}.json", f"{content}\n".encode())
