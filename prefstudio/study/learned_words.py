"""What was learned of a model, in a person's words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from prefstudio.study.component_shares import percentages
from prefstudio.study.evidence_words import LEAST_SAID, LEAST_TELLING
from prefstudio.study.model_sheet import ModelSheet
from prefstudio.study.settings import IndividualComponent
from prefstudio.study.why_words import NO_BREAK
from prefstudio.study.words import counted, in_figures, listed

_PLURALS = frozenset({"features", "links", "nearest neighbours"})


@dataclass(frozen=True, slots=True)
class Removal:
    """A part of the prior and the log evidence of the learned model without it."""

    title: str
    log_evidence: float


def worth_in_words(
    sheet: ModelSheet, removals: Sequence[Removal], log_evidence: float, n_answers: int
) -> list[str]:
    """What each part explains and is worth, and first of all what the answers cannot tell.

    Parameters
    ----------
    sheet
        The learned model.
    removals, log_evidence
        The evidence without each part, and with all of them.
    n_answers
        Answers that were learned from.
    """
    changes = {each.title: each.log_evidence - log_evidence for each in removals}
    telling = {title: by for title, by in changes.items() if abs(by) >= LEAST_TELLING}
    open_ones = {title: by for title, by in changes.items() if title not in telling}
    shares = shares_in_words(sheet)
    words = [_doubt(open_ones, n_answers)] if open_ones else []
    words += [f"the best guess: {shares}" if open_ones else shares] if shares else []
    return words + ([listed(_without(telling))] if telling else [])


def headline(
    sheet: ModelSheet, removals: Sequence[Removal], log_evidence: float, strength: str = ""
) -> str:
    """What each part explains, and whether that is certain, short enough for a message."""
    is_open = any(abs(each.log_evidence - log_evidence) < LEAST_TELLING for each in removals)
    found = "; ".join(filter(None, (shares_in_words(sheet), strength)))
    return f"Learned{', not certain yet' if is_open else ''}{f': {found}' if found else ''}."


def shares_in_words(sheet: ModelSheet) -> str:
    """How much each component explains, the largest first, in the figures of the share bar.

    Empty where there is but one: it explains all, whatever the answers say.
    """
    own = [isinstance(component, IndividualComponent) for component in sheet.components]
    parts = list(zip(percentages(sheet.shares), sheet.titles, own, strict=True))
    told = [(percent, title) for percent, title, is_own in parts if not is_own]
    if not told or sum(percent > 0 for percent, _, _ in parts) < 2:
        return ""
    told.sort(key=lambda each: -each[0])
    (percent, title), *others = told
    words = [f"{title} {_explain(title)} {percent}{NO_BREAK}% of the differences"]
    words += [f"{title} {percent}{NO_BREAK}%" for percent, title in others]
    is_rest = any(is_own and percent for percent, _, is_own in parts)
    return ", ".join([*words, "the rest is individual"] if is_rest else words)


def evidence_moved_in_words(before: float, after: float) -> str:
    """How the log evidence moved, and why it may have fallen; empty where it reads the same."""
    figures = [f"{value:.2f}".replace("-", "\u2212") for value in (before, after)]
    if figures[0] == figures[1]:
        return ""
    if after > before:
        return f"the log evidence rises from {figures[0]} to {figures[1]}"
    why = "learning also weighs what is usual and takes utilities at their average size"
    return f"the log evidence goes from {figures[0]} to {figures[1]}, since {why}"


def strength_in_words(strength: float, before: object = None) -> str:
    """How hard nearest neighbours pull, as Components calls it, and what that was if it moved."""
    told = f"before it was {in_figures(before)}" if isinstance(before, float) else "as before"
    return f"the strength of neighbours (in Components) is {in_figures(strength)}, {told}"


def scale_in_words(scale_spread: float) -> str:
    """How well it is known how large utilities are: the half-width of 95 %, as a factor."""
    factor = math.exp(1.96 * scale_spread)
    return f"all utilities together may be up to {factor:.1f} times larger or smaller"


def _doubt(open_ones: Mapping[str, float], n_answers: int) -> str:
    """Of which parts the answers do not tell what they are worth, with the figures."""
    verb = "is" if len(open_ones) == 1 and not _PLURALS.issuperset(open_ones) else "are"
    worth = f"cannot yet tell what {listed(open_ones)} {verb} worth"
    return f"{counted(n_answers, 'answer')} {worth} ({', '.join(_without(open_ones))})"


def _without(changes: Mapping[str, float]) -> list[str]:
    return [f"without {title} {_change(by)}" for title, by in changes.items()]


def _explain(title: str) -> str:
    return "explain" if title in _PLURALS else "explains"


def _change(by: float) -> str:
    if abs(by) < LEAST_SAID:
        return "the evidence stays the same"
    return f"the evidence {'rises' if by > 0.0 else 'falls'} by {abs(by):.1f}"
