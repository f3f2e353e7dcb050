"""Parts that a study's answers are shared out into, to be foretold each from the others."""

from __future__ import annotations

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.held_out import pair_folds
from prefstudio.engine.linalg import Array
from prefstudio.study.chance import SAME, Purpose, generator

N_FOLDS = 5


def folds_of(comparisons: Comparisons, seed: int) -> tuple[Array, ...]:
    """Rows of each part, all answers to one pair in the same; alike for everyone who asks.

    Parameters
    ----------
    seed : int
        Of the study: the same answers are always shared out alike, so that figures of one panel
        can be compared with those of another.
    """
    return pair_folds(comparisons, N_FOLDS, generator(seed, Purpose.FOLDS, SAME))
