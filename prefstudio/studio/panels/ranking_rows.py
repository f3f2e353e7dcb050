"""What the ranking says of one item, and how its interval and chance are written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.studio.numbers_as_text import NO_BREAK, UNKNOWN


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One item of the ranking.

    Attributes
    ----------
    position
        By which other panels call it.
    badge
        A or B, when it is asked now; else empty.
    rank, middle
        Its rank, which tied items share, and the middle of the places that they fill.
    low, high, chance
        95 % interval of its rank and the chance to lead; None while they are not known.
    """

    position: int
    item_id: str
    name: str
    badge: str
    rank: int
    middle: float
    low: int | None
    high: int | None
    mean: float
    sd: float
    chance: float | None
    n_compared: int


def interval_in_figures(low: int | None, high: int | None) -> str:
    """Two ranks as "1–4", one as "1"."""
    if low is None or high is None:
        return UNKNOWN
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def chance_in_figures(chance: float | None) -> str:
    """A chance in per cent; what would read 0 or 100 says on which side it lies."""
    if chance is None or not np.isfinite(chance):
        return UNKNOWN
    if chance < 0.01:
        return f"<{NO_BREAK}1{NO_BREAK}%"
    if 0.99 < chance < 1.0:
        return f">{NO_BREAK}99{NO_BREAK}%"
    return f"{100 * chance:.0f}{NO_BREAK}%"
