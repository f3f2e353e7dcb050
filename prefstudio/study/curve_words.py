"""What a curve of settledness draws, and what it means."""

from __future__ import annotations

from prefstudio.study.standing import LARGE_TOP
from prefstudio.study.why_words import NO_BREAK


def words_for(top_k: int | None) -> str:
    """What settles, in words."""
    if top_k is None:
        return "order of pairs settled"
    if top_k > LARGE_TOP:
        return f"share of the top {top_k} that is right"
    return "best one settled" if top_k == 1 else f"top {top_k} settled"


def short_words_for(top_k: int | None) -> str:
    """What settles, in a few words, as beside the answers that are counted."""
    if top_k is None:
        return "order settled"
    return f"top {top_k} right" if top_k > LARGE_TOP else words_for(top_k)


def meaning_for(top_k: int | None) -> str:
    """What it means to be settled, in a sentence."""
    percent = f"{NO_BREAK}%"
    if top_k is None:
        return (
            "How sure the order of two items is, on average over all pairs: before any answer "
            f"50{percent}, since a coin would get half the pairs right; 100{percent} is certain."
        )
    if top_k > LARGE_TOP:
        return f"How many of the {top_k} items shown first are expected to be among the best."
    shown = "the item shown first is the best one"
    if top_k > 1:
        shown = f"the {top_k} items shown first are the best ones"
    return f"The chance that {shown}: 100{percent} is certain."
