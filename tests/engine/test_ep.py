"""Batch EP against worked cases, a textbook EP, choix and the true posterior."""

from __future__ import annotations

import choix
import choix.ep
import numpy as np
import pytest
from scipy.special import ndtr

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Links
from prefstudio.engine.link_graph import undirected, weight_matrix
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from tests.engine.golden_cases import case, problem
from tests.engine.problems import SCALES, random_problem
from tests.engine.reference import random_covariance, random_pairs
from tests.engine.reference_ep import textbook_ep, tilted, tilted_by_brute_force

TIGHT = {"rtol": 1e-11, "atol": 1e-12}


def assert_meets(posterior: Posterior, expect: dict[str, list[float]]) -> None:
    np.testing.assert_allclose(posterior.mean, expect["mean"], **TIGHT)
    np.testing.assert_allclose(posterior.covariance(), expect["cov"], **TIGHT)
    np.testing.assert_allclose(posterior.variances, np.diagonal(expect["cov"]), **TIGHT)
    assert posterior.log_evidence == pytest.approx(expect["log_z"], rel=1e-11)
    assert posterior.inference == "ep"


@pytest.mark.parametrize("name", ["ep_features", "ep_links", "ep_mixed", "ep_ties", "ep_strength"])
def test_golden_posteriors(name: str) -> None:
    given, expect = case(name)
    assert_meets(ep.infer(*problem(given)), expect)


@pytest.mark.parametrize("name", ["ep_features", "ep_links", "ep_mixed"])
def test_golden_sites(name: str) -> None:
    given, expect = case(name)
    sites = ep.infer(*problem(given)).sites
    assert sites is not None
    rows = sites.comparisons
    found = {
        # a merged row whose first item lost is the same site seen from the other side
        (int(i), int(j)) if upper == 2 else (int(j), int(i)): (tau, nu if upper == 2 else -nu)
        for i, j, upper, tau, nu in zip(
            rows.first, rows.second, rows.upper, sites.precision, sites.shift, strict=True
        )
    }
    wanted = zip(given["comparisons"], expect["tau"], expect["nu"], strict=True)
    for (winner, loser), tau, nu in wanted:
        np.testing.assert_allclose(found[winner, loser], (tau, nu), **TIGHT)


def test_golden_variance_that_grows_by_an_answer() -> None:
    given, expect = case("ep_variance_may_grow")
    prior, comparisons, scale = problem(given)
    after_first = ep.infer(prior, comparisons.chosen(slice(0, 1)), scale)
    after_second = ep.infer(prior, comparisons, scale)
    np.testing.assert_allclose(after_first.variances, expect["variances_after_first"], **TIGHT)
    np.testing.assert_allclose(after_second.variances, expect["variances_after_second"], **TIGHT)
    np.testing.assert_allclose(after_second.mean, expect["mean"], **TIGHT)
    assert after_second.log_evidence == pytest.approx(expect["log_z"], rel=1e-11)


def test_golden_contradiction() -> None:
    given, expect = case("contradiction")
    posterior = ep.infer(*problem(given))
    np.testing.assert_allclose(posterior.mean, expect["ep_mean"], **TIGHT)
    np.testing.assert_allclose(posterior.covariance(), expect["ep_cov"], **TIGHT)


@pytest.mark.parametrize("warm", [True, False])
def test_golden_removal(warm: bool) -> None:
    given, expect = case("removal")
    prior, comparisons, scale = problem(case(given["case"])[0])
    start = ep.infer(prior, comparisons, scale) if warm else None
    posterior = ep.infer(prior, comparisons.without(given["remove"]), scale, start=start)
    wanted = {
        "mean": expect["mean_converged"],
        "cov": expect["cov_converged"],
        "log_z": expect["log_z"],
    }
    assert_meets(posterior, wanted)


@pytest.mark.parametrize("step", [0, 1])
def test_golden_six_papers(step: int) -> None:
    given, expect = case("six_papers")
    place = {name: k for k, name in enumerate(given["items"])}
    source, target = zip(*[(place[a], place[b]) for a, b in given["links"]], strict=True)
    weights = undirected(weight_matrix(6, np.array(source), np.array(target), np.ones(2)))
    prior = sum_of([Links(weights, 1.0, beta=given["beta"], iota=given["iota"])])
    np.testing.assert_allclose(prior.covariance.columns(np.arange(6)), expect["prior_cov"], **TIGHT)
    scale = ResponseScale(given["s"])
    wanted = expect["steps"][step]
    pairs = [(place[winner], place[loser]) for winner, loser in wanted["answers"]]
    posterior = ep.infer(prior, Comparisons.of_levels(scale, pairs), scale)
    assert_meets(posterior, wanted)


