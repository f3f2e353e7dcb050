"""What BoTorch's pairwise model takes: data points, and which of two is better."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.study.errors import DataError
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.wins import winner_positions
from prefstudio.study.folder import ITEMS_FILE


def botorch_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the features of the items, their ids, and the pairs, better one first.

    Features are as items.csv has them, not standardised; ties are left out.

    Raises
    ------
    DataError
        When no item has a feature, or there are too many answers.
    """
    features, ids = material.study.features, material.model.item_ids
    if not features.columns:
        raise DataError(
            ITEMS_FILE,
            "there are no features, which are BoTorch's data points",
            remedy="Name columns x_…, or export another format, such as choix.",
        )
    places = [material.study.items.index(item_id) for item_id in ids]
    named = {"items": ids, "columns": features.column_names()}
    yield _array("datapoints.npy", features.matrix(standardize=False)[places])
    yield ExportedFile("botorch/datapoints.json", f"{json.dumps(named)}\n".encode())
    for judged in material.judged:
        pairs = np.array(winner_positions(judged, ids), dtype=np.int64).reshape(-1, 2)
        yield _array(f"comparisons{judged.ending}.npy", pairs)


def _array(name: str, array: Array) -> ExportedFile:
    content = io.BytesIO()
    np.save(content, np.ascontiguousarray(array), allow_pickle=False)
    return ExportedFile(f"botorch/{name}", content.getvalue())
