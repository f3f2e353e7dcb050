"""A belief without one answer: against matrices written out, and the way back to the belief."""

from __future__ import annotations

import numpy as np
import pytest

from prefstudio.engine import ep, incremental
from prefstudio.engine.cavity import without
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from tests.engine.problems import SCALES, Problem, random_problem


def dense_cavity(problem: Problem, answer: Comparisons) -> tuple[np.ndarray, np.ndarray]:
    """By precisions: those of the prior and of all sites, less one copy of one site."""
    sites = ep.infer(*problem.given).sites
    assert sites is not None
    n, rows = len(problem.matrix), sites.comparisons
    precision, shift = np.linalg.inv(problem.matrix), np.zeros(n)
    (row,) = answer.merged(len(problem.scale.edges)).as_rows()
    for t, each in enumerate(rows.as_rows()):
        times = int(rows.count[t]) - (each == row)
        a = np.zeros(n)
        a[each[0]], a[each[1]] = 1.0, -1.0
        precision += times * sites.precision[t] * np.outer(a, a)
        shift += times * sites.shift[t] * a
    covariance = np.linalg.inv(precision)
    return covariance @ shift, covariance


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_answers", [1, 5, 40])
def test_all_but_one_copy_of_an_answer(seed: int, n_answers: int, cuts: tuple[float, ...]) -> None:
    problem = random_problem(seed, 5, n_answers, cuts)
    answer = problem.comparisons.chosen(slice(-1, None))
    exact = ep.infer(*problem.given)
    found = without(exact, answer)
    mean, covariance = dense_cavity(problem, answer)
    np.testing.assert_allclose(found.mean, mean, atol=1e-9)
    np.testing.assert_allclose(found.covariance(), covariance, atol=1e-9)
    np.testing.assert_allclose(found.variances, covariance.diagonal(), atol=1e-9)
    np.testing.assert_allclose(found.difference(3, 1), covariance[3] - covariance[1], atol=1e-9)
    assert found.n_answers == n_answers - 1


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(5))
def test_the_answer_leads_back(seed: int, cuts: tuple[float, ...]) -> None:
    problem = random_problem(seed, 6, 14, cuts)
    answer = problem.comparisons.chosen(slice(-1, None))
    exact = ep.infer(*problem.given)
    back = incremental.condition_on_row(without(exact, answer), answer, 0, Control())
    np.testing.assert_allclose(back.mean, exact.mean, atol=1e-9)
    np.testing.assert_allclose(back.covariance(), exact.covariance(), atol=1e-9)


def test_an_answer_that_was_not_given_cannot_be_taken_out() -> None:
    problem = random_problem(1, 5, 1)
    given = {int(problem.comparisons.first[0]), int(problem.comparisons.second[0])}
    first, second, *_ = (k for k in range(5) if k not in given)
    other = Comparisons.of_levels(problem.scale, [(first, second)])
    with pytest.raises(ValueError, match="not in list"):
        without(ep.infer(*problem.given), other)
