"""Batch EP where priors are singular, noise is tiny or huge, and answers are many or none."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import log_ndtr

from prefstudio.engine import differences, ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Links
from prefstudio.engine.link_graph import undirected, weight_matrix
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from tests.engine.problems import (
    SCALES,
    TIES,
    Problem,
    bounded,
    random_answers,
    random_problem,
    truthful_answers,
)
from tests.engine.reference import random_covariance
from tests.engine.reference_ep import design_of, fixed_point_error, gaussian


def assert_is_fixed_point(problem: Problem, posterior: Posterior, tolerance: float = 1e-9) -> None:
    """Every site reproduces its tilted moments, and mean and covariance are those of the sites.

    Measured by the reference's dense algebra and quadrature, in units of each prior or
    posterior sd.
    """
    sites, scale = posterior.sites, problem.scale
    assert sites is not None
    answers, count = bounded(sites.comparisons, scale), sites.comparisons.count
    assert count.sum() == problem.comparisons.count.sum() == posterior.n_answers
    error = fixed_point_error(
        problem.matrix, answers, count, scale.noise, sites.precision, sites.shift
    )
    assert error < tolerance
    design = design_of(len(problem.matrix), answers)
    mean, cov = gaussian(problem.matrix, design, count * sites.precision, count * sites.shift)
    sd = np.sqrt(np.maximum(problem.matrix.diagonal(), np.finfo(float).tiny))
    np.testing.assert_allclose(posterior.mean / sd, mean / sd, atol=tolerance)
    np.testing.assert_allclose(
        posterior.covariance() / np.outer(sd, sd), cov / np.outer(sd, sd), atol=tolerance
    )


def assert_teaches(posterior: Posterior, share: float) -> None:
    """The largest mean is at least this share of its prior sd."""
    sd = np.sqrt(posterior.prior.covariance.diagonal())
    assert np.max(np.abs(posterior.mean) / sd) > share


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("noise", [0.01, 0.1, 1.0, 10.0, 100.0])
@pytest.mark.parametrize("n_answers", [6, 60])
def test_noise_from_tiny_to_huge(noise: float, cuts: tuple[float, ...], n_answers: int) -> None:
    rng = np.random.default_rng((n_answers, len(cuts)))
    scale = ResponseScale(noise, tuple(cut for cut in cuts))
    matrix = random_covariance(rng, 8)
    problem = Problem(matrix, truthful_answers(rng, matrix, n_answers, scale), scale)
    posterior = ep.infer(*problem.given)
    assert_is_fixed_point(problem, posterior)
    assert_teaches(posterior, 0.2 if noise <= 1.0 else 0.2 / noise)


@pytest.mark.parametrize("noise", [0.01, 0.1])
@pytest.mark.parametrize("n_answers", [12, 200])
def test_tiny_noise_and_contradictions(noise: float, n_answers: int) -> None:
    """Means stay within what the sites say, however far the prior's scale is from the noise."""
    problem = random_problem(1, 8, n_answers, TIES, noise)
    posterior = ep.infer(*problem.given)
    sites = posterior.sites
    assert sites is not None
    rows = sites.comparisons
    pull = rows.count * (
        sites.shift - sites.precision * (posterior.mean[rows.first] - posterior.mean[rows.second])
    )
    alpha = np.bincount(rows.first, pull, 8) - np.bincount(rows.second, pull, 8)
    # K⁻¹μ = Aᵀ(ν − TAμ) holds of the very numbers that are shown, to a difference's last digits
    np.testing.assert_allclose(problem.matrix @ alpha, posterior.mean, atol=1e-7 * noise)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("factor", [1e-20, 1e-14, 1e-12, 1e-6, 1e4])
