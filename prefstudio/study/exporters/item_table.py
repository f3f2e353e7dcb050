"""items.csv of a study: its facts, its features, and what else was in it."""

from __future__ import annotations

import numpy as np

from prefstudio.study.exporters.written_table import (
    WrittenTable,
    kept_cell,
    kept_headings,
    number_cell,
    text_cell,
)
from prefstudio.study.features import (
    FeatureColumn,
    FeatureTable,
    categorical_feature,
    numeric_feature,
)
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FACT_COLUMNS, FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.items import Item, Role
from prefstudio.study.settings import FeatureSettings

_NUMBERS = frozenset({"truth", "gain_db", "start_s", "end_s"})


def item_table(study: Study) -> WrittenTable:
    """Return the table of items.csv; a fact that no item tells has no column."""
    items = list(study.items)
    facts = [name for name in FACT_COLUMNS if name == "type" or any(_tells(i, name) for i in items)]
    kept = kept_headings(
        (item.extra for item in items), {ID_COLUMN, *FACT_COLUMNS}, prefix=FEATURE_PREFIX
    )
    headings = feature_headings(study.features)
    features = [_feature_cells(column) for column in study.features.columns]
    rows = [
        [
            text_cell(item.item_id),
            *(_fact_cell(item, name) for name in facts),
            *(cells[place] for cells in features),
            *(kept_cell(item.extra.get(name, "")) for name in kept),
        ]
        for place, item in enumerate(items)
    ]
    return WrittenTable((ID_COLUMN, *facts, *headings.values(), *kept.values()), rows)


def feature_headings(features: FeatureTable) -> dict[str, str]:
    """Return the heading under which each feature is written, by the heading it was read from.

    Every heading begins with ``x_``, as it must where ids have a column of their own.
    """
    own = {each.heading for each in features.columns if each.heading.startswith(FEATURE_PREFIX)}
    headings: dict[str, str] = {}
    for column in features.columns:
        heading = column.heading
        if heading not in own:
            heading = f"{FEATURE_PREFIX}{column.name}"
            while heading in own or heading in headings.values():
                heading += "_2"
        headings[column.heading] = heading
    return headings


def _tells(item: Item, name: str) -> bool:
    value = getattr(item, name)
    return value is not Role.ITEM and value not in (None, "")


def _fact_cell(item: Item, name: str) -> str:
    value = getattr(item, name)
    return number_cell(value) if name in _NUMBERS else text_cell(str(value))


def _feature_cells(column: FeatureColumn) -> list[str]:
    if not column.is_categorical:
        numbers = column.values[:, 0].tolist()
        return [
            "" if missing else number_cell(number)
            for number, missing in zip(numbers, column.missing.tolist(), strict=True)
        ]
    return [text_cell(word) for word in _words(column)]


def _words(column: FeatureColumn) -> list[str]:
    """Return the category of each item; nothing for a word that no founding item had."""
    codes = np.where(column.values.any(axis=1), column.values.argmax(axis=1), -1)
    return ["" if code < 0 else column.categories[code] for code in codes.tolist()]


def founding_features(features: FeatureTable) -> tuple[FeatureSettings, ...]:
    """Return by what features are standardised that items.csv alone does not tell.

    Those are the features of a study to which items were added, or whose items were changed.
    """
    headings = feature_headings(features)
    return tuple(
        FeatureSettings(
            headings[column.heading],
            tuple(column.mean.tolist()),
            tuple(column.sd.tolist()),
            column.categories,
        )
        for column in features.columns
        if not _is_read_back(column)
    )


def _is_read_back(column: FeatureColumn) -> bool:
    if column.is_categorical:
        read = categorical_feature(column.name, column.heading, _words(column))
    else:
        numbers = np.where(column.missing, np.nan, column.values[:, 0])
        read = numeric_feature(column.name, column.heading, numbers)
    return read.categories == column.categories and all(
        np.array_equal(getattr(read, name), getattr(column, name))
        for name in ("values", "mean", "sd")
    )
