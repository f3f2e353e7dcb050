"""What a method makes of the answers, whatever the method: utilities, and who would win.

Methods count in units of their own. Here all of them speak of utilities in the unit of the
study's noise s, P(i ≻ j) = Φ((ξ_i − ξ_j)/s), so that they can be drawn on one scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import log_expit, log_ndtr

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior

LOGITS_PER_NOISE = 1.702  # the logistic law of this scale is within 0.01 of the normal one


class Estimate(Protocol):
    """Utilities by one method.

    Attributes
    ----------
    mean : ndarray, shape (n_items,)
        In the unit of the study's noise.
    sd : ndarray or None
        How sure the method is of each, in the same unit; None when it does not say.
    """

    @property
    def mean(self) -> Array:
        """Utility of every item."""

    @property
    def sd(self) -> Array | None:
        """Its standard deviation."""

    def log_chance(self, first: Array, second: Array) -> Array:
        """Log of the chance that `first` wins, given that one of the two does; by pair."""


@dataclass(frozen=True, slots=True, eq=False)
class LogisticEstimate:
    """Log strengths with P(i ≻ j) = 1/(1 + exp(strength_j − strength_i)).

    Attributes
    ----------
    strength, strength_sd : ndarray, shape (n_items,)
        In logits.
    tie : float
        Davidson's ν: how likely a tie of equals is, against either winning; 0 without ties.
    """

    strength: Array
    strength_sd: Array
    scale: ResponseScale
    tie: float = 0.0

    @property
    def mean(self) -> Array:
        """Utility of every item."""
        return self.strength * (self.scale.noise / LOGITS_PER_NOISE)

    @property
    def sd(self) -> Array:
        """Its standard deviation."""
        return self.strength_sd * (self.scale.noise / LOGITS_PER_NOISE)

    def log_chance(self, first: Array, second: Array) -> Array:
        """Davidson's ties leave the odds of the two as they are, so ν does not occur."""
        return np.asarray(log_expit(self.strength[first] - self.strength[second]))


@dataclass(frozen=True, slots=True, eq=False)
class ProbitEstimate:
    """Utilities taken as known: P(i ≻ j) = Φ((ξ_i − ξ_j − w)/s) with ties of half-width w."""

    mean: Array
    sd: Array
    scale: ResponseScale

    def log_chance(self, first: Array, second: Array) -> Array:
        """The chances of the two winning, without that of a tie."""
        return _log_share(self.mean[first] - self.mean[second], self.scale, self.scale.noise)


@dataclass(frozen=True, slots=True, eq=False)
class PosteriorEstimate:
    """What a Gaussian posterior predicts, its own uncertainty included."""

    posterior: Posterior

    @property
    def mean(self) -> Array:
        """Utility of every item."""
        return self.posterior.mean

    @property
    def sd(self) -> Array:
        """Its standard deviation."""
        return self.posterior.sd

    def log_chance(self, first: Array, second: Array) -> Array:
        """The chances of the two winning, without that of a tie."""
        posterior = self.posterior
        items, where = np.unique(first, return_inverse=True)
        shared = posterior.covariance_columns(items)[where, second]
        variances = posterior.variances
        spread = np.maximum(variances[first] + variances[second] - 2.0 * shared, 0.0)
        deviation = np.sqrt(posterior.scale.noise**2 + spread)
        return _log_share(
            posterior.mean[first] - posterior.mean[second], posterior.scale, deviation
        )


def _log_share(difference: Array, scale: ResponseScale, deviation: Array | float) -> Array:
    """log P(first)/(P(first) + P(second)) of a difference seen through the scale."""
    least = scale.edges[scale.win[0]]
    wins = log_ndtr((difference - least) / deviation)
    loses = log_ndtr((-difference - least) / deviation)
    return np.asarray(wins - np.logaddexp(wins, loses))
