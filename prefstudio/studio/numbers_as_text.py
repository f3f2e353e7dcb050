"""How numbers are written: a true minus, no negative zero, counted nouns."""

from __future__ import annotations

import math

NO_BREAK = "\u00a0"
MINUS = "−"
UNKNOWN = "–"
"""Stands for a number that is not known."""


def figure(value: float, decimals: int = 2) -> str:
    """A number with a fixed number of decimals, such as −0.35 or 1,000.00."""
    if not math.isfinite(value):
        return UNKNOWN if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    text = f"{value:,.{decimals}f}"
    if not any(digit in text for digit in "123456789"):
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def decimals_for(largest: float) -> int:
    """Decimals that show two significant digits of the largest of some amounts."""
    if not math.isfinite(largest) or largest <= 0.0:
        return 2
    return min(max(2, 1 - math.floor(math.log10(largest))), 6)


def count_of(count: int, noun: str) -> str:
    """A count with its noun, such as "1 answer" or "1,024 links"."""
    return f"{count:,}{NO_BREAK}{noun}{'' if count == 1 else 's'}"
