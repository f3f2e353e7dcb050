"""The numbers that the links panel shows."""

from __future__ import annotations

from prefstudio.engine.linalg import Array
from prefstudio.studio.figure_table import Cell, FigureTable
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

COLUMNS = ("item", "x", "y", "mean", "sd", "links", "change")


def links_table(
    items: ShownItems, places: Array | None, view: View | None, degrees: Array
) -> FigureTable:
    """One row a shown item; None where a number is not known yet.

    Parameters
    ----------
    places : ndarray, shape (n_items, 2), optional
    degrees : ndarray, shape (n_items,)
        How many links each item has.
    """
    shown = range(items.n_items) if view is None else view.shown.tolist()
    before = None if view is None else view.mean_before
    rows: list[tuple[Cell, ...]] = []
    for item in shown:
        x, y = (None, None) if places is None else places[item].tolist()
        mean, sd = (None, None) if view is None else (float(view.mean[item]), float(view.sd[item]))
        change = None if before is None or mean is None else mean - float(before[item])
        rows.append((items.names[item], x, y, mean, sd, int(degrees[item]), change))
    return FigureTable(COLUMNS, tuple(rows))
