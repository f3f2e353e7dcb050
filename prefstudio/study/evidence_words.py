"""What a difference in log evidence tells, in words."""

from __future__ import annotations

import math

LEAST_TELLING = 1.0  # of log evidence, odds of 2.7 : 1; with less nobody should claim anything
LEAST_SAID = 0.05  # with less the figure would read 0.0
MOST_ODDS = 1e6


def odds_in_words(log_odds: float) -> str:
    """How many times as likely, in two significant digits: "about 4,400 : 1"."""
    odds = math.exp(min(log_odds, math.log(MOST_ODDS) + 1.0))
    if odds > MOST_ODDS:
        return "more than a million\u00a0:\u00a01"
    if odds < 9.95:
        return f"about {odds:.1f}\u00a0:\u00a01"
    return f"about {float(f'{odds:.1e}'):,.0f}\u00a0:\u00a01"


def evidence_in_words(log_odds: float, title: str) -> str:
    """For or against something that one model has and another lacks, in one sentence.

    Parameters
    ----------
    log_odds : float
        How much higher the log evidence is with it.
    title : str
        What it is called.
    """
    size = abs(log_odds)
    if size < LEAST_SAID:
        return "Evidence: the answers do not tell them apart."
    side = "in favour of" if log_odds > 0.0 else "against"
    told = f"Evidence: {size:.1f} {side} {title} ({odds_in_words(size)})"
    return f"{told}." if size >= LEAST_TELLING else f"{told}, too little to tell them apart."
