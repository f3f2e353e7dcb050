"""How large utilities are: its posterior mean and spread, against quadrature over the scale."""

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Features, Individual
from prefstudio.engine.hyperparameters import WEAK, problem_of
from prefstudio.engine.learned_scale import STEP, log_scale_variance
from prefstudio.engine.learning import learn
from prefstudio.engine.learning_objective import Evaluation, Objective
from prefstudio.engine.prior import Prior, sum_of

SCALE = ResponseScale(1.0)
NAMES = ("features", "individual")


def answers_of(n_items: int, n_answers: int, size: float, seed: int) -> Comparisons:
    rng = np.random.default_rng(seed)
    utilities = size * rng.standard_normal(n_items)
    said = []
    for _ in range(n_answers):
        first, second = rng.choice(n_items, 2, replace=False).tolist()
        won = utilities[first] - utilities[second] + rng.standard_normal() > 0.0
        said.append((first, second) if won else (second, first))
    return Comparisons.of_levels(SCALE, said)


def variance_by_quadrature(answers: Comparisons) -> tuple[float, float]:
    """Posterior mean of ω and variance of log ω², one weakly held weight, by a fine grid."""
    grid = np.linspace(-3.0, 4.0, 36)
    log_p = [
        ep.infer(sum_of([Individual(12, float(np.exp(x)))]), answers, SCALE).log_evidence
        - 0.5 * (x / WEAK) ** 2
        for x in grid
    ]
    weight = np.exp(np.array(log_p) - max(log_p))
    weight /= weight.sum()
    mean = float(weight @ (2.0 * grid))
    return float(weight @ np.exp(grid)), float(weight @ (2.0 * grid - mean) ** 2)


@pytest.mark.parametrize("seed", [0, 3])
def test_variance_and_mean_of_one_weight_are_those_of_quadrature(seed: int) -> None:
    answers = answers_of(12, 60, 1.5, seed)
    components: list[Component] = [Individual(12, 1.0)]
    problem = problem_of(components, SCALE)
    mode = learn(problem, answers, SCALE)
    objective = Objective(problem, answers, SCALE)
    at = objective(np.log([mode.components[0].weight]))
    mean, variance = variance_by_quadrature(answers)
    assert log_scale_variance(objective, at) == pytest.approx(variance, rel=0.25)
    found = learn(problem, answers, SCALE, mean_scale=True)
    assert found.scale_spread == pytest.approx(0.5 * np.sqrt(variance), rel=0.13)
    widened, narrow = found.components[0].weight, mode.components[0].weight
    # the posterior leans to large scales, so that some of the way is left
    assert narrow < widened
    assert abs(np.log(widened / mean)) < 0.5 * abs(np.log(narrow / mean))


class Failing(Objective):
    """An objective of which nothing is known at some steps away from a point."""

    def __init__(self, known: Objective, point: np.ndarray, steps: list[list[float]]) -> None:
        self.problem, self.scale, self._known = known.problem, known.scale, known
        self._unfit = [point + np.array(step) for step in steps]

    def __call__(self, point: np.ndarray) -> Evaluation:
        if any(np.allclose(point, each) for each in self._unfit):
            return Evaluation(point, -np.inf, -np.inf, np.zeros(len(point)))
        return self._known(point)

    def prior(self, point: np.ndarray) -> Prior:
        return self._known.prior(point)


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("side", [STEP, -STEP])
def test_a_side_without_a_posterior_does_not_count(seed: int, side: float) -> None:
    answers = answers_of(12, 60, 1.5, seed)
    problem = problem_of([Individual(12, 1.0)], SCALE)
    point = np.log([learn(problem, answers, SCALE).components[0].weight])
    objective = Objective(problem, answers, SCALE)
    found = log_scale_variance(Failing(objective, point, [[side]]), objective(point))
    assert found == pytest.approx(variance_by_quadrature(answers)[1], rel=0.25)
    neither = Failing(objective, point, [[side], [-side]])
    # the prior of log ω alone, of sd WEAK, is that of log ω² by twice as much
    assert log_scale_variance(neither, objective(point)) == pytest.approx(4.0 * WEAK**2)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_other_directions_tell_all_the_same(place: int) -> None:
    rng, answers = np.random.default_rng(3), answers_of(20, 50, 1.0, 3)
    problem = problem_of([Features(rng.standard_normal((20, 2)), 0.7), Individual(20, 0.7)], SCALE)
    objective, mode = Objective(problem, answers, SCALE), learn(problem, answers, SCALE)
    point = problem_of(mode.components, SCALE).start(SCALE)
    assert len(point) == 3
    whole = log_scale_variance(objective, objective(point))
    step = (STEP * np.identity(3)[place]).tolist()
    for steps in ([step], [[-each for each in step]]):
        found = log_scale_variance(Failing(objective, point, steps), objective(point))
        assert found == pytest.approx(whole, rel=0.05)


def test_shares_and_length_scales_stay_and_learning_again_too() -> None:
    rng = np.random.default_rng(3)
    answers = answers_of(20, 50, 1.0, 3)
    components = [Features(rng.standard_normal((20, 2)), 0.7), Individual(20, 0.7)]
    problem = problem_of(components, SCALE)
    mode, widened = (learn(problem, answers, SCALE, mean_scale=flag) for flag in (False, True))
    assert widened.after["features.length_scale"] == mode.after["features.length_scale"]
    factors = [widened.after[f"{name}.weight"] / mode.after[f"{name}.weight"] for name in NAMES]
    assert factors[0] == pytest.approx(factors[1], rel=1e-12)
    assert 1.0 < factors[0] < np.exp(1.0)
    posterior = ep.infer(sum_of(widened.components), answers, SCALE)
    assert posterior.log_evidence == pytest.approx(widened.log_evidence_after, abs=1e-8)
    centres = {each.name: each.centre for each in problem.hyperparameters}
    onward = problem_of(widened.components, SCALE, centres=centres)
    again = learn(onward, answers, SCALE, mean_scale=True)
    for name, value in widened.after.items():
        assert again.after[name] == pytest.approx(value, rel=2e-3)


def test_one_start_goes_no_farther_than_many() -> None:
    answers = answers_of(12, 60, 1.5, 0)
    problem = problem_of([Individual(12, 1.0)], SCALE)
    one, many = learn(problem, answers, SCALE, n_starts=1), learn(problem, answers, SCALE)
    assert len(one.trace) < len(many.trace)
    assert one.log_evidence_after <= many.log_evidence_after + 1e-4
