"""A few rounds from the sites of a like model lead near EP's fixed point, or say they do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental, near_ep
from prefstudio.engine.near_ep import infer_nearly
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.engine.prior import Prior
from tests.engine.problems import SCALES, Problem, random_problem

SIZES = [(4, 3), (6, 12), (5, 30), (40, 200)]


def sites_of(posterior: Posterior) -> Sites:
    assert posterior.sites is not None
    return posterior.sites


def distance(found: Posterior, exact: Posterior) -> float:
    """The largest difference of means, in standard deviations."""
    return float(np.max(np.abs(found.mean - exact.mean) / exact.sd))


def turned(problem: Problem, factor: float) -> Prior:
    return Prior.of_matrix(factor * problem.matrix)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize(("n_items", "n_answers"), SIZES)
@pytest.mark.parametrize("factor", [0.8, 1.25, 2.0])
def test_it_is_near_the_fixed_point(
    cuts: tuple[float, ...], n_items: int, n_answers: int, factor: float
) -> None:
    problem = random_problem(3, n_items, n_answers, cuts)
    start = sites_of(ep.infer(*problem.given))
    given = turned(problem, factor), problem.comparisons, problem.scale
    found, exact = infer_nearly(*given, start), ep.infer(*given)
    assert found is not None
    assert distance(found, exact) < 0.05
    np.testing.assert_allclose(found.sd, exact.sd, rtol=0.03)
    assert found.log_evidence == pytest.approx(exact.log_evidence, abs=0.1)
    assert found.n_answers == exact.n_answers


def test_it_is_nearer_than_a_pass_over_the_answers() -> None:
    problem = random_problem(5, 30, 200)
    start = sites_of(ep.infer(*problem.given))
    given = turned(problem, 1.3), problem.comparisons, problem.scale
    found, exact = infer_nearly(*given, start), ep.infer(*given)
    assert found is not None
    assert distance(found, exact) < 0.1 * distance(incremental.infer(*given), exact)


def test_from_picture_to_picture_it_stays_near() -> None:
    problem = random_problem(7, 20, 60)
    sites = sites_of(ep.infer(*problem.given))
    for factor in np.geomspace(1.0, 20.0, 12):
        given = turned(problem, float(factor)), problem.comparisons, problem.scale
        found = infer_nearly(*given, sites)
        assert found is not None
        assert distance(found, ep.infer(*given)) < 0.05
        sites = sites_of(found)


def test_sites_of_other_answers_lead_nowhere() -> None:
    problem = random_problem(3, 6, 12)
    fewer = problem.comparisons.chosen(slice(0, 5))
    start = sites_of(ep.infer(problem.prior, fewer, problem.scale))
    assert infer_nearly(*problem.given, start) is None
    nothing = problem.comparisons.chosen(slice(0, 0))
    assert infer_nearly(problem.prior, nothing, problem.scale, start) is None


def test_a_start_too_far_away_leads_nowhere() -> None:
    problem = random_problem(3, 6, 30)
    start = sites_of(ep.infer(*problem.given))
    scale = replace(problem.scale, noise=1e-3)
    assert infer_nearly(problem.prior, problem.comparisons, scale, start) is None


def test_many_are_left_to_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(3, 6, 12)
    start = sites_of(ep.infer(*problem.given))
    assert infer_nearly(*problem.given, start) is not None
    monkeypatch.setattr(near_ep, "MOST_TOGETHER", 4)
    assert infer_nearly(*problem.given, start) is None
