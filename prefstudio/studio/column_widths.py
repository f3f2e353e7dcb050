"""How wide the columns of a table are: as all need, or else words give way and never numbers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QTableView

LEAST_WORDS = 96  # pixels that a column of words keeps, if it needs them
RULE = 1  # pixels beside a column


def needed_widths(view: QTableView) -> list[int]:
    """What each column needs, so that its heading and its cells are whole."""
    heads, model = view.horizontalHeader(), view.model()
    return [
        max(view.sizeHintForColumn(column), heads.sectionSizeHint(column)) + RULE
        for column in range(model.columnCount())
    ]


def fitted_widths(needed: Sequence[int], are_words: Sequence[bool], room: int) -> list[int]:
    """Widths that fit a room as far as columns of words can give way, the widest first.

    Parameters
    ----------
    needed : sequence of int
        What each column needs.
    are_words : sequence of bool
        Which of them hold words, that are still read where their ends are left out.
    room : int
        Pixels for all of them.
    """
    words = [width for width, is_words in zip(needed, are_words, strict=True) if is_words]
    most = max(words, default=LEAST_WORDS)
    over = sum(needed) - room
    while most > LEAST_WORDS and sum(max(width - most, 0) for width in words) < over:
        most -= 1
    pairs = zip(needed, are_words, strict=True)
    return [min(width, most) if is_words else width for width, is_words in pairs]
