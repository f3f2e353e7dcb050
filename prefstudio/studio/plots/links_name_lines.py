"""How a name is written in the picture of the links: in lines, and cut only if it must be."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font

WIDEST = 150.0  # pixels that a name may be wide
CUT_WIDTHS = (150.0, 96.0, 60.0)  # of a name that is wider in however many lines
WIDER = (300.0, 240.0, 200.0, *CUT_WIDTHS)  # of one that has room when all others have theirs
MOST_LINES = 3
MOST_WORDS = 20  # among which a line may begin
LINE = 16.0  # pixels of height for every line of a name
BESIDE = 6.0  # pixels that a plate is wider than its name

Written = tuple[str, float, float]
"""A name as it may be written, with width and height of its plate."""


@lru_cache(maxsize=4096)
def ways_to_write(text: str, is_strong: bool) -> tuple[Written, ...]:
    """A name as it may be written, with width and height of its plate, the best first.

    In one line, in two or in three, and cut only if it is too wide even then.
    """
    measure = QFontMetricsF(name_font(is_strong))
    whole = [each for each in _wrapped(text, measure) if _plate(each, measure)[0] <= WIDEST]
    middle = Qt.TextElideMode.ElideMiddle
    ways = whole or [measure.elidedText(text, middle, width) for width in CUT_WIDTHS]
    return tuple((each, *_plate(each, measure)) for each in dict.fromkeys(ways))


@lru_cache(maxsize=4096)
def wider_ways(text: str, is_strong: bool, width: float) -> tuple[Written, ...]:
    """A name in one line on a plate wider than some pixels: whole at first, then ever more cut."""
    measure = QFontMetricsF(name_font(is_strong))
    cut = (measure.elidedText(text, Qt.TextElideMode.ElideMiddle, each) for each in WIDER)
    ways = ((each, *_plate(each, measure)) for each in dict.fromkeys((text, *cut)))
    return tuple(way for way in ways if way[1] > width + 1.0)


def _wrapped(text: str, measure: QFontMetricsF) -> Iterator[str]:
    """A name in one line, and in every further number of lines, each time as narrow as can be."""
    words = _breakable(text)
    yield text
    for n_lines in range(2, min(len(words), MOST_LINES) + 1):
        ways = itertools.combinations(range(1, min(len(words), MOST_WORDS)), n_lines - 1)
        yield min((_broken(words, way) for way in ways), key=lambda each: _plate(each, measure))


def _broken(words: list[str], places: tuple[int, ...]) -> str:
    """Words in lines that begin at the first word and at these."""
    ends = itertools.pairwise((0, *places, len(words)))
    return "\n".join("".join(words[start:end]).rstrip(" ") for start, end in ends)


def _breakable(text: str) -> list[str]:
    """Parts after which a line may end: words with the blank behind them, or up to a hyphen."""
    return re.findall(r"[^ -]*[ -]+|[^ -]+", text)


def _plate(text: str, measure: QFontMetricsF) -> tuple[float, float]:
    """Width and height of the plate under a name."""
    lines = text.split("\n")
    return max(map(measure.horizontalAdvance, lines)) + BESIDE, LINE * len(lines)


def name_font(is_strong: bool) -> QFont:
    """How a name is written."""
    return font(12, SEMI_BOLD if is_strong else MEDIUM)
