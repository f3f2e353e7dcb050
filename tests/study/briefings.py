"""Small random studies as the engine is told of them, made without any file."""

from __future__ import annotations

import math

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.study.briefing import Briefing
from prefstudio.study.model import ResolvedModel
from tests.engine.problems import random_answers
from tests.engine.reference import random_covariance


def random_briefing(
    seed: int,
    n_items: int = 6,
    n_answers: int = 8,
    groups: np.ndarray | None = None,
    horizon: float = math.inf,
    cuts: tuple[float, ...] = (),
) -> Briefing:
    """A random prior with random answers to it."""
    rng = np.random.default_rng((seed, n_items, n_answers))
    scale = ResponseScale(0.7, cuts)
    model = ResolvedModel(
        tuple(f"item{k}" for k in range(n_items)),
        groups,
        Prior.of_matrix(random_covariance(rng, n_items)),
        (),
        scale,
        "incremental",
        "expected_loss",
        horizon,
        ask_again=False,
        seed=seed,
    )
    answers = random_answers(rng, n_items, n_answers, scale)
    return Briefing(model, n_answers, answers, AllowedPairs.of(n_items, groups), moment=3)


def posterior_of(briefing: Briefing) -> Posterior:
    """One pass over all answers."""
    model = briefing.model
    return incremental.infer(model.prior, briefing.comparisons, model.scale)


def drawn(posterior: Posterior, n_draws: int, seed: int = 0) -> np.ndarray:
    """Draws of all utilities by numpy's own sampler, shape (n_draws, n_items)."""
    rng = np.random.default_rng(seed)
    return rng.multivariate_normal(
        posterior.mean, posterior.covariance(), n_draws, check_valid="ignore", method="eigh"
    )
