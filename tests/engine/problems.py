"""Random problems for the inference and criteria tests: a prior, answers to it and their scale."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.prior import Prior
from tests.engine.reference import random_covariance, random_pairs

WINS: tuple[float, ...] = ()
TIES = (0.4,)
STRENGTHS = (0.3, 0.9, 1.7)
SCALES = (WINS, TIES, STRENGTHS)  # cuts, in units of the noise


@dataclass(frozen=True, eq=False)
class Problem:
    """What an inference is given, and the same answers as a reference reads them."""

    matrix: np.ndarray
    comparisons: Comparisons
    scale: ResponseScale

    @property
    def prior(self) -> Prior:
        return Prior.of_matrix(self.matrix)

    @property
    def given(self) -> tuple[Prior, Comparisons, ResponseScale]:
        return self.prior, self.comparisons, self.scale

    @property
    def bounded(self) -> list[tuple[int, int, float, float]]:
        """Every answer as (first, second, lower, upper)."""
        return bounded(self.comparisons, self.scale)

    def with_answers(self, comparisons: Comparisons) -> Problem:
        return replace(self, comparisons=comparisons)


def bounded(comparisons: Comparisons, scale: ResponseScale) -> list[tuple[int, int, float, float]]:
    """Rows of `comparisons` as (first, second, lower, upper), counts left out."""
    return [
        (int(first), int(second), float(scale.edges[lower]), float(scale.edges[upper]))
        for first, second, lower, upper in zip(
            comparisons.first,
            comparisons.second,
            comparisons.lower,
            comparisons.upper,
            strict=True,
        )
    ]


def random_answers(
    rng: np.random.Generator, n_items: int, n_answers: int, scale: ResponseScale
) -> Comparisons:
    """Pairs and levels drawn with no regard to any utility: as contradictory as answers get."""
    levels = rng.choice(scale.levels, n_answers).tolist()
    return Comparisons.of_levels(scale, random_pairs(rng, n_items, n_answers), levels)


def truthful_answers(
    rng: np.random.Generator, matrix: np.ndarray, n_answers: int, scale: ResponseScale
) -> Comparisons:
    """Answers of a person whose utilities were drawn from the prior."""
    utility = rng.multivariate_normal(np.zeros(len(matrix)), matrix, method="eigh")
    pairs = random_pairs(rng, len(matrix), n_answers)
    said = [utility[i] - utility[j] + scale.noise * rng.standard_normal() for i, j in pairs]
    levels = [scale.levels[np.searchsorted(scale.edges, y) - 1] for y in said]
    return Comparisons.of_levels(scale, pairs, levels)


def random_problem(
    seed: int,
    n_items: int = 6,
    n_answers: int = 12,
    cuts: tuple[float, ...] = WINS,
    noise: float = 0.7,
) -> Problem:
    """A full-rank prior of variances around 1 and random answers."""
    rng = np.random.default_rng((seed, n_items, n_answers))
    scale = ResponseScale(noise, tuple(noise * cut for cut in cuts))
    matrix = random_covariance(rng, n_items)
    return Problem(matrix, random_answers(rng, n_items, n_answers, scale), scale)
