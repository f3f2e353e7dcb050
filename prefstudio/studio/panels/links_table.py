"""What the links panel shows instead of a picture: its numbers, or that there is nothing yet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from prefstudio.engine.linalg import Array
from prefstudio.studio.figure_table import Cell, FigureTable
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label
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


def empty_page(icon_name: str, title: str, words: str, button: QPushButton) -> QWidget:
    """A picture, a title, one sentence and one button in the middle."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setSpacing(8)
    column.addStretch(1)
    sentence = label(words, 13, tone=2, wraps=True)
    sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
    centre = Qt.AlignmentFlag.AlignHCenter
    column.addWidget(IconLabel(icon_name, "ink3", 28), 0, centre)
    column.addWidget(label(title, 13, SEMI_BOLD), 0, centre)
    column.addWidget(sentence)  # aligned, it would get the height of fewer lines than it has
    column.addWidget(button, 0, centre)
    column.addStretch(1)
    return page
