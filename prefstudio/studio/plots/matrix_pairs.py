"""What is known of the pairs of a matrix besides their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame

N_CORNERS = 3  # pairs that are marked besides the asked one


class PairState(Enum):
    """Whether a pair may be asked, and if not, why."""

    OPEN = auto()
    ANSWERED = auto()
    OTHER_GROUP = auto()
    SET_ASIDE = auto()
    SAME_ITEM = auto()


@dataclass(frozen=True, slots=True, eq=False)
class MatrixPairs:
    """Which pairs may be asked.

    Attributes
    ----------
    askable
        True where a pair may be asked, shape (n_items, n_items).
    groups
        A code for the group of each item, shape (n_items,).
    is_compared
        Whether each item was ever compared, shape (n_items,).
    """

    askable: NDArray[np.bool_]
    groups: NDArray[np.intp]
    is_compared: NDArray[np.bool_]

    def state_of(self, pair: Cell) -> PairState:
        """Why a pair is not asked, or that it may be."""
        first, second = pair
        if first == second:
            return PairState.SAME_ITEM
        if self.askable[pair]:
            return PairState.OPEN
        if self.groups[first] != self.groups[second]:
            return PairState.OTHER_GROUP
        is_known = self.is_compared[first] and self.is_compared[second]
        return PairState.ANSWERED if is_known else PairState.SET_ASIDE

    def answered_in(self, frame: MatrixFrame) -> NDArray[np.bool_]:
        """True where a shown pair was answered and is not asked again."""
        rows, columns = frame.row_items, frame.column_items
        closed = ~self.askable[np.ix_(rows, columns)]
        closed &= rows[:, None] != columns
        closed &= self.groups[rows, None] == self.groups[columns]
        closed &= self.is_compared[rows, None] & self.is_compared[columns]
        return np.asarray(closed)

    def next_largest(
        self, values: NDArray[np.float64], frame: MatrixFrame, asked: Cell | None
    ) -> tuple[Cell, ...]:
        """The pairs that would be asked next by their numbers, both ways round.

        Only where the whole matrix is shown: in a window they would be others.
        """
        if not frame.is_whole or frame.n_items < 2:
            return ()
        shown = np.ix_(frame.order, frame.order)
        numbers = np.where(self.askable[shown], values[shown], -np.inf)
        numbers[np.isnan(numbers) | np.tri(frame.n_items, dtype=bool)] = -np.inf
        largest = np.argsort(-numbers, axis=None, kind="stable")[: N_CORNERS + 1]
        cells = (divmod(int(place), frame.n_items) for place in largest)
        pairs = [frame.pair_at(cell) for cell in cells if numbers[cell] > 0.0]
        others = [pair for pair in pairs if asked is None or set(pair) != set(asked)][:N_CORNERS]
        return tuple(each for pair in others for each in (pair, pair[::-1]))
