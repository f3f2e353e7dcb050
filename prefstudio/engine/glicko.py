"""Glicko (section 8, after Glickman 1999): ratings that are updated game by game, in order.

Independent items, each with a rating μ and a variance σ² that only its own games move. A row of
equal answers is one rating period of so many games, both items from their values before it; a
single answer is a period of one game, as Radlinski & Joachims have it. A tie is half a win; how
clearly an item won says nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import log_expit

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
    points, variance = np.full(n_items, START), np.full(n_items, START_SD**2)
    outcome = 0.5 * (1.0 + comparisons.winners(len(scale.edges)))
    for row in range(len(comparisons)):
        if control is not None and row % CHECKED_EVERY == 0:
            control.check()
        pair = np.array([comparisons.first[row], comparisons.second[row]])
        said = np.array([outcome[row], 1.0 - outcome[row]])
        times = float(comparisons.count[row])
        before, spread = points[pair], variance[pair]
        for place in (0, 1):
            games = Games(before[1 - place], spread[1 - place], said[place], times)
            points[pair[place]], variance[pair[place]] = after_games(
                before[place], spread[place], games
            )
    return Ratings(read_only(points), read_only(variance), scale)


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The games of one item in a rating period, one entry an opponent.

    Attributes
    ----------
    points, variance
        Of the opponents before the period.
    outcome
        1 for a win, ½ for a tie, 0 for a loss.
    count
        How many games ended so.
    """

    points: Array | float
    variance: Array | float
    outcome: Array | float
    count: Array | float = 1.0


def after_games(points: float, variance: float, games: Games) -> tuple[float, float]:
    """Rating and variance of one item after a rating period."""
    softened = dampening(games.variance)
    expected = np.exp(log_expit(Q * softened * (points - games.points)))
    precision = Q**2 * np.sum(games.count * softened**2 * expected * (1.0 - expected))
    new_variance = 1.0 / (1.0 / variance + precision)
    surprise = np.sum(games.count * softened * (games.outcome - expected))
    return float(points + Q * new_variance * surprise), float(new_variance)


def dampening(variance: Array | float) -> Array:
    """How much less a difference says when an opponent's rating is unsure: g(σ²)."""
    return np.asarray(1.0 / np.sqrt(1.0 + 3.0 * Q**2 * variance / np.pi**2))
