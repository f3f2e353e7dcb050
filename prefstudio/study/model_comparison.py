"""Two models on the same answers: evidence, and how each foretells what it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.held_out import (
    Average,
    Foretold,
    RightContrast,
    average,
    n_pairs_of,
    right_contrast,
)
from prefstudio.engine.linalg import Array
from prefstudio.study.comparisons import Comparison, Phase
from prefstudio.study.evidence_words import evidence_in_words
from prefstudio.study.folds import folds_of
from prefstudio.study.words import counted

FEWEST_HELD_OUT = 20  # recorded hold-out answers that are enough
LEAST_SAID = 0.001  # a chance below it is told as less than that
FEWEST_PAIRS = 4  # different pairs, or nothing can be held out that tells anything

UNLIKE_BASELINES = "Baselines keeps the weights as they are, so its figures differ."


class Source(StrEnum):
    """Where the answers come from that the models foretell."""

    HOLDOUT = "holdout"
    FOLDS = "folds"


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Which answers are foretold from which.

    Attributes
    ----------
    parts
        Rows that are learned from and rows that are foretold, one pair of arrays a part; no pair
        of items is in both.
    """

    source: Source
    parts: tuple[tuple[Array, Array], ...]


@dataclass(frozen=True, slots=True)
class ModelScore:
    """How well one model does: log evidence of all answers, and the rest on held-out ones."""

    log_evidence: float
    share_right: float
    log_loss: float


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """A model with something against the same without it.

    Attributes
    ----------
    title
        What one has and the other has not, as a sentence calls it.
    is_relearned
        Whether weights and scales of both were learned anew, on all answers for the evidence and
        on the others for every part; else they are as they stand.
    n_answers, n_choices
        Held-out answers, and those among them that are no ties.
    right, log_loss
        With less without: share of choices foretold right, and which of them tell; without less
        with: log-loss. Above 0 speaks for it.
    """

    moment: int
    title: str
    is_relearned: bool
    source: Source
    n_parts: int
    n_answers: int
    n_choices: int
    having: ModelScore
    lacking: ModelScore
    right: RightContrast
    log_loss: Average

    @property
    def log_odds(self) -> float:
        """How much higher the log evidence is with it."""
        return self.having.log_evidence - self.lacking.log_evidence

    @property
    def words(self) -> str:
        """What came out, in two sentences."""
        return f"{self._right_in_words()} {evidence_in_words(self.log_odds, self.title)}"

    @property
    def how(self) -> str:
        """Which answers were foretold from which, and with which weights."""
        if self.source is Source.HOLDOUT:
            told = f"{counted(self.n_answers, 'hold-out answer')}, foretold from the answers to"
            told += " all other pairs"
        else:
            told = f"{counted(self.n_answers, 'answer')} in {self.n_parts} parts, each foretold"
            told += " from the others; answers to one pair stay together"
        weights = "weights relearned for both" if self.is_relearned else "weights as they are"
        words = f"{told}; {weights}."
        return f"{words} {UNLIKE_BASELINES}" if self.is_relearned else words

    def _right_in_words(self) -> str:
        if self.n_choices < 2:
            return f"Too few answers without a tie to tell what {self.title} foretell."
        having, lacking = map(self._n_right, (self.having, self.lacking))
        told = (
            f"With {self.title} {having} of {self.n_choices:,} answers are predicted right, "
            f"without {lacking}"
        )
        right = self.right
        if right.n_for == right.n_against == 0:
            return f"{told}: no answer tells them apart."
        speak = "answer speaks" if right.n_for == 1 else "answers speak"
        sure = "beyond chance (95\u00a0%)" if right.is_certain else "not certain yet"
        return (
            f"{told}. Where they differ, {right.n_for:,} {speak} for {self.title}, "
            f"{right.n_against:,} against; a coin falls as unevenly {_often(right.chance)}: {sure}."
        )

    def _n_right(self, score: ModelScore) -> str:
        """How many choices were foretold right; one that neither item was foretold for is half."""
        return f"{round(2.0 * score.share_right * self.n_choices) / 2.0:,g}"


def split_of(rows: Sequence[Comparison], comparisons: Comparisons, seed: int) -> Split:
    """Recorded hold-out answers where there are enough, else folds of all answers.

    Parameters
    ----------
    rows, comparisons
        The answers that are learned from, as recorded and as the engine takes them.
    seed
        Of the study: the same answers are always shared out alike.

    Raises
    ------
    ValueError
        When fewer than `FEWEST_PAIRS` different pairs were answered.
    """
    if n_pairs_of(comparisons) < FEWEST_PAIRS:
        raise ValueError(f"at least {FEWEST_PAIRS} different pairs must be answered to compare")
    everything = np.arange(len(rows))
    held = np.array([row.phase is Phase.HOLDOUT for row in rows])
    kept_apart = {_pair(row) for row in rows if row.phase is Phase.HOLDOUT}
    others = np.array([_pair(row) not in kept_apart for row in rows])
    if comparisons.count[held].sum() >= FEWEST_HELD_OUT and others.any():
        return Split(Source.HOLDOUT, ((everything[others], everything[held]),))
    folds = folds_of(comparisons, seed)
    parts = tuple((np.setdiff1d(everything, fold), fold) for fold in folds)
    return Split(Source.FOLDS, parts)


def contrasts(having: Foretold, lacking: Foretold, count: Array) -> tuple[RightContrast, Average]:
    """The differences in what is right and in log-loss, each above 0 where it speaks for it."""
    return (
        right_contrast(having, lacking, count),
        average(lacking.log_loss - having.log_loss, count),
    )


def score_of(log_evidence: float, found: Foretold, count: Array) -> ModelScore:
    """Means over all answers that were foretold."""
    return ModelScore(
        log_evidence, average(found.right, count).mean, average(found.log_loss, count).mean
    )


def _pair(row: Comparison) -> frozenset[str]:
    return frozenset((row.a, row.b))


def _often(chance: float) -> str:
    """In how many of a hundred cases, told finely where it decides."""
    if chance < LEAST_SAID:
        return f"in less than {100.0 * LEAST_SAID:.1f}\u00a0% of cases"
    decimals = 0 if chance >= 0.1 else 1
    return f"in {100.0 * chance:.{decimals}f}\u00a0% of cases"
