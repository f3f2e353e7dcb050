"""Names at the left of a plot with a row an item, and whose row is where."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.plots.item_plot import ItemPlot
from prefstudio.studio.plots.named_rows import named_rows, parted
from prefstudio.studio.theme import Theme

ROW_PADDING = 0.6  # rows left free above the first and below the last
NAME_SHARE = 0.56  # of the width, at most, is for names
ROW_TEXT = 14.0  # pixels that a name needs in height; where there are less, it is small


def prepare_rows(plot: ItemPlot) -> None:
    """Have the first row at the top, and room for names at the left."""
    plot.invertY(True)
    plot.getAxis("left").setStyle(tickFont=_names_font(ROW_TEXT), tickTextOffset=10)


def show_names_theme(plot: ItemPlot, theme: Theme) -> None:
    """Write the names in ink."""
    plot.getAxis("left").setTextPen(pg.mkPen(theme.color("ink")))


def item_in_row(plot: ItemPlot, position: QPoint) -> int | None:
    """The item whose row a position of the widget is in, or None."""
    drawn = plot.drawn()
    if not len(drawn):
        return None
    view = plot.getViewBox()
    row = round(view.mapSceneToView(plot.mapToScene(position)).y())
    scene = view.mapRectToScene(view.boundingRect())
    is_beside = not scene.top() <= plot.mapToScene(position).y() <= scene.bottom()
    return None if is_beside or not 0 <= row < len(drawn) else int(drawn[row])


def draw_row_names(plot: ItemPlot) -> None:
    """Give every drawn item its row and its name; in low rows first those somebody looks for."""
    assert plot.now is not None
    drawn = plot.drawn()
    plot.setYRange(-ROW_PADDING, len(drawn) - 1 + ROW_PADDING, padding=0)
    height = plot.getViewBox().height() / (len(drawn) - 1 + 2 * ROW_PADDING)
    used, room = _names_font(height), NAME_SHARE * plot.width()
    measure = QFontMetricsF(used)
    middle = Qt.TextElideMode.ElideMiddle
    names = [measure.elidedText(plot.shown_items.names[item], middle, room) for item in drawn]
    axis = plot.getAxis("left")
    axis.setStyle(tickFont=used)
    axis.show_labels([(at, names[row]) for row, at in _named_places(plot, height)], names)


def _named_places(plot: ItemPlot, height: float) -> list[tuple[int, float]]:
    """The rows that are named, and where their names stand."""
    assert plot.now is not None
    drawn = plot.drawn()
    row_of = {item: row for row, item in enumerate(drawn.tolist())}
    asked = [row_of[item] for item in plot.asked or () if item in row_of]
    chosen = [row_of[item] for item in plot.chosen if item in row_of]
    named = named_rows(len(drawn), height, asked, chosen)
    places = {row: float(plot.now.places[drawn[row]]) for row in named}
    if len(asked) == 2:
        first, second = asked
        places[first], places[second] = parted(places[first], places[second], height)
    return list(places.items())


def _names_font(height: float) -> QFont:
    """Smaller letters in rows that are low."""
    return font(12 if height >= ROW_TEXT else 10, MEDIUM)
