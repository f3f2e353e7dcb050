"""What the marks of utilities mean, for a figure that stands without the panel's heading."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from prefstudio.studio.plots.interval_plot import IntervalPlot
from prefstudio.studio.widgets import label

EACH = "dot: mean, thick bar: 50 % interval, thin line: 95 % interval"
ALL = "above: all items with their 95 % interval, dots: compared; below: those in the frame"
HOLLOW = "hollow: never compared"
BROKEN = "broken outline: never compared"
TICK = "tick: mean before the last answer"
DRAWS = "coloured lines: draws of the prior"


def utilities_legend() -> QLabel:
    """The line below the plot, which is hidden but while a figure is drawn."""
    made = label("", 11, tone=3, wraps=True)
    made.setObjectName("utilities_legend")
    made.setContentsMargins(2, 0, 2, 0)
    made.hide()
    return made


def legend_words(plot: IntervalPlot, *, is_big: bool) -> str:
    """What is drawn, and nothing else.

    Parameters
    ----------
    plot : IntervalPlot
        Rows or bars.
    is_big : bool
        Whether all items stand in a band above it, with words of its own on what is hollow.
    """
    marks, has_ticks = plot.intervals, plot.intervals.has_ticks
    hollow = "" if is_big or not marks.has_hollow else BROKEN if marks.are_broken else HOLLOW
    said = (EACH, hollow, TICK * has_ticks, DRAWS * (plot.draws is not None))
    words = ", ".join(each for each in said if each)
    return f"{ALL}, {words}" if is_big else words
