"""Which part of a scale a plot shows, and where it is labelled."""

from __future__ import annotations

import math

from prefstudio.studio.numbers_as_text import figure

MOST_ROOM = 0.55  # a picture that needs less than this share of its range is drawn larger
MOST_MORE = 8  # steps that a scale may have over its room, so that it has more than one figure

Ends = tuple[float, float]
"""The lowest and the highest value."""


class ValueRange:
    """A range that widens at once and narrows only when much of it is empty.

    Nothing must jump from one answer to the next, and nothing may shrink to a dot in the course
    of many. What is needed is asked of the numbers at rest: those on the way to them would narrow
    the range step by step, and leave it too wide at the last.
    """

    def __init__(self) -> None:
        self._at_rest, self._shown = (0.0, 0.0), (0.0, 0.0)

    def fit(self, needed: Ends, *, may_narrow: bool = True) -> Ends:
        """Show at least what numbers at rest need; the range that is shown then."""
        self._at_rest = self._shown = self._fitting(needed, may_narrow=may_narrow)
        return self._shown

    def go(self, share: float, drawn: Ends, goal: Ends) -> Ends:
        """Show a share of the way to the range that fits a goal, and at least what is drawn."""
        if share <= 0.0:
            self._at_rest = self._shown  # where another way was left is where this one begins
        end = self._fitting(goal)
        start = self._at_rest if _is_known(self._at_rest) else end
        low, high = (a + share * (b - a) for a, b in zip(start, end, strict=True))
        self._shown = min(low, drawn[0]), max(high, drawn[1])
        return self._shown

    def forget(self) -> None:
        """Begin anew, as when other items are shown."""
        self._at_rest = self._shown = (0.0, 0.0)

    def _fitting(self, needed: Ends, *, may_narrow: bool = True) -> Ends:
        """The range in which what is needed has its place, and not too much is empty."""
        (low, high), (shown_low, shown_high) = needed, self._at_rest
        is_much_too_wide = high - low < MOST_ROOM * (shown_high - shown_low)
        if not _is_known(self._at_rest) or (is_much_too_wide and may_narrow):
            return needed
        return min(shown_low, low), max(shown_high, high)


def _is_known(ends: Ends) -> bool:
    return ends[1] > ends[0]


def steps_in(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, at most `most` steps apart."""
    span = max(high - low, 1e-9) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(span))
    step = next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= span)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [step * k for k in range(first, last + 1)]


def several_steps_in(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, two if there can be, for one alone is no scale."""
    tried = (steps_in(low, high, max(most, 1) + more) for more in range(MOST_MORE))
    return next((steps for steps in tried if len(steps) > 1), steps_in(low, high, most))


def rank_steps(first: int, last: int, most: int) -> list[float]:
    """Round ranks between two, at most `most` steps apart, and the first; two if there are two."""
    rounds = [step for step in steps_in(first, last, most) if step == round(step) > first]
    steps = [float(first), *rounds]
    return [*steps, float(last)] if last > first and len(steps) < 2 else steps


def labelled(values: list[float]) -> list[tuple[float, str]]:
    """Labels of evenly spaced values, with the decimals their distance needs."""
    step = values[1] - values[0] if len(values) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return [(value, figure(value, decimals)) for value in values]
