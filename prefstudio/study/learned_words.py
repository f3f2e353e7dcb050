"""What was learned of a model, in a person's words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from prefstudio.study.component_shares import percentages
from prefstudio.study.evidence_words import LEAST_SAID, LEAST_TELLING
from prefstudio.study.model_sheet import ModelSheet
from prefstudio.study.settings import IndividualComponent
from prefstudio.study.words import in_figures, listed

_PLURALS = frozenset({"features", "links", "nearest neighbours"})


@dataclass(frozen=True, slots=True)
class Removal:
    """A part of the prior and the log evidence of the learned model without it."""

    title: str
    log_evidence: float


def shares_in_words(sheet: ModelSheet) -> str:
    """How much each component explains, the largest first, in the figures of the share bar."""
    own = [isinstance(component, IndividualComponent) for component in sheet.components]
    parts = zip(percentages(sheet.shares), sheet.titles, own, strict=True)
    told = [(percent, title) for percent, title, is_own in parts if not is_own]
    if not told:
        return "all that is known is individual"
    told.sort(key=lambda each: -each[0])
    (percent, title), *others = told
    verb = "explain" if title in _PLURALS else "explains"
    words = [f"{title} {verb} {percent} % of what is known"]
    words += [f"{title} {percent} %" for percent, title in others]
    is_rest = any(is_own and share for is_own, share in zip(own, sheet.shares, strict=True))
    return ", ".join([*words, "the rest is individual"] if is_rest else words)


def removals_in_words(removals: Sequence[Removal], log_evidence: float) -> str:
    """By how much the evidence changes without each, and of which that tells nothing."""
    changes = {each.title: each.log_evidence - log_evidence for each in removals}
    telling = {title: by for title, by in changes.items() if abs(by) >= LEAST_TELLING}
    words = [listed(f"without {title} {_change(by)}" for title, by in telling.items())]
    open_ones = {title: by for title, by in changes.items() if title not in telling}
    if open_ones:
        verb = "helps" if len(open_ones) == 1 and not _PLURALS.issuperset(open_ones) else "help"
        figures = ", ".join(f"without {title} {_change(by)}" for title, by in open_ones.items())
        whether = " or ".join(open_ones)
        words.append(f"the answers cannot tell whether {whether} {verb} ({figures})")
    return "; ".join(part for part in words if part)


def strength_in_words(strength: float, before: object = None) -> str:
    """How hard nearest neighbours pull, and what that was if it moved."""
    told = f"before it was {in_figures(before)}" if isinstance(before, float) else "as before"
    return f"nearest neighbours pull with strength {in_figures(strength)}, {told}"


def scale_in_words(scale_spread: float) -> str:
    """How well it is known how large utilities are: the half-width of 95 %, as a factor."""
    factor = math.exp(1.96 * scale_spread)
    return f"how large utilities are is known up to a factor of {in_figures(factor)}"


def _change(by: float) -> str:
    if abs(by) < LEAST_SAID:
        return "the evidence stays the same"
    return f"the evidence {'rises' if by > 0.0 else 'falls'} by {abs(by):.1f}"
