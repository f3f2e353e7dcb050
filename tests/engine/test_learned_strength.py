"""The strength of a neighbour graph as a hyperparameter: slopes, what is found, what stays off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Features, Individual
from prefstudio.engine.hyperparameters import OPEN, WEAK, problem_of
from prefstudio.engine.learning import learn
from prefstudio.engine.learning_methods import METHODS
from prefstudio.engine.learning_objective import Objective
from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.engine.prior import sum_of
from prefstudio.engine.warp import Warp
from tests.engine.problems import random_answers, truthful_answers
from tests.engine.test_learning import check_slopes_of_the_bound, slopes

SCALE = ResponseScale(0.8)
N_ITEMS = 14
NAME = "features.strength"


def warped(
    strength: float = 0.6, length_scale: object = 1.5, kernel: str = "squared_exponential"
) -> list[Component]:
    rng = np.random.default_rng(4)
    values = rng.standard_normal((N_ITEMS, 2))
    warp = Warp(nearest_neighbour_weights(values, 2), strength)
    scales = np.asarray(length_scale, dtype=float)
    return [
        Features(values, 1.3, kernel, amplitude=0.9, length_scale=scales, warp=warp),
        Individual(N_ITEMS, 0.4),
    ]


def answers_of(components: list[Component], n_answers: int, seed: int = 1) -> Comparisons:
    matrix = sum_of(components).covariance.columns(np.arange(N_ITEMS))
    return truthful_answers(np.random.default_rng(seed), matrix, n_answers, SCALE)


@pytest.mark.parametrize("inference", ["ep", "laplace"])
@pytest.mark.parametrize("length_scale", [1.5, [1.2, 2.0]])
@pytest.mark.parametrize("kernel", ["squared_exponential", "linear"])
def test_slopes_of_the_objective(inference: str, length_scale: object, kernel: str) -> None:
    """Nobody compares the last items, through which the graph leads all the same."""
    answers = random_answers(np.random.default_rng(3), N_ITEMS - 5, 20, SCALE)
    problem = problem_of(warped(0.6, length_scale, kernel), SCALE, centres={NAME: 3.0})
    assert [each.spread for each in problem.hyperparameters if each.name == NAME] == [OPEN]
    assert all(each.spread == WEAK for each in problem.hyperparameters if each.name != NAME)
    objective = Objective(problem, answers, SCALE, inference)
    at = problem.start(SCALE) + 0.1
    numeric = slopes(lambda point: objective(point).objective, at)
    np.testing.assert_allclose(objective(at).gradient, numeric, rtol=1e-5, atol=1e-6)


def test_slopes_of_the_bound_meet_those_of_the_evidence() -> None:
    answers = random_answers(np.random.default_rng(5), N_ITEMS, 25, SCALE)
    check_slopes_of_the_bound(problem_of(warped(), SCALE), answers, SCALE)


def test_both_methods_find_the_same_strength() -> None:
    problem, answers = problem_of(warped(1.0), SCALE), answers_of(warped(5.0), 80)
    by_evidence, by_em = (learn(problem, answers, SCALE, method) for method in METHODS)
    assert by_em.log_evidence_after == pytest.approx(by_evidence.log_evidence_after, abs=0.05)
    assert by_em.after[NAME] == pytest.approx(by_evidence.after[NAME], rel=0.2)


def test_answers_that_follow_the_graph_make_it_strong() -> None:
    """Of people whose utilities follow the graph, and of people who know nothing of it."""
    found = {}
    for truth in (0.01, 100.0):
        (features, own) = warped(truth, 0.5)
        # as large either way, so that only the shape differs
        size = 3.0 / np.sqrt(features.matrix().diagonal().mean())
        people = [replace(features, weight=float(size)), replace(own, weight=0.01)]  # type: ignore[type-var]
        learned = [
            learn(problem_of(warped(1.0, 0.5), SCALE), answers_of(people, 150, seed), SCALE)
            for seed in range(3)
        ]
        found[truth] = np.mean([np.log(each.after[NAME]) for each in learned])
        for each in learned:
            first = each.components[0]
            assert isinstance(first, Features)
            assert first.warp is not None
            assert first.warp.strength == each.after[NAME]
    assert found[100.0] > found[0.01] + 1.0


@pytest.mark.parametrize(("strength", "has_links"), [(0.0, True), (0.6, False)])
def test_a_graph_that_is_off_stays_off(strength: float, has_links: bool) -> None:
    features, own = warped(strength)
    if not has_links:
        empty = Warp(nearest_neighbour_weights(np.zeros((N_ITEMS, 1)), 0), strength)
        features = replace(features, warp=empty)  # type: ignore[type-var]
    problem = problem_of([features, own], SCALE)
    assert NAME not in [each.name for each in problem.hyperparameters]
    after = learn(problem, answers_of(warped(), 20), SCALE).components[0]
    assert isinstance(after, Features)
    assert after.warp is not None
    assert after.warp.strength == strength
