"""How well typed words fit a name; letters may be left out."""

from __future__ import annotations

WHOLE_WORD, IN_WORD, LETTERS = 3.0, 2.0, 1.0
ALSO = 1.5  # weight of a word that the thing is looked for by, too
BEHIND = 0.25  # weight of a word that is found in the explanation only


def fit_of(typed: str, name: str, explanation: str = "", also: str = "") -> float | None:
    """How well some words fit, larger is better; None when one of them is nowhere.

    Every typed word must begin a word of the name (best), stand within it, begin a word of those
    that it is `also` looked for by, or have its letters in the name in the same order; or begin a
    word of the explanation.
    """
    total = 0.0
    for word in typed.casefold().split():
        fits = (
            _fit_of_word(word, name.casefold()),
            ALSO if _begins_one(word, also) else 0.0,
            BEHIND if _begins_one(word, explanation) else 0.0,
        )
        if not any(fits):
            return None
        total += max(fits)
    return total


def _begins_one(word: str, text: str) -> bool:
    return any(part.startswith(word) for part in text.casefold().split())


def _fit_of_word(word: str, name: str) -> float:
    if any(part.startswith(word) for part in name.split()):
        return WHOLE_WORD
    if word in name:
        return IN_WORD
    # Each letter is looked for behind the one before it.
    letters = iter(name)
    return LETTERS if all(letter in letters for letter in word) else 0.0
