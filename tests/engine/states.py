"""Posteriors to choose pairs from: given by their moments, or grown answer by answer."""

from __future__ import annotations

import numpy as np

from prefstudio.engine import ep, incremental
from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.covariance import DenseCovariance
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine.problems import random_answers
from tests.engine.reference import random_covariance, random_pairs

KINDS = ("columns", "folded", "ep")  # ways in which a posterior holds its covariance


def posterior_of(mean: list[float], cov: list[list[float]], scale: ResponseScale) -> Posterior:
    """A belief with these very moments and no history."""
    matrix = np.array(cov, dtype=float)
    prior = Prior.of_matrix(matrix)
    n = len(matrix)
    return Posterior(
        np.array(mean, dtype=float),
        matrix.diagonal().copy(),
        prior,
        scale,
        DenseCovariance(matrix),
        Columns.empty(n),
    )


def intervals(scale: ResponseScale) -> list[tuple[float, float]]:
    """The interval of every possible answer."""
    return list(zip(scale.edges[:-1].tolist(), scale.edges[1:].tolist(), strict=True))


def random_posterior(
    rng: np.random.Generator,
    n_items: int,
    n_answers: int,
    scale: ResponseScale,
    kind: str = "columns",
    nonnegative: bool = False,
) -> Posterior:
    """A belief after random answers to a random prior."""
    matrix = random_covariance(rng, n_items)
    matrix = np.abs(matrix) @ np.abs(matrix) if nonnegative else matrix
    prior = Prior.of_matrix(matrix)
    answers = random_answers(rng, n_items, n_answers, scale)
    if kind == "ep":
        return ep.infer(prior, answers, scale)
    posterior = incremental.infer(prior, answers, scale)
    return posterior.folded() if kind == "folded" else posterior


def random_rules(rng: np.random.Generator, n_items: int) -> AllowedPairs:
    """Some groups, an excluded item and some answered pairs; or any of them left out."""
    groups = rng.integers(0, 3, n_items) if rng.random() < 0.5 else None
    excluded = rng.integers(0, n_items, 1).tolist() if rng.random() < 0.5 else []
    answered = random_pairs(rng, n_items, 3 * n_items) if rng.random() < 0.5 else []
    return AllowedPairs.of(n_items, groups, excluded, answered)


def allowed_set(allowed: AllowedPairs) -> list[tuple[int, int]]:
    """Every allowed pair, first < second."""
    n = allowed.n_items
    return [(i, j) for i in range(n) for j in np.flatnonzero(allowed.partners(i)).tolist() if i < j]