def test_kernels_of_any_scale(factor: float, cuts: tuple[float, ...]) -> None:
    rng = np.random.default_rng(3)
    scale = ResponseScale(1.0, cuts)
    matrix = factor * random_covariance(rng, 7)
    problem = Problem(matrix, truthful_answers(rng, matrix, 15, scale), scale)
    posterior = ep.infer(*problem.given)
    assert_is_fixed_point(problem, posterior)
    assert_teaches(posterior, min(0.1, 0.1 * np.sqrt(factor)))


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("n_answers", [10, 40])
@pytest.mark.parametrize("truthful", [True, False])
@pytest.mark.parametrize("sites_an_item", [0.0, np.inf])  # by items and by sites
def test_a_kernel_that_dwarfs_the_noise(
    cuts: tuple[float, ...],
    n_answers: int,
    truthful: bool,
    sites_an_item: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """10⁸ times the noise leaves eight of a double's sixteen digits, and no fewer."""
    monkeypatch.setattr(differences, "SITES_AN_ITEM", sites_an_item)
    rng = np.random.default_rng((n_answers, len(cuts)))
    scale = ResponseScale(1.0, cuts)
    matrix = 1e8 * random_covariance(rng, 8)
    answers = (
        truthful_answers(rng, matrix, n_answers, scale)
        if truthful
        else random_answers(rng, 8, n_answers, scale)
    )
    posterior = ep.infer(Prior.of_matrix(matrix), answers, scale)
    # the same model in other units has a noise of 1e-4
    small = ResponseScale(1e-4, tuple(1e-4 * cut for cut in cuts))
    in_units = ep.infer(Prior.of_matrix(1e-8 * matrix), answers, small)
    np.testing.assert_allclose(posterior.mean, 1e4 * in_units.mean, rtol=1e-5, atol=1e-4)
    assert posterior.log_evidence == pytest.approx(in_units.log_evidence, rel=1e-6)


def test_ten_thousand_answers_on_fifty_items() -> None:
    rng = np.random.default_rng(0)
    scale = ResponseScale(0.7)
    matrix = random_covariance(rng, 50)
    problem = Problem(matrix, truthful_answers(rng, matrix, 10_000, scale), scale)
    began = time.perf_counter()
    posterior = ep.infer(*problem.given)
    assert time.perf_counter() - began < 20.0
    assert_is_fixed_point(problem, posterior)


def test_five_thousand_contradictory_answers_to_one_pair() -> None:
    scale = ResponseScale(1.0)
    matrix = np.array([[1.0, 0.3, 0.2], [0.3, 1.5, 0.1], [0.2, 0.1, 0.8]])
    pairs = [(0, 1), (1, 0)] * 2500
    problem = Problem(matrix, Comparisons.of_levels(scale, pairs), scale)
    posterior = ep.infer(*problem.given)
    np.testing.assert_allclose(posterior.mean, 0.0, atol=1e-12)
    mean, variance = posterior.pair_moments(0, 1)
    assert abs(mean) < 1e-12
    # near d = 0 each answer has the information 2/π of one with noise 1
    assert variance == pytest.approx(1.0 / (5000 * 2.0 / np.pi + 1.0 / 1.9), rel=2e-3)
    assert_is_fixed_point(problem, posterior, 1e-8)


def test_five_thousand_equal_answers_to_one_pair() -> None:
    scale = ResponseScale(1.0)
    problem = Problem(np.identity(2), Comparisons.of_levels(scale, [(0, 1)] * 5000), scale)
    posterior = ep.infer(*problem.given)
    d = np.linspace(0.0, 12.0, 20_001)
    log_weight = 5000.0 * log_ndtr(d) - d**2 / 4.0
    weight = np.exp(log_weight - log_weight.max())
    truth = float(weight @ d / weight.sum())
    assert posterior.mean[0] - posterior.mean[1] == pytest.approx(truth, rel=0.01)
    assert posterior.mean[1] == pytest.approx(-posterior.mean[0], rel=1e-12)
    assert_is_fixed_point(problem, posterior)


@pytest.mark.parametrize("noise", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("variance", [1.0, 100.0])
@pytest.mark.parametrize("count", [30, 1000, 100_000])
def test_any_number_of_people_who_agree(noise: float, variance: float, count: int) -> None:
    """Moving all copies of a surprising site at once would overstep and never settle."""
    scale = ResponseScale(noise)
    answers = Comparisons.of_edges([(0, 1)], [scale.win], [count])
    problem = Problem(variance * np.identity(2), answers, scale)
    posterior = ep.infer(*problem.given)
    assert_is_fixed_point(problem, posterior, 1e-8)
    assert posterior.mean[0] > 0.55 * np.sqrt(variance)


@pytest.mark.parametrize("cuts", SCALES)
def test_a_crowd_that_hardly_errs(cuts: tuple[float, ...]) -> None:
    rng = np.random.default_rng(2)
    scale = ResponseScale(0.05, tuple(0.05 * cut for cut in cuts))
    matrix = random_covariance(rng, 8)
    problem = Problem(matrix, truthful_answers(rng, matrix, 3000, scale), scale)
    assert_is_fixed_point(problem, ep.infer(*problem.given), 1e-8)


@pytest.mark.parametrize("n_answers", [5, 40])
def test_duplicated_items_share_one_utility(n_answers: int) -> None:
    rng = np.random.default_rng(8)
    of = np.array([0, 1, 2, 3, 0, 1])  # items 4 and 5 are items 0 and 1 again
    scale = ResponseScale(0.5)
    matrix = random_covariance(rng, 4)[np.ix_(of, of)]
    problem = Problem(matrix, random_answers(rng, 6, n_answers, scale), scale)
    posterior = ep.infer(*problem.given)
    np.testing.assert_allclose(posterior.mean[4:], posterior.mean[:2], atol=1e-10)
    np.testing.assert_allclose(
        posterior.covariance(), posterior.covariance()[np.ix_(of, of)], atol=1e-10
    )
    apart = of[problem.comparisons.first] != of[problem.comparisons.second]
    answers = problem.comparisons.chosen(apart)
    once = ep.infer(
        Prior.of_matrix(matrix[:4, :4]),
        replace(answers, first=of[answers.first], second=of[answers.second]),
        scale,
    )
    np.testing.assert_allclose(posterior.mean[:4], once.mean, atol=1e-10)
    # an answer between an item and itself is a coin's fall
    coins = float(np.sum(~apart)) * np.log(0.5)
    assert posterior.log_evidence == pytest.approx(once.log_evidence + coins, abs=1e-10)


@pytest.mark.parametrize("cuts", SCALES)
def test_items_that_cannot_differ_teach_nothing(cuts: tuple[float, ...]) -> None:
    scale = ResponseScale(1.0, cuts)
    prior = Prior.of_matrix(np.full((3, 3), 2.0))
    answers = random_answers(np.random.default_rng(0), 3, 9, scale)
    posterior = ep.infer(prior, answers, scale)
    np.testing.assert_array_equal(posterior.mean, np.zeros(3))
    np.testing.assert_array_equal(posterior.covariance(), np.full((3, 3), 2.0))
    edges = zip(scale.edges[answers.lower], scale.edges[answers.upper], strict=True)
    assert posterior.log_evidence == pytest.approx(sum(_log_mass(*ends) for ends in edges))


def _log_mass(lower: float, upper: float) -> float:
    nodes = np.linspace(max(lower, -12.0), min(upper, 12.0), 20_001)
    return float(np.log(np.trapezoid(np.exp(-0.5 * nodes**2) / np.sqrt(2.0 * np.pi), nodes)))


def test_a_prior_of_no_variance_stays_put() -> None:
    scale = ResponseScale(1.0)
    posterior = ep.infer(
        Prior.of_matrix(np.zeros((2, 2))), Comparisons.of_levels(scale, [(0, 1)]), scale
    )
    np.testing.assert_array_equal(posterior.mean, np.zeros(2))
    assert posterior.log_evidence == pytest.approx(np.log(0.5))


def _of_links(n_items: int, pairs: list[tuple[int, int]]) -> np.ndarray:
    source, target = np.array(pairs, dtype=int).reshape(-1, 2).T
    weights = undirected(weight_matrix(n_items, source, target, np.ones(len(pairs))))
    prior = sum_of([Links(weights, 1.0)])
    return prior.covariance.columns(np.arange(n_items))


@pytest.mark.parametrize("linked", [True, False])
def test_a_fully_linked_and_an_empty_graph(linked: bool) -> None:
    every = [(i, j) for i in range(7) for j in range(i)]
    matrix = _of_links(7, every if linked else [])
    scale = ResponseScale(0.5)
    problem = Problem(matrix, random_answers(np.random.default_rng(2), 7, 12, scale), scale)
    posterior = ep.infer(*problem.given)
    assert_is_fixed_point(problem, posterior)
    assert_teaches(posterior, 0.1)


def test_an_item_with_no_answers_and_no_links_stays_as_it_was() -> None:
    matrix = random_covariance(np.random.default_rng(4), 5)
    matrix[4, :4] = matrix[:4, 4] = 0.0
    scale = ResponseScale(0.7)
    answers = random_answers(np.random.default_rng(5), 4, 10, scale)
    posterior = ep.infer(Prior.of_matrix(matrix), answers, scale)
    assert posterior.mean[4] == 0.0
    np.testing.assert_allclose(posterior.covariance()[4], matrix[4], atol=1e-14)
    assert posterior.variances[0] < matrix[0, 0]


def test_an_item_with_no_answers_follows_those_it_is_like() -> None:
    matrix = np.array([[1.0, 0.0, 0.8], [0.0, 1.0, 0.0], [0.8, 0.0, 1.0]])
    scale = ResponseScale(1.0)
    posterior = ep.infer(Prior.of_matrix(matrix), Comparisons.of_levels(scale, [(0, 1)]), scale)
    assert posterior.mean[2] == pytest.approx(0.8 * posterior.mean[0])


def test_no_answers_give_the_prior() -> None:
    matrix = random_covariance(np.random.default_rng(4), 4)
    scale = ResponseScale(1.0)
    posterior = ep.infer(Prior.of_matrix(matrix), Comparisons.of_levels(scale, []), scale)
    np.testing.assert_array_equal(posterior.mean, np.zeros(4))
    np.testing.assert_array_equal(posterior.covariance(), matrix)
    assert (posterior.log_evidence, posterior.n_answers, posterior.inference) == (0.0, 0, "ep")


@pytest.mark.parametrize("seed", range(3))
def test_two_items(seed: int) -> None:
    problem = random_problem(seed, 2, 5, TIES)
    assert_is_fixed_point(problem, ep.infer(*problem.given))
