"""Simulated people, and how well a belief knows them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import kendalltau

from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import order


@dataclass(slots=True)
class Judge:
    """Somebody with known utilities who answers with probit noise, or none.

    Attributes
    ----------
    rng : of the noise; one draw an answer, so that the course of another arm is not disturbed.
    """

    utilities: Array
    noise: float
    rng: np.random.Generator

    def answer(self, first: int, second: int) -> tuple[int, int]:
        """Winner and loser."""
        gap = self.utilities[first] - self.utilities[second]
        gap += self.noise * self.rng.standard_normal()
        return (first, second) if gap > 0.0 else (second, first)


def rank_agreement(posterior: Posterior, utilities: Array) -> float:
    """Kendall's τ of the means with the true utilities."""
    return float(kendalltau(posterior.mean, utilities).statistic)


def average_precision(posterior: Posterior, relevant: Array) -> float:
    """Mean over the relevant items of the precision at their ranks; 0 when there is none."""
    hits = np.asarray(relevant, dtype=bool)[order(posterior)]
    if not hits.any():
        return 0.0
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float(precision[hits].mean())


def top_regret(posterior: Posterior, utilities: Array) -> float:
    """By how much the item shown first is worse than the best one."""
    return float(utilities.max() - utilities[order(posterior)[0]])


def pair_error(mean: Array, truth: Array, asked: set[tuple[int, int]] | None = None) -> float:
    """Share of pairs in the wrong order, a tied mean counting half; pairs of equal truth and
    those in `asked` (first < second) left out.
    """
    first, second = np.triu_indices(len(mean), 1)
    wanted = truth[first] != truth[second]
    if asked:
        rows = np.array(sorted(asked))
        codes = rows[:, 0] * len(mean) + rows[:, 1]
        wanted &= ~np.isin(first * len(mean) + second, codes)
    sign = np.sign(mean[first] - mean[second]) * np.sign(truth[first] - truth[second])
    return float(np.mean(0.5 - 0.5 * sign[wanted]))
