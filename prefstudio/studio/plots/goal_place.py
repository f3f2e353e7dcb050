"""Where the words of a goal stand beside its line so that they hide nothing of a curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.linalg import Array

CLEAR = 4.0  # pixels between the words and the curve
N_PLACES = 9  # that are tried from left to right
BESIDE_MARK = 8.0  # pixels to both ends, where the moment is marked at first and now


@dataclass(frozen=True, slots=True)
class PlotRoom:
    """A plot in pixels: of its values from 0 to 1, of all moments, and of the words."""

    height: float
    width: float
    words_width: float
    words_height: float


def goal_place(moments: Array, values: Array, goal: float, room: PlotRoom) -> tuple[float, bool]:
    """Pixels from the first moment to the words, and whether they stand above their line.

    Below the line and at the left, if the curve is not there; else the first place that is free.

    Parameters
    ----------
    moments, values : array, shape (n_points,)
        The curve; moments from 0 on.
    goal : float
        The value of the line.
    room : PlotRoom
        What there is.
    """
    last = max(room.width - room.words_width - BESIDE_MARK, BESIDE_MARK)
    places = np.linspace(BESIDE_MARK, last, N_PLACES)
    free = [
        (float(place), is_above)
        for is_above in (False, True)
        for place in places
        if _is_free(moments, values, goal, room, float(place), is_above=is_above)
    ]
    return free[0] if free else (BESIDE_MARK, True)


def _is_free(
    moments: Array, values: Array, goal: float, room: PlotRoom, place: float, *, is_above: bool
) -> bool:
    """Whether the curve passes by words at some pixels from the left."""
    if not len(moments):
        return True
    step = max(float(moments[-1]), 1.0) / max(room.width, 1.0)
    ends = np.array([place - CLEAR, place + room.words_width + CLEAR]) * step
    inside = (moments > ends[0]) & (moments < ends[1])
    passed = np.concatenate([np.interp(ends, moments, values), values[inside]])
    high = (room.words_height + CLEAR) / max(room.height, 1.0)
    low_end, high_end = (goal, goal + high) if is_above else (goal - high, goal)
    return bool(np.all(passed > high_end) or np.all(passed < low_end))
