"""How well methods foretell answers that they have not learned from.

Best are the answers of a hold-out stream: their pairs were drawn at random, and each is predicted
from the answers before it. Where a study has too few of them, its answers are shared out into
folds, and each fold is predicted from all others. Ties teach but are not scored: what is foretold
is who wins, given that one of the two does, and a coin scores log 2 = 0.693.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.held_out import average, foretold_with, n_pairs_of
from prefstudio.engine.linalg import Array
from prefstudio.study.folds import folds_of

FEWEST_ANSWERS = 5  # decided ones, before any method is judged
FEWEST_PAIRS = 2  # different ones, so that there is something to learn from
FEWEST_HELD_OUT = 10


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Answers to foretell, and those to learn from before."""

    learned: Comparisons
    foretold: Comparisons


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is foretold from what.

    Attributes
    ----------
    is_held_out
        Whether it is a hold-out stream, each answer predicted from those before it; else folds.
    n_scored
        Decided answers that are foretold.
    """

    parts: tuple[Part, ...]
    is_held_out: bool
    n_scored: int


@dataclass(frozen=True, slots=True)
class Quality:
    """How well one method foretold.

    Attributes
    ----------
    log_loss, log_loss_se
        Mean of −log P(what was answered), and its standard error.
    accuracy
        Share of the answers whose winner had the larger chance; one half counts half.
    worse_by, worse_by_se
        Log-loss less that of ours on the same answers, and the standard error of that difference.
    """

    log_loss: float
    log_loss_se: float
    accuracy: float
    worse_by: float
    worse_by_se: float


def plan_of(comparisons: Comparisons, is_held_out: Array, n_edges: int, seed: int) -> Plan | None:
    """What to foretell from what; None while there are too few answers.

    Parameters
    ----------
    comparisons : Comparisons
        All that is learned from, in the order of their recording.
    is_held_out : ndarray of bool, shape (n_rows,)
        Which of them are of the hold-out stream.
    n_edges : int
        Edges of the response scale.
    seed : int
        Of the study, by which answers are shared out.
    """
    decided = comparisons.winners(n_edges) != 0
    n_decided = int(comparisons.count[decided].sum())
    stream = np.flatnonzero(decided & is_held_out)
    n_stream = int(comparisons.count[stream].sum())
    if n_stream >= FEWEST_HELD_OUT:
        parts = tuple(
            Part(comparisons.chosen(slice(0, row)), comparisons.chosen(slice(row, row + 1)))
            for row in stream
        )
        return Plan(parts, True, n_stream)
    if n_decided < FEWEST_ANSWERS or n_pairs_of(comparisons) < FEWEST_PAIRS:
        return None
    return Plan(tuple(_folds(comparisons, seed, decided)), False, n_decided)


def _folds(comparisons: Comparisons, seed: int, decided: Array) -> Iterator[Part]:
    for rows in folds_of(comparisons, seed):
        is_learned = np.ones(len(comparisons.first), dtype=bool)
        is_learned[rows] = False
        foretold = rows[decided[rows]]
        if len(foretold):
            yield Part(comparisons.chosen(is_learned), comparisons.chosen(foretold))


def quality_of(log_chances: Array, ours: Array, count: Array) -> Quality:
    """Summarise the log chances of what was answered, one entry a scored row.

    Parameters
    ----------
    log_chances, ours : ndarray, shape (n_rows,)
        By the method that is judged, and by the one it is compared with.
    count : ndarray, shape (n_rows,)
        How many answers each row stands for.
    """
    judged = foretold_with(log_chances)
    loss = average(judged.log_loss, count)
    worse = average(judged.log_loss - foretold_with(ours).log_loss, count)
    right = average(judged.right, count)
    return Quality(loss.mean, loss.standard_error, right.mean, worse.mean, worse.standard_error)
