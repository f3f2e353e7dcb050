"""How well answers are foretold that were not learned from, and how sure a difference is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, stdtrit

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import tilt

COIN = math.log(2.0)
"""The log-loss of one who says ½ to every pair."""

NO_MATTER = 1e-9  # of the sd of an answer: means closer than this foretell nothing
SURE = 0.95  # how sure one is of what is called certain


@dataclass(frozen=True, slots=True, eq=False)
class Foretold:
    """How answers were foretold, one entry a row of comparisons.

    Attributes
    ----------
    log_loss
        −log of the probability that the given answer had.
    right
        1 where the preferred item was foretold, 0 where the other one was, ½ where neither was;
        not a number for ties.
    """

    log_loss: Array
    right: Array


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over answers, often of paired differences, with its standard error."""

    mean: float
    standard_error: float
    n_answers: int

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval, by Student's t; infinite for fewer than two answers."""
        if self.n_answers < 2:
            return math.inf
        return float(stdtrit(self.n_answers - 1, 0.5 + 0.5 * SURE)) * self.standard_error

    @property
    def is_certain(self) -> bool:
        """Whether 0 lies outside of the 95 % interval."""
        return abs(self.mean) > self.half_width


@dataclass(frozen=True, slots=True)
class RightContrast:
    """How much oftener one model was right than another, on the same answers.

    Attributes
    ----------
    mean
        Difference of the shares that were foretold right.
    n_for, n_against
        Answers that the one foretold better, and the other; all others tell nothing.
    """

    mean: float
    n_for: int
    n_against: int

    @property
    def chance(self) -> float:
        """How often a coin splits the telling answers at least as unevenly.

        The exact sign test, two-sided, which is McNemar's: 2 P(X ≤ min(n_for, n_against)) with X
        binomial of n_for + n_against and ½.
        """
        n_telling = self.n_for + self.n_against
        return min(1.0, 2.0 * float(bdtr(min(self.n_for, self.n_against), n_telling, 0.5)))

    @property
    def is_certain(self) -> bool:
        """Whether a coin would hardly do it, in less than 5 % of cases, and the shares agree.

        Where neither item is foretold an answer tells by half, so that they may not.
        """
        return self.chance < 1.0 - SURE and (self.n_for - self.n_against) * self.mean > 0.0


def deal(counts: Array, n_folds: int, rng: np.random.Generator) -> Array:
    """How many answers of each row go into each fold, shape (n_rows, n_folds).

    Answers are laid out row by row in a random order and dealt like cards, so that folds are of
    one size and the equal answers of a row are spread evenly.
    """
    order = rng.permutation(len(counts))
    laid = counts[order]
    before = np.concatenate([[0], np.cumsum(laid)])
    fold = np.arange(n_folds)
    # Cards 0 … m − 1 hold ⌈(m − k)/K⌉ for fold k.
    held = -((fold - before[:, np.newaxis]) // n_folds)
    dealt = np.empty((len(counts), n_folds), dtype=np.int64)
    dealt[order] = np.diff(np.maximum(held, 0), axis=0)
    return dealt


def pair_folds(
    comparisons: Comparisons, n_folds: int, rng: np.random.Generator
) -> tuple[Array, ...]:
    """Rows shared out at random, all answers to one pair in one fold; never an empty fold.

    Returns
    -------
    tuple of ndarray
        Positions of the rows of each fold, at most `n_folds` of them.
    """
    pair, n_pairs = _pair_of(comparisons), n_pairs_of(comparisons)
    dealt = deal(np.ones(n_pairs, dtype=np.int64), min(n_folds, n_pairs), rng)
    return tuple(read_only(np.flatnonzero(held[pair])) for held in dealt.T)


def n_pairs_of(comparisons: Comparisons) -> int:
    """How many different pairs were compared, in either order."""
    return int(_pair_of(comparisons).max(initial=-1)) + 1


def _pair_of(comparisons: Comparisons) -> Array:
    """A number for the pair of every row, from 0 on."""
    ends = np.sort(np.stack([comparisons.first, comparisons.second]), axis=0)
    return np.asarray(np.unique(ends, axis=1, return_inverse=True)[1]).ravel()


def foretold(posterior: Posterior, comparisons: Comparisons) -> Foretold:
    """How a posterior foretells answers that it has not seen."""
    scale = posterior.scale
    pairs = zip(comparisons.first.tolist(), comparisons.second.tolist(), strict=True)
    moments = np.array([posterior.pair_moments(*pair) for pair in pairs]).reshape(-1, 2)
    mean, variance = moments[:, 0], moments[:, 1]
    lower, upper = scale.edges[comparisons.lower], scale.edges[comparisons.upper]
    log_z = tilt(lower, upper, mean, variance, scale.noise).log_z
    least = NO_MATTER * np.sqrt(scale.noise**2 + variance)
    leaning = np.where(np.abs(mean) <= least, 0.0, np.sign(mean))
    winner = comparisons.winners(len(scale.edges))
    right = np.where(winner == 0, np.nan, 0.5 + 0.5 * winner * leaning)
    return Foretold(read_only(-log_z), read_only(right))


def foretold_with(log_chances: Array) -> Foretold:
    """How decided answers were foretold, whose winners had these chances against the losers."""
    right = 0.5 + 0.5 * np.sign(log_chances + COIN)
    return Foretold(read_only(-log_chances), read_only(right))


def average(values: Array, count: Array) -> Average:
    """Mean and standard error of values, row k of which stands for count[k] answers.

    Values that are not a number do not count; a standard error of fewer than two answers is
    infinite.
    """
    is_there = ~np.isnan(values)
    values, count = values[is_there], count[is_there]
    n_answers = float(count.sum())
    if n_answers == 0.0:
        return Average(0.0, np.inf, 0)
    mean = float(count @ values / n_answers)
    if n_answers < 2.0:
        return Average(mean, np.inf, int(n_answers))
    variance = float(count @ np.square(values - mean)) / (n_answers - 1.0)
    return Average(mean, float(np.sqrt(variance / n_answers)), int(n_answers))


def right_contrast(having: Foretold, lacking: Foretold, count: Array) -> RightContrast:
    """What tells two models apart that foretold the same answers; ties do not count."""
    apart = having.right - lacking.right
    n_for, n_against = (int(count[side].sum()) for side in (apart > 0.0, apart < 0.0))
    return RightContrast(average(apart, count).mean, n_for, n_against)
