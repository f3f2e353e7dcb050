"""Which values a parameter may have, how a slider runs through them, and how they are written."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from prefstudio.studio.numbers_as_text import MINUS, decimals_for, figure

STEPS = 1000

_GROUPED = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d*)?")


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a slider begins and ends, and what a field takes beyond it.

    Attributes
    ----------
    low, high
        The slider's ends.
    is_log
        Whether equal steps multiply.
    least, most
        The smallest and largest value there may be.
    """

    low: float
    high: float
    is_log: bool
    least: float
    most: float

    def step_of(self, value: float) -> int:
        """The slider's step nearest to a value."""
        value = min(max(value, self.low), self.high)
        if self.is_log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(share * STEPS)

    def value_at(self, step: int) -> float:
        """The value at a step, three significant digits of it."""
        share = step / STEPS
        if self.is_log:
            value = self.low * (self.high / self.low) ** share
        else:
            value = self.low + (self.high - self.low) * share
        return max(float(f"{value:.3g}"), self.least)

    def problem(self, text: str) -> str:
        """What is wrong with a text, in a few words; empty when nothing is."""
        value = number_in(text)
        if value is None:
            return "must be a number"
        if value <= 0.0 <= self.least:
            return "must be above 0"
        if value < self.least:
            return f"must be at least {self.least:,.6f}".rstrip("0").rstrip(".")
        if value > self.most:
            return f"must be at most {self.most:,.0f}"
        return ""


def number_in(text: str) -> float | None:
    """The number that a person wrote, with . or , before the decimals; None when it is none."""
    plain = text.strip().replace(MINUS, "-")
    plain = plain.replace(",", "" if _GROUPED.fullmatch(plain) else ".")
    try:
        value = float(plain)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def written(value: float) -> str:
    """A parameter in at least two significant digits: 0.050, 1.00, 12.5, 1,000."""
    if value >= 10.0:
        return figure(value, 1 if value < 100.0 else 0)
    return figure(value, decimals_for(value))
