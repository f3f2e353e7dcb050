"""A matrix of pairs as a heatmap: rows and columns are the items in the same order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from prefstudio.studio.plots.colour_map import ColourMap, colour_map
from prefstudio.studio.plots.matrix_axis import MOST_NAMES
from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame
from prefstudio.studio.plots.matrix_labelled import LabelledMatrix
from prefstudio.studio.plots.matrix_marks import MatrixMarks
from prefstudio.studio.plots.matrix_overlay import MatrixOverlay
from prefstudio.studio.plots.matrix_pairs import MatrixPairs
from prefstudio.studio.plots.matrix_scale import MatrixScale, scale_about, scale_of

__all__ = ["MatrixPlot", "scale_of"]

MOST_ANIMATED = MOST_NAMES


class MatrixPlot(LabelledMatrix):
    """Colours, figures and marks of a matrix, as a whole or through a window.

    Parameters
    ----------
    name : str
        What it is called.
    names : sequence of str
        Of the items by position.
    is_diverging : bool
        Whether numbers may lie on both sides of a centre.
    centre : float
        The number in the middle of a diverging map.
    blanks_diagonal : bool
        Whether an item has no pair with itself.
    marks_largest : bool
        Whether the largest cells that may be asked are marked.
    """

    def __init__(
        self,
        name: str,
        names: Sequence[str] = (),
        *,
        is_diverging: bool,
        centre: float = 0.0,
        blanks_diagonal: bool = False,
        marks_largest: bool = False,
    ) -> None:
        super().__init__(name, names)
        self._is_diverging, self._centre = is_diverging, centre
        self._blanks_diagonal, self._marks_largest = blanks_diagonal, marks_largest
        self.values: NDArray[np.float64] | None = None
        self._start: NDArray[np.float64] | None = None
        self._start_scale: MatrixScale | None = None
        self._share = 1.0
        self._asked: Cell | None = None
        self._pairs: MatrixPairs | None = None
        self._fixed_largest: float | None = None
        self.scale = MatrixScale(-1.0 if is_diverging else 0.0, 1.0, 2)
        self.image = pg.ImageItem()
        self.overlay = MatrixOverlay()
        for item in (self.image, self.overlay):
            self.addItem(item, ignoreBounds=True)

    @property
    def colour_map(self) -> ColourMap:
        """The map of the theme that is shown."""
        theme = self.theme
        stops = theme.diverging if self._is_diverging else theme.sequential
        return colour_map(stops, theme.name_of("inset"))

    def show_names(self, names: Sequence[str]) -> None:
        """Call the items so; what was drawn of others goes."""
        self._names = tuple(names)
        self.values, self._start, self._pairs = None, None, None
        self.pointed, self._asked = None, None
        self.image.clear()
        self.show_frame(MatrixFrame.of(np.arange(len(self._names))))

    def show_values(
        self,
        values: NDArray[np.float64],
        frame: MatrixFrame | None = None,
        *,
        is_animated: bool = False,
    ) -> None:
        """Draw a matrix by position; not a number leaves a cell blank.

        With `is_animated`, what is drawn stays until `show_progress` moves it.
        """
        can_move = is_animated and self.values is not None and self.values.shape == values.shape
        self._start = self._now() if can_move and len(values) <= MOST_ANIMATED else None
        self._start_scale = self.scale_now
        self.values, self._share = values, 0.0 if self._start is not None else 1.0
        if frame is not None and frame is not self.frame:
            self.frame = frame
            self.arrange()
        self._measure()
        self.redraw()
        self._mark()

    def show_progress(self, share: float) -> None:
        """Draw a share of the way from the matrix before to the latest one."""
        if self._start is None:
            return
        self._share = share
        if share >= 1.0:
            self._start = None
        self.redraw()

    def show_frame(self, frame: MatrixFrame) -> None:
        """Show another order or another part."""
        self.frame = frame
        self.arrange()
        self.redraw()
        self._mark()

    def show_scale(self, largest: float | None) -> None:
        """Let the map end at this distance from its centre, or at the largest there is."""
        self._fixed_largest = largest
        self._measure()
        self.redraw()

    def show_asked(self, pair: Cell | None) -> None:
        """Ring the cells of the pair that is asked now."""
        self._asked = pair
        self._mark()

    def show_pairs(self, pairs: MatrixPairs | None) -> None:
        """Know which pairs were answered, and which are worth asking next; drawn with values."""
        self._pairs = pairs

    @property
    def scale_now(self) -> MatrixScale:
        """The scale of what is drawn at this moment."""
        if self._start is None or self._start_scale is None:
            return self.scale
        return self._start_scale.towards(self.scale, self._share)

    def shown_values(self) -> NDArray[np.float64] | None:
        """The window as it is drawn at this moment, shape (length, length)."""
        now = self._now()
        if now is None or not self.frame.n_items:
            return None
        shown = self.frame.shown_of(now)
        if self._blanks_diagonal:
            shown[self.frame.row_items[:, None] == self.frame.column_items] = np.nan
        return shown

    def redraw(self) -> None:
        shown = self.shown_values()
        if shown is None:
            return
        used, scale = self.colour_map, self.scale_now
        colours = used.colours(shown, scale.low, scale.high)
        self.image.setImage(colours, autoLevels=False, levels=None)
        self.image.setRect(QRectF(0, 0, *shown.shape[::-1]))
        self.overlay.show_values(shown, scale, used, self.theme)
        self.show_pointed(self.pointed)

    def has_values(self) -> bool:
        return self.values is not None

    def show_pointed(self, pair: Cell | None) -> None:
        self.overlay.show_cursor(None if pair is None else self.frame.cell_of(pair))

    def _now(self) -> NDArray[np.float64] | None:
        if self.values is None or self._start is None:
            return self.values
        now = self._start + self._share * (self.values - self._start)
        return np.where(np.isnan(self._start), self.values, now)

    def _measure(self) -> None:
        if self.values is None:
            return
        look, centre = self._is_diverging, self._centre
        if self._fixed_largest is not None:
            self.scale = scale_about(centre, self._fixed_largest, is_diverging=look)
        else:
            self.scale = scale_of(self._in_order(self.values), is_diverging=look, centre=centre)

    def _in_order(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values of ordered items; others do not count for the scale."""
        order = self.frame.order
        if len(order) == len(values):
            return values
        rows = values[order]
        both = np.stack([np.fmin.reduce(rows, axis=0), np.fmax.reduce(rows, axis=0)])
        return np.asarray(both[:, order])

    def _mark(self) -> None:
        asked = () if self._asked is None else (self._asked, self._asked[::-1])
        corners: tuple[Cell, ...] = ()
        answered: NDArray[np.bool_] | None = None
        if self._pairs is not None and self.values is not None:
            answered = self._pairs.answered_in(self.frame)
            if self._marks_largest:
                corners = self._pairs.next_largest(self.values, self.frame, self._asked)
        self.overlay.show_marks(
            MatrixMarks(self._cells_of(asked), self._cells_of(corners), answered)
        )

    def _cells_of(self, pairs: tuple[Cell, ...]) -> tuple[Cell, ...]:
        cells = (self.frame.cell_of(pair) for pair in pairs)
        return tuple(cell for cell in cells if cell is not None)
