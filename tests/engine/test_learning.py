"""Learning hyperparameters: slopes, what is found, and what never happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Timer

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Features, Individual, Links
from prefstudio.engine.control import Control
from prefstudio.engine.em_ep import Bound
from prefstudio.engine.errors import BadComparison, BadPrior, Cancelled
from prefstudio.engine.hyperparameters import WEAK, LearningProblem, problem_of
from prefstudio.engine.learning import learn
from prefstudio.engine.learning_methods import METHODS
from prefstudio.engine.learning_objective import LearningMemory, Objective
from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.engine.prior import sum_of
from tests.engine.problems import SCALES, TIES, WINS, random_answers, truthful_answers

NOISE = 0.8
WAYS = [(method, inference) for method in METHODS for inference in ("ep", "laplace")]


def components_of(
    n_items: int, weights: tuple[float, float, float] = (0.6, 0.6, 0.6), ard: bool = False
) -> list[Component]:
    rng = np.random.default_rng(n_items)
    length_scale = np.array([1.2, 2.0]) if ard else 1.5
    links = nearest_neighbour_weights(rng.random((n_items, 2)), 2)
    return [
        Features(rng.standard_normal((n_items, 2)), weights[0], length_scale=length_scale),
        Links(links, weights[1], iota=1.1, beta=0.9),
        Individual(n_items, weights[2]),
    ]


def scale_of(cuts: tuple[float, ...]) -> ResponseScale:
    return ResponseScale(NOISE, tuple(NOISE * cut for cut in cuts))


def simulated(
    seed: int, n_items: int, n_answers: int, truth: list[Component], cuts: tuple[float, ...] = WINS
) -> Comparisons:
    rng = np.random.default_rng(seed)
    matrix = sum_of(truth).covariance.columns(np.arange(n_items))
    return truthful_answers(rng, matrix, n_answers, scale_of(cuts))


def slopes(function: Callable[[np.ndarray], float], at: np.ndarray) -> np.ndarray:
    """Fourth-order central differences."""
    found = []
    for step in 2e-3 * np.identity(len(at)):
        near = function(at + step) - function(at - step)
        far = function(at + 2.0 * step) - function(at - 2.0 * step)
        found.append((8.0 * near - far) / (12.0 * 2e-3))
    return np.array(found)


@pytest.mark.parametrize("inference", ["ep", "laplace"])
@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("n_answers", [7, 40])
def test_slopes_of_the_objective(inference: str, cuts: tuple[float, ...], n_answers: int) -> None:
    scale = scale_of(cuts)
    answers = random_answers(np.random.default_rng(3), 12, n_answers, scale)
    problem = problem_of(components_of(12, ard=True), scale, centres={"links.iota": 2.0})
    objective = Objective(problem, answers, scale, inference)
    at = problem.start(scale) + 0.1
    assert len(at) == 7 + len(cuts)
    numeric = slopes(lambda point: objective(point).objective, at)
    np.testing.assert_allclose(objective(at).gradient, numeric, rtol=1e-5, atol=1e-6)


def test_components_that_share_their_hyperparameters() -> None:
    first, links, own = components_of(10)
    assert isinstance(links, Links)
    other = nearest_neighbour_weights(np.random.default_rng(1).random((10, 2)), 3)
    twin = replace(links, weights=other, name="twin")
    scale = scale_of(WINS)
    answers = random_answers(np.random.default_rng(2), 10, 30, scale)
    problem = problem_of([first, links, twin, own], scale, together=[[1, 2]])
    assert [each.name for each in problem.hyperparameters if "twin.iota" in each.members] == [
        "links.iota"
    ]
    objective = Objective(problem, answers, scale)
    at = problem.start(scale)
    numeric = slopes(lambda point: objective(point).objective, at)
    np.testing.assert_allclose(objective(at).gradient, numeric, rtol=1e-5, atol=1e-6)
    after = learn(problem, answers, scale).components
    assert after[1].weight == after[2].weight != links.weight


def test_slopes_of_the_bound_and_of_the_evidence_meet() -> None:
    scale = scale_of(WINS)
    answers = random_answers(np.random.default_rng(5), 12, 20, scale)
    check_slopes_of_the_bound(problem_of(components_of(12), scale), answers, scale)


def check_slopes_of_the_bound(
    problem: LearningProblem, answers: Comparisons, scale: ResponseScale
) -> None:
    """XPGP's eq. 16: at the E-step's own point the bound rises as the evidence does."""
    objective = Objective(problem, answers, scale)
    at = problem.start(scale)
    bound = Bound(objective, objective.posterior(at))
    away = at + 0.2
    numeric = slopes(lambda point: bound(point)[0], away)
    np.testing.assert_allclose(bound(away)[1], numeric, rtol=1e-5, atol=1e-6)
    by_evidence = objective(at).gradient - problem.log_prior(at)[1]
    np.testing.assert_allclose(bound(at)[1], by_evidence, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("method", "inference"), WAYS)
def test_never_less_evidence_than_before(method: str, inference: str, seed: int) -> None:
    scale = scale_of(TIES)
    rng = np.random.default_rng(seed)
    start = components_of(10, tuple(np.exp(rng.normal(0.0, 1.5, 3))))
    answers = random_answers(rng, 10, 12, scale)
    # a prior far off pulls away from the evidence
    problem = problem_of(start, scale, centres={"features.weight": 20.0, "links.weight": 0.01})
    learned = learn(problem, answers, scale, method, inference, rng=rng)
    assert learned.log_evidence_after >= learned.log_evidence_before
    assert all(step.now >= step.before for step in learned.trace)


def test_evidence_is_that_of_the_model_that_is_returned() -> None:
    scale = scale_of(TIES)
    answers = simulated(1, 15, 60, components_of(15, (1.2, 0.3, 0.3)), TIES)
    start = components_of(15)
    learned = learn(problem_of(start, scale), answers, scale)
    before = ep.infer(sum_of(start), answers, scale).log_evidence
    after = ep.infer(sum_of(learned.components), answers, learned.scale).log_evidence
    assert learned.log_evidence_before == pytest.approx(before, abs=1e-8)
    assert learned.log_evidence_after == pytest.approx(after, abs=1e-8)
    assert learned.converged
    assert learned.after["scale.step[0]"] == pytest.approx(learned.scale.cuts[0] / NOISE)
    assert learned.trace[-1].step == learned.trace[-1].n_steps


@pytest.mark.slow  # learns from many answers
def test_known_shares_are_found_within_what_answers_can_tell() -> None:
    """True shares lie within 98 % of those that the curvature at the end leaves open.

    The truth is drawn from what is thought usual before any answer, or intervals need not hold it.
    """
    n_items, scale = 30, scale_of(WINS)
    hits = []
    for seed in range(12):
        first, second, third = 0.6 * np.exp(
            WEAK * np.random.default_rng([seed, 1]).standard_normal(3)
        )
        weights = float(first), float(second), float(third)
        truth = components_of(n_items, weights)
        answers = simulated(seed, n_items, 150, truth)
        problem = problem_of(components_of(n_items), scale)
        learned = learn(problem, answers, scale)
        point = LearningProblem(learned.components, problem.hyperparameters).start(scale)
        covariance = _uncertainty(Objective(problem, answers, scale), point)
        draws = np.random.default_rng(seed).multivariate_normal(point, covariance, 300)
        drawn = np.array([_shares(problem.applied(each, scale)[0]) for each in draws])
        low, high = np.quantile(drawn, [0.01, 0.99], axis=0)
        assert np.all(high - low < 0.98)  # an interval that holds everything tells nothing
        hits += ((low <= _shares(truth)) & (_shares(truth) <= high)).tolist()
    assert np.mean(hits) >= 0.9


def _shares(components: Sequence[Component]) -> np.ndarray:
    variances = np.array([each.weight**2 * each.matrix().diagonal().mean() for each in components])
    return variances / variances.sum()


def _uncertainty(objective: Objective, point: np.ndarray) -> np.ndarray:
    """Covariance of the logarithms where the objective is a parabola."""
    steps = 1e-3 * np.identity(len(point))
    rows = [(objective(point + s).gradient - objective(point - s).gradient) / 2e-3 for s in steps]
    return np.linalg.inv(-0.5 * (np.array(rows) + np.array(rows).T))


def test_ten_answers_do_not_send_a_length_scale_away() -> None:
    scale = scale_of(WINS)
    for seed in range(5):
        answers = random_answers(np.random.default_rng(seed), 20, 10, scale)
        learned = learn(problem_of(components_of(20), scale), answers, scale)
        assert 0.3 < learned.after["features.length_scale"] < 7.5
        assert 0.2 < learned.after["links.iota"] < 6.0


def test_both_methods_rest_at_the_same_place() -> None:
    scale = scale_of(WINS)
    answers = simulated(3, 12, 60, components_of(12, (1.2, 0.5, 0.4)))
    problem = problem_of(components_of(12), scale)
    by_evidence, by_em = (learn(problem, answers, scale, method) for method in METHODS)
    assert by_em.log_evidence_after == pytest.approx(by_evidence.log_evidence_after, abs=0.05)
    for name, value in by_evidence.after.items():
        assert by_em.after[name] == pytest.approx(value, rel=0.1), name


def test_the_noise_moves_and_the_variance_stays() -> None:
    scale = scale_of(TIES)
    answers = simulated(2, 15, 80, components_of(15, (2.0, 0.5, 0.5)), TIES)
    start = components_of(15)
    fixed = learn(problem_of(start, scale), answers, scale)
    learned = learn(problem_of(start, scale, learns_noise=True), answers, scale)
    variances = [sum_of(each).covariance.diagonal().mean() for each in (start, learned.components)]
    assert variances[1] == pytest.approx(variances[0], rel=1e-10)
    assert learned.scale.noise != pytest.approx(NOISE, rel=1e-3)
    assert learned.after["noise"] == learned.scale.noise
    after = ep.infer(sum_of(learned.components), answers, learned.scale).log_evidence
    assert after == pytest.approx(fixed.log_evidence_after, abs=1e-8)


def test_the_same_seed_finds_the_same() -> None:
    scale = scale_of(WINS)
    answers = simulated(4, 12, 30, components_of(12))
    problem = problem_of(components_of(12), scale)
    found = [learn(problem, answers, scale, rng=np.random.default_rng(7)) for _ in range(2)]
    assert dict(found[0].after) == dict(found[1].after)
    assert found[0].trace == found[1].trace


def test_a_component_that_is_off_stays_off() -> None:
    scale = scale_of(WINS)
    start = components_of(12, (0.6, 0.0, 0.6))
    learned = learn(problem_of(start, scale), simulated(4, 12, 30, components_of(12)), scale)
    assert learned.components[1].weight == 0.0
    assert not any(name.startswith("links") for name in learned.after)


def test_what_cannot_be_learned_is_refused() -> None:
    scale = scale_of(WINS)
    answers = random_answers(np.random.default_rng(0), 5, 4, scale)
    problem = problem_of(components_of(5), scale)
    with pytest.raises(BadComparison, match="no answer"):
        learn(problem, answers.chosen(slice(0, 0)), scale)
    with pytest.raises(BadPrior, match="every weight is 0"):
        learn(problem_of([Individual(5, 0.0)], scale), answers, scale)
    with pytest.raises(BadPrior, match="evidence or em_ep"):
        learn(problem, answers, scale, "magic")
    with pytest.raises(BadPrior, match="ep or laplace"):
        learn(problem, answers, scale, inference="incremental")


@pytest.mark.slow  # it holds on a quiet machine
@pytest.mark.parametrize("method", METHODS)
def test_it_stops_soon(method: str) -> None:
    scale = scale_of(WINS)
    answers = simulated(1, 120, 240, components_of(120))
    control, asked = Control(), []

    def cancel() -> None:
        asked.append(time.monotonic())
        control.cancel()

    timer = Timer(0.2, cancel)
    timer.start()
    with pytest.raises(Cancelled):
        learn(problem_of(components_of(120), scale), answers, scale, method, control=control)
    timer.join()
    assert time.monotonic() - asked[0] < 0.2


def test_what_was_stopped_goes_on_to_the_same_end() -> None:
    scale = scale_of(WINS)
    answers = simulated(4, 12, 30, components_of(12))
    problem = problem_of(components_of(12), scale)
    whole = learn(problem, answers, scale)
    memory, control = LearningMemory(), Control()
    with pytest.raises(Cancelled):
        learn(
            problem, answers, scale, control=control, memory=memory,
            on_step=lambda step: control.cancel(),
        )  # fmt: skip
    n_known = len(memory.evaluations)
    assert n_known > 0
    again = learn(problem, answers, scale, memory=memory)
    assert dict(again.after) == pytest.approx(dict(whole.after), rel=1e-6)
    assert len(memory.evaluations) > n_known
