"""How messages and notes say a name, a count, and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

_SHOWN_CHARACTERS = 60
_COUNT_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


def quoted(text: str) -> str:
    """Return the text in quotes, cut where it is longer than a message can bear."""
    if len(text) > _SHOWN_CHARACTERS:
        text = text[: _SHOWN_CHARACTERS - 1] + "…"
    return f"'{text}'"


def listed(names: Iterable[str]) -> str:
    """Return names as an enumeration: ``a, b and c``."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: ``one cell``, ``11 cells``; words to ten, then figures."""
    return f"{amount_word(number)} {one if number == 1 else many or one + 's'}"


def amount_word(number: int) -> str:
    """Return a count: a word to ten, then a figure."""
    return _COUNT_WORDS[number] if number < len(_COUNT_WORDS) else f"{number:,}"


def in_figures(value: float) -> str:
    """Return a number as a line of text bears it: ``3.20``, ``0.034``."""
    return f"{value:,.2f}" if abs(value) >= 0.1 or not value else f"{value:.2g}"


def nearest(name: str, known: Sequence[str], *, cutoff: float = 0.6) -> str | None:
    """Return the known name that is most like `name`, or None when none is like it.

    Parameters
    ----------
    name
        What was written.
    known
        The names there are.
    cutoff
        Least likeness from 0 to 1; 0 always finds one, unless `known` is empty.
    """
    folded = name.strip().casefold()
    for candidate in known:
        if candidate.strip().casefold() == folded:
            return candidate
    found = difflib.get_close_matches(name, known, n=1, cutoff=cutoff)
    return found[0] if found else None


def did_you_mean(name: str, known: Sequence[str], otherwise: str) -> str:
    """Return the remedy for an unknown name: the nearest known one, or else another sentence."""
    found = nearest(name, known)
    return otherwise if found is None else f"Did you mean {quoted(found)}?"
