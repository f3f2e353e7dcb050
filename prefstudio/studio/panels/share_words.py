"""The words above a bar of shares, and where they find room."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

GAP = 8


def placed_words(
    titles: Sequence[str], words: Sequence[str], borders: Sequence[float], metrics: QFontMetricsF
) -> list[tuple[float, str]]:
    """Left edge and text of each word, none over another.

    Parameters
    ----------
    titles : sequence of str
        The beginning of each word that may be cut in its middle; figures never are.
    words : sequence of str
        Title and per cents of each part.
    borders : sequence of float
        Where each part ends, in px; the last is the width of all.
    metrics : QFontMetricsF
        Of the letters they are written in.
    """
    if not words:
        return []
    room = borders[-1] - GAP * (len(words) - 1)
    fitting = _fitting(titles, words, room, metrics)
    widths = [metrics.horizontalAdvance(word) for word in fitting]
    return list(zip(_places(widths, borders), fitting, strict=True))


def _fitting(
    titles: Sequence[str], words: Sequence[str], room: float, metrics: QFontMetricsF
) -> list[str]:
    """The words, their longest titles cut first where all together are too wide."""
    names = [metrics.horizontalAdvance(title) for title in titles]
    rest = sum(metrics.horizontalAdvance(word) for word in words) - sum(names)
    longest = _longest(names, room - rest)
    middle = Qt.TextElideMode.ElideMiddle
    return [
        metrics.elidedText(title, middle, math.ceil(min(name, longest))) + word[len(title) :]
        for title, name, word in zip(titles, names, words, strict=True)
    ]


def _longest(names: Sequence[float], room: float) -> float:
    """How long a name may be so that all fit, those that are shorter as they are."""
    left = room
    for place, name in enumerate(sorted(names)):
        equal = left / (len(names) - place)
        if name > equal:
            return max(equal, 0.0)
        left -= name
    return math.inf


def _places(widths: Sequence[float], borders: Sequence[float]) -> list[float]:
    """Left edges: the first left, the last right, others about the middle of their part."""
    last, right = len(widths) - 1, borders[-1]
    starts = [0.0, *borders]
    places = [(starts[k] + starts[k + 1] - width) / 2 for k, width in enumerate(widths)]
    places[last] = right - widths[last]
    places[0] = 0.0
    for k in range(1, last + 1):
        places[k] = max(places[k], places[k - 1] + widths[k - 1] + GAP)
    for k in range(last, -1, -1):
        places[k] = max(min(places[k], right - widths[k]), 0.0)
        right = places[k] - GAP
    return places
