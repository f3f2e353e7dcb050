"""What was learned of a model, in a person's words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from prefstudio.study.model_sheet import ModelSheet
from prefstudio.study.settings import IndividualComponent
from prefstudio.study.words import in_figures, listed


@dataclass(frozen=True, slots=True)
class Removal:
    """A part of the prior and the log evidence of the learned model without it."""

    title: str
    log_evidence: float


def shares_in_words(sheet: ModelSheet) -> str:
    """How much each component explains, the largest first."""
    parts = zip(sheet.components, sheet.titles, sheet.shares, strict=True)
    own, told = False, []
    for component, title, share in parts:
        if isinstance(component, IndividualComponent):
            own = own or share > 0.0
        else:
            told.append((share, title))
    if not told:
        return "all that is known is individual"
    told.sort(key=lambda each: -each[0])
    (share, title), *others = told
    verb = "explains" if title not in ("links", "features") else "explain"
    words = [f"{title} {verb} {_percent(share)} of what is known"]
    words += [f"{title} {_percent(share)}" for share, title in others]
    return ", ".join([*words, "the rest is individual"] if own else words)


def removals_in_words(removals: Sequence[Removal], log_evidence: float) -> str:
    """By how much the evidence changes without each."""
    words = []
    for removal in removals:
        change = removal.log_evidence - log_evidence
        verb = "rises" if change > 0.0 else "falls"
        words.append(f"without {removal.title} the evidence {verb} by {abs(change):.1f}")
    return listed(words)


def strength_in_words(strength: float, before: object = None) -> str:
    """How hard nearest neighbours pull, and what that was if it moved."""
    told = f"before it was {in_figures(before)}" if isinstance(before, float) else "as before"
    return f"nearest neighbours pull with strength {in_figures(strength)}, {told}"


def scale_in_words(scale_spread: float) -> str:
    """How well it is known how large utilities are: the half-width of 95 %, as a factor."""
    factor = math.exp(1.96 * scale_spread)
    return f"how large utilities are is known up to a factor of {in_figures(factor)}"


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f} %"
