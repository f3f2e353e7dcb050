"""How well answers are foretold that were not learned from, and how sure a difference is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import tilt

NO_MATTER = 1e-9  # of the sd of an answer: means closer than this foretell nothing
NORMAL_95 = 1.959963984540054  # 95 % of a normal law lie within so many sds


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
class Contrast:
    """A mean of paired differences with its standard error over the answers."""

    mean: float
    standard_error: float

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval."""
        return NORMAL_95 * self.standard_error

    @property
    def is_certain(self) -> bool:
        """Whether 0 lies outside of the 95 % interval."""
        return abs(self.mean) > self.half_width


def pair_folds(
    comparisons: Comparisons, n_folds: int, rng: np.random.Generator
) -> tuple[Array, ...]:
    """Rows shared out at random, all answers to one pair in one fold; never an empty fold.

    Returns
    -------
    tuple of ndarray
        Positions of the rows of each fold, at most `n_folds` of them.
    """
    pair = _pair_of(comparisons)
    n_pairs = n_pairs_of(comparisons)
    fold_of = rng.permutation(n_pairs) % max(min(n_folds, n_pairs), 1)
    fold = fold_of[pair]
    return tuple(read_only(np.flatnonzero(fold == k)) for k in range(min(n_folds, n_pairs)))


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
    win, end = scale.win
    said = np.where(comparisons.lower >= win, 1.0, -1.0)
    is_tie = (comparisons.lower < win) & (comparisons.upper > end - win)
    right = np.where(is_tie, np.nan, 0.5 + 0.5 * said * leaning)
    return Foretold(read_only(-log_z), read_only(right))


def paired(difference: Array, count: Array) -> Contrast:
    """Mean and standard error of differences, row k of which stands for count[k] answers.

    Differences that are not a number do not count; a standard error of fewer than two answers
    is infinite.
    """
    is_there = ~np.isnan(difference)
    difference, count = difference[is_there], count[is_there]
    n_answers = float(count.sum())
    if n_answers == 0.0:
        return Contrast(0.0, np.inf)
    mean = float(count @ difference / n_answers)
    if n_answers < 2.0:
        return Contrast(mean, np.inf)
    variance = float(count @ np.square(difference - mean)) / (n_answers - 1.0)
    return Contrast(mean, float(np.sqrt(variance / n_answers)))
