"""What is known of the pairs of a matrix besides their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame

N_CORNERS = 3  # pairs that are marked besides the asked one, where no more tie
MOST_MARKED = 0.1  # of all pairs: more that tie do not stand out
TIED = 1e-9  # relative; numbers that differ by less are the same


class PairState(Enum):
    """Whether a pair may be asked, and if not, why."""

    OPEN = auto()
    RESTING = auto()  # its turn is not yet, but a person may ask it
    AGAIN = auto()  # answered, and may be asked again
    ANSWERED = auto()
    OTHER_GROUP = auto()
    SET_ASIDE = auto()
    SAME_ITEM = auto()


@dataclass(frozen=True, slots=True, eq=False)
class MatrixPairs:
    """Which pairs may be asked, and which were answered.

    Attributes
    ----------
    askable
        True where a pair may be asked, shape (n_items, n_items).
    answered
        True where a pair was answered, shape (n_items, n_items).
    resting
        Whether each item was shown too lately for the next pair, shape (n_items,).
    groups
        A code for the group of each item, shape (n_items,).
    asks_again
        Whether answered pairs may be asked again, so that no answer closes one.
    """

    askable: NDArray[np.bool_]
    answered: NDArray[np.bool_]
    resting: NDArray[np.bool_]
    groups: NDArray[np.intp]
    asks_again: bool = False

    def state_of(self, pair: Cell) -> PairState:
        """Why a pair is not asked, or that it may be."""
        first, second = pair
        if first == second:
            return PairState.SAME_ITEM
        if not self.askable[pair]:
            return self._closed_state(pair)
        if self.resting[list(pair)].any():
            return PairState.RESTING
        return PairState.AGAIN if self.answered[pair] else PairState.OPEN

    def answered_in(self, frame: MatrixFrame) -> NDArray[np.bool_]:
        """True where a shown pair was answered, whether or not it may be asked again."""
        return np.asarray(self.answered[np.ix_(frame.row_items, frame.column_items)])

    def next_largest(
        self, values: NDArray[np.float64], frame: MatrixFrame, asked: Cell | None
    ) -> tuple[Cell, ...]:
        """The pairs that could be asked next, the largest by their numbers, both ways round.

        What ties is marked together or not at all, so that no other pair is as large as a marked
        one. Only where the whole matrix is shown: in a window they would be others.
        """
        if not frame.is_whole or frame.n_items < 2:
            return ()
        shown = np.ix_(frame.order, frame.order)
        numbers = np.where(self.askable[shown], values[shown], -np.inf)
        waits = self.resting[frame.order]
        numbers[waits[:, None] | waits] = -np.inf
        numbers[np.isnan(numbers) | np.tri(frame.n_items, dtype=bool)] = -np.inf
        ringed = None if asked is None else frame.cell_of(asked)
        if ringed is not None:
            numbers[min(ringed), max(ringed)] = -np.inf
        falling = np.argsort(-numbers, axis=None, kind="stable")
        n_pairs = frame.n_items * (frame.n_items - 1) // 2
        most = max(N_CORNERS, int(MOST_MARKED * n_pairs))
        marked = falling[: n_standing_out(numbers.ravel()[falling], most)]
        pairs = [frame.pair_at(divmod(int(place), frame.n_items)) for place in marked]
        return tuple(each for pair in pairs for each in (pair, pair[::-1]))

    def _closed_state(self, pair: Cell) -> PairState:
        if self.groups[pair[0]] != self.groups[pair[1]]:
            return PairState.OTHER_GROUP
        is_done = self.answered[pair] and not self.asks_again
        return PairState.ANSWERED if is_done else PairState.SET_ASIDE


def n_standing_out(falling: NDArray[np.float64], most: int) -> int:
    """How many of some numbers stand out: `N_CORNERS` or, with what ties, up to `most`.

    Parameters
    ----------
    falling
        The largest first.
    most
        A number that would bring more than these with it, and all below it, are left out.
    """
    found = 0
    while found < N_CORNERS and found < len(falling) and falling[found] > 0.0:
        with_ties = int((falling >= falling[found] * (1.0 - TIED)).sum())
        if with_ties > most:
            break
        found = with_ties
    return found


def is_tied(one: float, other: float) -> bool:
    """Whether two numbers of a matrix are the same but for rounding."""
    return abs(one - other) <= TIED * max(abs(one), abs(other))
