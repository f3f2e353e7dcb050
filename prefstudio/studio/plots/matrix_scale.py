"""Which numbers the ends of a matrix's colour map stand for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prefstudio.studio.numbers_as_text import decimals_for


@dataclass(frozen=True, slots=True)
class MatrixScale:
    """Which numbers the ends of the colour map stand for, and how they are written."""

    low: float
    high: float
    decimals: int

    def towards(self, other: MatrixScale, share: float) -> MatrixScale:
        """A scale on the way to another."""
        low = self.low + share * (other.low - self.low)
        high = self.high + share * (other.high - self.high)
        return MatrixScale(low, high, other.decimals)


def scale_about(centre: float, largest: float, *, is_diverging: bool) -> MatrixScale:
    """From the centre to the largest amount, or as far below the centre as above."""
    largest = largest if math.isfinite(largest) and largest > 0.0 else 1.0
    low = centre - largest if is_diverging else centre
    return MatrixScale(low, centre + largest, decimals_for(largest))


def scale_of(
    values: NDArray[np.float64], *, is_diverging: bool, centre: float = 0.0
) -> MatrixScale:
    """From 0 to the largest amount, or as far below the centre as above."""
    both = np.fmin.reduce(values, axis=None), np.fmax.reduce(values, axis=None)
    largest = max(abs(float(end) - centre) for end in both)
    return scale_about(centre, largest, is_diverging=is_diverging)


def largest_pair(values: NDArray[np.float64], order: NDArray[np.intp]) -> tuple[int, int] | None:
    """Positions of the pair with the largest value among some items; None without any."""
    if not len(order):
        return None
    rows = values if len(order) == len(values) else values[order]
    maxima = np.fmax.reduce(rows, axis=0)[order]
    if not np.isfinite(maxima).any():
        return None
    column = int(order[np.nanargmax(maxima)])
    row = int(order[np.nanargmax(values[order, column])])
    return row, column
