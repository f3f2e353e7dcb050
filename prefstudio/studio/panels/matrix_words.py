"""What a matrix says in words: its read-out, its hints and its description."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.panels.matrix_look import MatrixLook
from prefstudio.studio.plots.matrix_frame import Cell, MatrixFrame
from prefstudio.studio.plots.matrix_pairs import PairState, is_tied
from prefstudio.studio.plots.matrix_scale import MatrixScale, largest_pair
from prefstudio.study.purpose import lower_title
from prefstudio.study.view import MatrixKind

RING = "ring: asked"
LOSS = "expected_loss"  # the criterion whose largest value the matrix shows
OUTSIDE = "outside this window"
CLICK = "Click asks a pair, Shift queues it."
ENLARGES = "Click enlarges."
READ_ONLY = "Read-only."
NOT_NOW = "Return to now to ask a pair."
ORDER_WORDS = {"rank": "by rank", "file": "in the file", "cluster": "by likeness"}
ROW_WINS = "Chance that one answer prefers the row."
OF_ONE_ANSWER = (
    "This is what one answer will say, and answers have noise. Compare tells of the true order, "
    "which is surer."
)
CLOSED = {
    PairState.ANSWERED: "answered: not asked again",
    PairState.OTHER_GROUP: "other group: never asked",
    PairState.SET_ASIDE: "set aside or skipped: not asked",
}
LATELY = "shown lately"


def pair_words(kind: MatrixKind, names: Sequence[str], pair: Cell) -> str:
    """Both names of a pair."""
    between = " ≻ " if kind == MatrixKind.PREFERENCE else " – "
    return between.join(names[item] for item in pair)


def ring_words(chooser: str, *, is_outside: bool = False) -> str:
    """What the ring means: the asked pair, what else than this matrix chose it, or where it is."""
    is_other = chooser not in ("", LOSS)
    words = f"{RING}, by {lower_title(chooser)}" if is_other else RING
    return f"{words}, {OUTSIDE}" if is_outside else words


def caption_words(caption: str, chooser: str) -> str:
    """What one sees, and what asks where that is not what one sees."""
    is_other = chooser not in ("", LOSS)
    return f"{caption}; {lower_title(chooser)} asks" if is_other else caption


def chosen_otherwise(chooser: str) -> str:
    """A sentence on a pair that something else than this matrix chose; empty for its own."""
    if chooser in ("", LOSS):
        return ""
    return (
        f"The pair on screen was chosen by {lower_title(chooser)}, so it need not be where the "
        "expected loss is largest. Purpose says what asks."
    )


def corner_words(asked: float | None, marked: Sequence[float], *, some_rest: bool = False) -> str:
    """What the corners mean beside the number of a ringed pair; None where that is not drawn.

    Where some items rest, larger cells may lack a corner.
    """
    if not marked:
        return ""
    among = f" not {LATELY}" if some_rest else ""
    if asked is None:
        return f"corner: largest{among}"
    ties = [is_tied(asked, each) for each in marked]
    if all(ties):
        return "corner: as large"
    below = all(tie or each < asked for tie, each in zip(ties, marked, strict=True))
    return f"corner: {'next ' if below else ''}largest{among}"


def open_words(state: PairState, *, is_answered: bool) -> str:
    """What is to be known of a pair that may be asked, but not next or not for the first time."""
    if state is PairState.RESTING:
        return f"{'answered, ' * is_answered}{LATELY}: not asked next."
    return "answered: may be asked again." if state is PairState.AGAIN else ""


def legend(*, ring: str = RING, corner: str = "", has_dots: bool = False) -> str:
    """What the marks mean that are drawn; without words for one there is none."""
    return ", ".join(words for words in (ring, corner, "dot: answered" * has_dots) if words)


def sentences(marks: str, offer: str) -> str:
    """What the marks mean, if there are any, and what a click does."""
    return f"{marks}. {offer}" if marks else offer


def correlation_words(values: NDArray[np.float64], pair: Cell) -> str:
    """How closely two utilities go together, from their covariance; empty where none is known."""
    first, second = pair
    if first == second:
        return f"sd {figure(math.sqrt(max(float(values[pair]), 0.0)))}"
    product = float(values[first, first] * values[second, second])
    if product <= 0.0:
        return ""
    return f"correlation {figure(float(values[pair]) / math.sqrt(product))}"


def place_words(frame: MatrixFrame, pair: Cell, order: str) -> str:
    """Where in the order two items stand; nothing where rows and columns say it."""
    ranks = frame.ranks_of(pair)
    if ranks is None or frame.is_whole:
        return ""
    return f"places {ranks[0] + 1:,} and {ranks[1] + 1:,} {ORDER_WORDS[order]}"


def number_words(order: str) -> str:
    """What the numbers beside rows and columns are; nobody shall take them for ranks."""
    words = f"Numbers beside rows and columns are places {ORDER_WORDS[order]}, from 1."
    return f"{words} Tied items share a rank, but not a place." if order == "rank" else words


def map_words(frame: MatrixFrame, side: int, order: str, *, are_maxima: bool) -> str:
    """What a dot of the map stands for, and what the numbers beside the cells are."""
    n_items = frame.n_items
    block = math.ceil(n_items / max(side, 1))
    numbers = f"numbers: places {ORDER_WORDS[order]}"
    whole = f"map: {n_items:,} × {n_items:,}"
    if block < 2:
        return f"{whole}, {numbers}"
    dot = f"a dot is the {'largest' if are_maxima else 'mean'} of {block} × {block}"
    return f"{whole}, {dot}; {numbers}"


def description(
    look: MatrixLook,
    names: Sequence[str],
    values: NDArray[np.float64],
    order: NDArray[np.intp],
    scale: MatrixScale,
) -> str:
    """A matrix in two sentences."""
    pair = largest_pair(values, order)
    if pair is None:
        return f"{look.title}: nothing to show."
    row, column = sorted(pair) if look.blanks_diagonal and look.centre == 0.0 else pair
    largest = figure(float(values[pair]), scale.decimals)
    return (
        f"{look.title} of {len(order):,} items. Largest {largest}, "
        f"{names[row]} and {names[column]}."
    )
