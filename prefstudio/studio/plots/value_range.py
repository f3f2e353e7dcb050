"""Which part of a scale a plot shows, and where it is labelled."""

from __future__ import annotations

import math

from prefstudio.studio.figures import figure

MOST_ROOM = 0.55  # a picture that needs less than this share of its range is drawn larger


class ValueRange:
    """A range that widens at once and narrows only when much of it is empty.

    Nothing must jump from one answer to the next, and nothing may shrink to a dot in the course
    of many.
    """

    def __init__(self) -> None:
        self.low, self.high = 0.0, 0.0

    def fit(self, low: float, high: float) -> tuple[float, float]:
        """Show at least from `low` to `high`; the range that is shown then."""
        is_much_too_wide = high - low < MOST_ROOM * (self.high - self.low)
        if is_much_too_wide or self.high <= self.low:
            self.low, self.high = low, high
        else:
            self.low, self.high = min(self.low, low), max(self.high, high)
        return self.low, self.high

    def forget(self) -> None:
        """Begin anew, as when other items are shown."""
        self.low, self.high = 0.0, 0.0


def steps_in(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, at most `most` steps apart."""
    span = max(high - low, 1e-9) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(span))
    step = next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= span)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [step * k for k in range(first, last + 1)]


def labelled(values: list[float]) -> list[tuple[float, str]]:
    """Labels of evenly spaced values, with the decimals their distance needs."""
    step = values[1] - values[0] if len(values) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return [(value, figure(value, decimals)) for value in values]
