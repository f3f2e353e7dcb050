"""Glicko (section 8, after Glickman 1999): ratings that are updated game by game, in order.

Independent items, each with a rating μ and a variance σ² that only its own games move. A single
answer is a rating period of one game, as Radlinski & Joachims have it. Answers that come as a table
of counts have no order: rows with a count above one that follow each other are one rating period,
all items from their values before it. A tie is half a win; how clearly an item won says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, log_expit

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.estimate import LOGITS_PER_NOISE
from prefstudio.engine.linalg import Array, read_only

Q = np.log(10.0) / 400.0  # logits in a point
START, START_SD = 1500.0, 350.0  # Glickman's, of an item without games
CHECKED_EVERY = 256  # rows


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings and their variances, shape (n_items,), in points."""

    points: Array
    variance: Array
    scale: ResponseScale

    @property
    def mean(self) -> Array:
        """Utility of every item: points about the start, in the unit of the noise."""
        return (self.points - START) * self._unit

    @property
    def sd(self) -> Array:
        """Its standard deviation."""
        return np.sqrt(self.variance) * self._unit

    def log_chance(self, first: Array, second: Array) -> Array:
        """Glickman's expected outcome, both items' uncertainty included."""
        softened = dampening(self.variance[first] + self.variance[second])
        return np.asarray(log_expit(Q * softened * (self.points[first] - self.points[second])))

    @property
    def _unit(self) -> float:
        return float(Q * self.scale.noise / LOGITS_PER_NOISE)


def fit(
    comparisons: Comparisons, n_items: int, scale: ResponseScale, control: Control | None = None
) -> Ratings:
    """Ratings after all games, played in the order of `comparisons`.

    Parameters
    ----------
    comparisons : Comparisons
        In the order they were given; another order gives other ratings.
    n_items : int
    scale : ResponseScale
        Says which answers are ties.
    control : Control, optional
    """
    comparisons.check_items(n_items)
    found = Ratings(np.full(n_items, START), np.full(n_items, START_SD**2), scale)
    for number, period in enumerate(_periods(comparisons.count)):
        if control is not None and number % CHECKED_EVERY == 0:
            control.check()
        found = after_period(found, comparisons.chosen(period))
    return Ratings(read_only(found.points), read_only(found.variance), scale)


def after_period(before: Ratings, games: Comparisons) -> Ratings:
    """Ratings after games that count as played at once."""
    first, second, count = games.first, games.second, games.count.astype(float)
    score = 0.5 * (1.0 + games.winners(len(before.scale.edges)))
    precision, surprise = np.zeros(len(before.points)), np.zeros(len(before.points))
    for item, other, outcome in ((first, second, score), (second, first, 1.0 - score)):
        softened = dampening(before.variance[other])
        expected = expit(Q * softened * (before.points[item] - before.points[other]))
        np.add.at(precision, item, Q**2 * count * softened**2 * expected * (1.0 - expected))
        np.add.at(surprise, item, count * softened * (outcome - expected))
    variance = 1.0 / (1.0 / before.variance + precision)
    return Ratings(before.points + Q * variance * surprise, variance, before.scale)


def _periods(counts: Array) -> Iterator[slice]:
    """Single answers one by one, and runs of rows that count several together."""
    start = 0
    for row in range(1, len(counts) + 1):
        if row == len(counts) or counts[row] == 1 or counts[row - 1] == 1:
            yield slice(start, row)
            start = row


def dampening(variance: Array) -> Array:
    """How much less a difference says when an opponent's rating is unsure: g(σ²)."""
    return np.asarray(1.0 / np.sqrt(1.0 + 3.0 * Q**2 * variance / np.pi**2))