@pytest.mark.parametrize("bounds", [(-np.inf, -0.3), (0.4, np.inf), (-0.4, 0.4), (2.0, 3.0)])
def test_the_reference_moments_are_those_of_a_plain_sum(bounds: tuple[float, float]) -> None:
    moments = tilted(*bounds, 0.3, 1.7, 0.6)
    np.testing.assert_allclose(moments, tilted_by_brute_force(*bounds, 0.3, 1.7, 0.6), rtol=1e-12)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("n_items", "n_answers"), [(2, 3), (5, 4), (6, 14), (4, 25)])
def test_equals_a_textbook_ep(
    seed: int, cuts: tuple[float, ...], n_items: int, n_answers: int
) -> None:
    given = random_problem(seed, n_items, n_answers, cuts, noise=(0.3, 1.0)[seed % 2])
    posterior = ep.infer(*given.given)
    reference = textbook_ep(given.matrix, given.bounded, given.scale.noise)
    np.testing.assert_allclose(posterior.mean, reference.mean, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(posterior.covariance(), reference.cov, rtol=1e-8, atol=1e-9)
    assert posterior.log_evidence == pytest.approx(reference.log_evidence, rel=1e-8)


@pytest.mark.parametrize(
    ("n_items", "n_answers", "alpha"), [(3, 4, 1.0), (8, 20, 0.5), (10, 60, 2)]
)
def test_equals_choix(
    n_items: int, n_answers: int, alpha: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def has_converged(new: tuple[np.ndarray, ...], old: tuple[np.ndarray, ...]) -> bool:
        return all(np.max(np.abs(a - b)) < 1e-10 for a, b in zip(new, old, strict=True))

    # its own threshold, 1e-4, is a default value and cannot be set from outside
    monkeypatch.setattr(choix.ep, "_converged", has_converged)
    pairs = random_pairs(np.random.default_rng(n_items), n_items, n_answers)
    mean, cov = choix.ep_pairwise(n_items, pairs, alpha, model="probit", max_iter=1000)
    scale = ResponseScale(1.0)
    prior = Prior.of_matrix(np.identity(n_items) / alpha)
    posterior = ep.infer(prior, Comparisons.of_levels(scale, pairs), scale)
    np.testing.assert_allclose(posterior.mean, mean, atol=1e-6)
    np.testing.assert_allclose(posterior.covariance(), cov, atol=1e-6)


@pytest.mark.parametrize("cuts", SCALES)
def test_one_answer_is_exact(cuts: tuple[float, ...]) -> None:
    """With one answer EP matches the true moments, here summed over a grid of the difference."""
    given = random_problem(3, 3, 1, cuts)
    posterior = ep.infer(*given.given)
    ((first, second, lower, upper),) = given.bounded
    matrix = given.matrix
    variance = matrix[first, first] + matrix[second, second] - 2.0 * matrix[first, second]
    truth = tilted_by_brute_force(lower, upper, 0.0, variance, given.scale.noise)
    found = (posterior.log_evidence, *posterior.pair_moments(first, second))
    np.testing.assert_allclose(found, truth, rtol=1e-11)


def test_is_near_the_true_posterior_of_three_items() -> None:
    """EP is an approximation: its moments and evidence lie within two percent of the truth."""
    matrix = random_covariance(np.random.default_rng(5), 3)
    pairs = [(0, 1), (1, 2), (0, 2), (2, 1)]
    scale = ResponseScale(0.5)
    posterior = ep.infer(Prior.of_matrix(matrix), Comparisons.of_levels(scale, pairs), scale)
    nodes, weights = np.polynomial.hermite_e.hermegauss(70)
    grid = np.stack(np.meshgrid(nodes, nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 3)
    weight = np.einsum("i,j,k->ijk", weights, weights, weights).ravel()
    weight /= (2.0 * np.pi) ** 1.5
    utility = grid @ np.linalg.cholesky(matrix).T
    for winner, loser in pairs:
        weight = weight * ndtr((utility[:, winner] - utility[:, loser]) / scale.noise)
    evidence = weight.sum()
    mean = weight @ utility / evidence
    cov = (utility - mean).T @ (weight[:, None] * (utility - mean)) / evidence
    assert posterior.log_evidence == pytest.approx(np.log(evidence), rel=0.02)
    np.testing.assert_allclose(posterior.mean, mean, atol=0.02)
    np.testing.assert_allclose(posterior.covariance(), cov, atol=0.02)
