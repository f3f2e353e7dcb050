"""How often each item beat each other one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.matrices import labelled_matrix
from prefstudio.study.exporters.wins import wins


def win_matrix_files(material: Material) -> Iterator[ExportedFile]:
    """Yield how often the item of a row beat that of a column, for each attribute."""
    ids = material.model.item_ids
    places = {item_id: place for place, item_id in enumerate(ids)}
    for judged in material.judged:
        matrix = np.zeros((len(ids), len(ids)), dtype=np.int64)
        for winner, loser, count in wins(judged.comparisons):
            matrix[places[winner], places[loser]] += count
        name = f"win_matrix{judged.ending}.csv"
        yield ExportedFile(name, labelled_matrix(ids, matrix).content(name))
