"""How well typed words fit a name; letters may be left out."""

from __future__ import annotations

WHOLE_WORD, IN_WORD, LETTERS = 3.0, 2.0, 1.0
BEHIND = 0.25  # weight of a word that is found in the explanation only


def fit_of(typed: str, name: str, explanation: str = "") -> float | None:
    """How well some words fit, larger is better; None when one of them is nowhere.

    Every typed word must begin a word of the name (best), stand within it, or have its letters
    there in the same order; or begin a word of the explanation.
    """
    total = 0.0
    for word in typed.casefold().split():
        fit = _fit_of_word(word, name.casefold())
        if fit is None:
            begun = any(part.startswith(word) for part in explanation.casefold().split())
            fit = BEHIND if begun else None
        if fit is None:
            return None
        total += fit
    return total


def _fit_of_word(word: str, name: str) -> float | None:
    if any(part.startswith(word) for part in name.split()):
        return WHOLE_WORD
    if word in name:
        return IN_WORD
    # Each letter is looked for behind the one before it.
    letters = iter(name)
    return LETTERS if all(letter in letters for letter in word) else None
