"""The pieces that a panel with a matrix is put together of."""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.studio.panels.matrix_look import COVARIANCE_CHOICES, ORDERS, MatrixLook
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.segment import Segment


def plot_of(look: MatrixLook, keys: Sequence[str]) -> MatrixPlot:
    """A plot in the look of one kind of matrix."""
    plot = MatrixPlot(
        look.title,
        keys,
        is_diverging=look.is_diverging,
        centre=look.centre,
        blanks_diagonal=look.blanks_diagonal,
        marks_largest=look.marks_largest,
    )
    plot.setObjectName(look.object_name)
    return plot


def order_segment(look: MatrixLook) -> Segment:
    """What rows and columns are ordered by."""
    return _segment(f"{look.title} order", look, ORDERS)


def covariance_segment(look: MatrixLook) -> Segment:
    """Which of the covariances is shown."""
    choices = {kind.value: words for kind, words in COVARIANCE_CHOICES.items()}
    return _segment("Covariance of", look, choices)


def _segment(name: str, look: MatrixLook, choices: dict[str, str]) -> Segment:
    made = Segment(name, choices)
    what = look.object_name.removesuffix("_heatmap")
    for key, button in made.buttons.items():
        button.setObjectName(f"{what}_{key}")
    return made
