"""Where a name goes on in the next line that has a word too long for one."""

from __future__ import annotations

import re

from PySide6.QtGui import QFontMetrics

SIGNS = re.compile(r"(?<=[-_/.,;:|])(?=.)")  # after which a line may end within a word
TOGETHER = 4  # letters at either end of a word that no line parts
BREAK = "\u200b"  # where a word that is too long may go on in the next line


def breakable(name: str, metrics: QFontMetrics, room: int) -> str:
    """A name whose words may go on in the next line where they are wider than a line.

    They do so after a sign where they have one, else between letters, of which some stay together
    at either end.
    """
    return " ".join(_breakable_word(word, metrics, room) for word in name.split(" "))


def _breakable_word(word: str, metrics: QFontMetrics, room: int) -> str:
    if metrics.horizontalAdvance(word) + 2 <= room:
        return word
    parts = SIGNS.split(word)
    return BREAK.join(
        part if metrics.horizontalAdvance(part) + 2 <= room else _between_letters(part)
        for part in parts
    )


def _between_letters(part: str) -> str:
    middle = len(part) - TOGETHER
    return part[:TOGETHER] + BREAK + BREAK.join(part[TOGETHER:middle]) + BREAK + part[middle:]
