"""posterior.csv: what the answers say of every item."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.ranking import summarise
from prefstudio.engine.scale_spread import interval_sd
from prefstudio.study.chance import SAME, Purpose, generator
from prefstudio.study.exporters.material import ExportedFile, Judged, Material
from prefstudio.study.exporters.written_table import WrittenTable, number_cell, text_cell

POSTERIOR_COLUMNS = (
    "item_id", "group", "mean", "sd", "sd_centred", "ci_low", "ci_high", "rank", "rank_low",
    "rank_high", "p_best", "n_comparisons",
)  # fmt: skip

_HALF_WIDTH = 1.96  # of a 95 % interval, in sds


def posterior_files(material: Material) -> Iterator[ExportedFile]:
    """Yield one table for each attribute that was judged."""
    for judged in material.judged:
        name = f"posterior{judged.ending}.csv"
        yield ExportedFile(name, _table(material, judged).content(name))


def _table(material: Material, judged: Judged) -> WrittenTable:
    model, posterior = material.model, material.posterior(judged)
    rng = generator(model.seed, Purpose.RANKING, SAME)
    ranking = summarise(posterior, rng, model.groups, control=material.control)
    spread = interval_sd(posterior, model.scale_spread, model.groups)
    centre = centred(posterior.mean, model.groups)
    numbers = np.column_stack(
        [
            posterior.mean,
            posterior.sd,
            spread,
            centre - _HALF_WIDTH * spread,
            centre + _HALF_WIDTH * spread,
            ranking.rank,
            *ranking.shown_interval,
            ranking.p_best,
            _n_comparisons(judged, model.item_ids),
        ]
    )
    items = material.study.items
    rows = [
        [text_cell(name), text_cell(items.by_id(name).group), *map(number_cell, row)]
        for name, row in zip(model.item_ids, numbers.tolist(), strict=True)
    ]
    return WrittenTable(POSTERIOR_COLUMNS, rows)


def _n_comparisons(judged: Judged, item_ids: tuple[str, ...]) -> list[int]:
    """Return how many of the answers are about each item."""
    counts = dict.fromkeys(item_ids, 0)
    for comparison in judged.comparisons:
        counts[comparison.a] += comparison.count
        counts[comparison.b] += comparison.count
    return list(counts.values())
