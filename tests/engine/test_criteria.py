"""What every criterion says of a pair: worked cases, and section 7's formulas by brute force."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.criteria import CRITERIA, expected_loss, information
from prefstudio.engine.criteria.best_item_value import LEADERS
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine import reference_criteria
from tests.engine.golden_cases import CLOSE, case
from tests.engine.problems import SCALES, random_answers
from tests.engine.reference import random_covariance
from tests.engine.states import (
    KINDS,
    allowed_set,
    intervals,
    posterior_of,
    random_posterior,
    random_rules,
)

PLAIN = ResponseScale(0.7)
HORIZONS = {"1": 1.0, "3": 3.0, "all": math.inf}


def scores(name: str, posterior: Posterior, horizon: float = math.inf) -> np.ndarray:
    return CRITERIA[name].matrix(posterior, AllowedPairs.of(posterior.n_items), horizon=horizon)


def best_pairs(
    name: str, posterior: Posterior, *, horizon: float = math.inf, top: int = 1, seed: int = 0
) -> list[tuple[int, int]]:
    found = CRITERIA[name].best(
        posterior,
        AllowedPairs.of(posterior.n_items),
        horizon=horizon,
        top=top,
        rng=np.random.default_rng(seed),
    )
    return [(pair.first, pair.second) for pair in found]


def without_diagonal(matrix: list[list[float]]) -> np.ndarray:
    array = np.array(matrix)
    np.fill_diagonal(array, np.nan)
    return array


@pytest.mark.parametrize("horizon", HORIZONS)
def test_golden_expected_loss(horizon: str) -> None:
    given, expect = case("expected_loss")
    posterior = posterior_of(given["mean"], given["cov"], PLAIN)
    np.testing.assert_array_equal(
        expected_loss.group_ranks(posterior.mean, posterior.sd, None), expect["ranks"]
    )
    wanted = without_diagonal(expect["loss"][horizon])
    at = HORIZONS[horizon]
    np.testing.assert_allclose(scores("expected_loss", posterior, at), wanted, **CLOSE)
    total, mean = expected_loss.total(posterior, at)
    assert total == pytest.approx(expect["total"][horizon], rel=1e-9)
    ranks = expect["ranks"]
    weights = [math.exp(-min(a, b) / at) for a, b in combinations(ranks, 2)]
    assert mean == pytest.approx(total / sum(weights), rel=1e-9)


def test_golden_largest_expected_loss() -> None:
    """Stopping at rank 2, whose own bound is low, would miss the pair."""
    given, expect = case("largest_expected_loss")
    cov = np.diag(np.square(given["sd"])).tolist()
    posterior = posterior_of(given["mean"], cov, PLAIN)
    (pair,) = CRITERIA["expected_loss"].best(
        posterior, AllowedPairs.of(4), horizon=given["horizon"], rng=np.random.default_rng(0)
    )
    assert [pair.first, pair.second] == expect["pair"]
    assert pair.value == pytest.approx(expect["value"], rel=1e-9)


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("horizon", HORIZONS)
def test_golden_six_papers(step: int, horizon: str) -> None:
    given, expect = case("six_papers")
    wanted = expect["steps"][step]
    place = {name: k for k, name in enumerate(given["items"])}
    scale = ResponseScale(given["s"])
    answers = [(place[winner], place[loser]) for winner, loser in wanted["answers"]]
    prior = Prior.of_matrix(np.array(expect["prior_cov"]))
    posterior = ep.infer(prior, Comparisons.of_levels(scale, answers), scale)
    at = HORIZONS[horizon]
    np.testing.assert_array_equal(
        expected_loss.group_ranks(posterior.mean, posterior.sd, None), wanted["ranks"]
    )
    loss = without_diagonal(wanted["loss"][horizon])
    np.testing.assert_allclose(scores("expected_loss", posterior, at), loss, **CLOSE)
    assert expected_loss.total(posterior, at)[0] == pytest.approx(
        wanted["total"][horizon], rel=1e-9
    )
    asked = {best_pairs("expected_loss", posterior, horizon=at, seed=k)[0] for k in range(30)}
    pairs = {(place[a], place[b]) for a, b in map(sorted, wanted["largest_loss_pairs"][horizon])}
    assert asked == pairs


@pytest.mark.parametrize(("name", "key"), [("entropy_gain", "entropy_gain"), ("bald", "bald_nats")])
def test_golden_information(name: str, key: str) -> None:
    given, expect = case("entropy_gain")
    posterior = posterior_of(given["mean"], given["cov"], ResponseScale(given["s"]))
    matrix = scores(name, posterior)
    found = [matrix[i, j] for i, j in given["pairs"]]
    np.testing.assert_allclose(found, expect[key], **CLOSE)


def test_golden_variance_ratio() -> None:
    given, expect = case("variance_ratio")
    posterior = posterior_of(given["mean"], given["cov"], PLAIN)
    order = best_pairs("variance_ratio", posterior, top=10)
    assert [list(pair) for pair in order] == expect["order"]
    ratio = scores("variance_ratio", posterior)[np.triu_indices(5, 1)]
    wanted = np.square(expect["abs_mean_over_sd"])
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(ratio, 1.0 / wanted, rtol=1e-9)


@pytest.mark.parametrize("horizon", [1.0, 3.0, 20.0, math.inf])
@pytest.mark.parametrize("kind", KINDS)
def test_expected_loss_by_brute_force(kind: str, horizon: float) -> None:
    rng = np.random.default_rng(6)
    for n_items in (2, 7, 70):  # more than one block of rows
        posterior = random_posterior(rng, n_items, 2 * n_items, PLAIN, kind)
        groups = rng.integers(0, 2, n_items)
        for chosen in (None, groups):
            allowed = AllowedPairs.of(n_items, chosen)
            found = CRITERIA["expected_loss"].matrix(posterior, allowed, horizon=horizon)
            wanted = reference_criteria.expected_loss(
                posterior.mean, posterior.covariance(), horizon, chosen
            )
            np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)
            total, _ = expected_loss.total(posterior, horizon, chosen)
            assert total == pytest.approx(np.nansum(np.triu(wanted, 1)), rel=1e-9)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("noise", [0.2, 1.0, 6.0])
def test_entropy_gain_by_brute_force(cuts: tuple[float, ...], noise: float) -> None:
    scale = ResponseScale(noise, tuple(noise * cut for cut in cuts))
    posterior = random_posterior(np.random.default_rng(2), 6, 9, scale)
    mean, cov, levels = posterior.mean, posterior.covariance(), intervals(scale)
    matrix = scores("entropy_gain", posterior)
    for i, j in combinations(range(6), 2):
        moments = reference_criteria.pair_moments(mean, cov, i, j)
        gain = reference_criteria.entropy_gain(*moments, levels, noise)
        by_determinants = reference_criteria.entropy_gain_by_determinants(
            mean, cov, i, j, levels, noise
        )
        assert matrix[i, j] == pytest.approx(gain, rel=1e-9, abs=1e-13)
        assert matrix[i, j] == pytest.approx(by_determinants, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("cuts", SCALES)
def test_entropy_gain_from_sure_pairs_to_open_ones(cuts: tuple[float, ...]) -> None:
    scale = ResponseScale(1.0, cuts)
    for variance in (1e-8, 1e-2, 1.0, 50.0):
        for mean in (0.0, 0.5, -3.0, 8.0, -25.0, 60.0):
            found = information.entropy_gain(scale, np.array([mean]), np.array([variance]))[0]
            wanted = reference_criteria.entropy_gain(mean, variance, intervals(scale), 1.0)
            assert found == pytest.approx(wanted, rel=1e-7, abs=1e-15)


@pytest.mark.parametrize("cuts", [*SCALES, (4.0, 9.0, 14.0)])
@pytest.mark.parametrize("variance", [1e-3, 0.49, 0.51, 9.0, 100.0])
def test_bald_by_quadrature(cuts: tuple[float, ...], variance: float) -> None:
    noise = 0.8
    scale = ResponseScale(noise, tuple(noise * cut for cut in cuts))
    mean = np.array([0.0, 0.3, -1.5, 4.0, 11.0])
    found = information.bald(scale, mean, np.full(5, variance * noise**2))
    wanted = [
        reference_criteria.bald(m, variance * noise**2, intervals(scale), noise) for m in mean
    ]
    np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("grouped", [False, True])
def test_best_item_value_by_brute_force(cuts: tuple[float, ...], grouped: bool) -> None:
    rng = np.random.default_rng(3)
    scale = ResponseScale(0.7, tuple(0.7 * cut for cut in cuts))
    n = 24  # more than there are leaders, some of them far less certain than others
    spread = rng.uniform(0.1, 2.0, n)
    prior = Prior.of_matrix(random_covariance(rng, n) * np.outer(spread, spread))
    posterior = ep.infer(prior, random_answers(rng, n, 20, scale), scale)
    mean, cov = posterior.mean, posterior.covariance()
    groups = np.arange(n) % 2 * 5 if grouped else None
    found = CRITERIA["best_item_value"].matrix(posterior, AllowedPairs.of(n, groups))
    group_of = np.zeros(n) if groups is None else groups
    hope = mean + 2.0 * posterior.sd
    led = np.zeros(n, dtype=bool)
    for group in set(group_of.tolist()):
        members = np.flatnonzero(group_of == group)
        led[sorted(members, key=lambda i: -hope[i])[:LEADERS]] = True
    for i, j in combinations(range(n), 2):
        if group_of[i] != group_of[j]:
            assert np.isnan(found[i, j])
            continue
        peers = np.flatnonzero(group_of == group_of[i])
        value = reference_criteria.best_item_value(
            mean, cov, i, j, intervals(scale), scale.noise, peers
        )
        wanted = value if led[i] or led[j] else 0.0
        assert found[i, j] == found[j, i] == pytest.approx(wanted, abs=1e-11)


@pytest.mark.parametrize("name", CRITERIA)
def test_a_matrix_is_symmetric_and_has_no_pair_on_the_diagonal_or_across_groups(name: str) -> None:
    rng = np.random.default_rng(1)
    posterior = random_posterior(rng, 70, 60, PLAIN)
    groups = rng.integers(0, 3, 70)
    matrix = CRITERIA[name].matrix(posterior, AllowedPairs.of(70, groups), horizon=5.0)
    np.testing.assert_array_equal(matrix, matrix.T)
    pairless = (groups[:, None] != groups) | np.identity(70, dtype=bool)
    np.testing.assert_array_equal(np.isnan(matrix), pairless)


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cuts", SCALES)
def test_the_best_is_the_largest_allowed_of_the_matrix(
    name: str, kind: str, cuts: tuple[float, ...]
) -> None:
    rng = np.random.default_rng((KINDS.index(kind), len(cuts)))
    scale = ResponseScale(0.7, tuple(0.7 * cut for cut in cuts))
    for n_items in (2, 9, 75):
        posterior = random_posterior(rng, n_items, int(rng.integers(1, 40)), scale, kind)
        allowed = random_rules(rng, n_items)
        horizon = rng.choice([1.0, 3.0, 20.0, math.inf])
        matrix = CRITERIA[name].matrix(posterior, allowed, horizon=horizon)
        best = CRITERIA[name].best(
            posterior, allowed, horizon=horizon, rng=np.random.default_rng(n_items)
        )
        pairs = allowed_set(allowed)
        assert len(best) == min(1, len(pairs))
        for pair in best:
            assert (pair.first, pair.second) in pairs
            assert pair.value == pytest.approx(max(matrix[i, j] for i, j in pairs), rel=1e-9)
            assert pair.value == pytest.approx(matrix[pair.first, pair.second], rel=1e-9)


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("groups", [None, np.array([0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0])])
@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_one_pair_is_its_entry_of_the_matrix(
    name: str, groups: np.ndarray | None, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    prior = Prior.of_matrix(random_covariance(rng, 13))
    posterior = ep.infer(prior, random_answers(rng, 13, 9, PLAIN), PLAIN)
    allowed = AllowedPairs.of(13, groups)
    for horizon in HORIZONS.values():
        matrix = CRITERIA[name].matrix(posterior, allowed, horizon=horizon)
        for pair in combinations(range(13), 2):
            if not np.isnan(matrix[pair]):
                value = CRITERIA[name].value(posterior, allowed, pair, horizon=horizon)
                assert value == pytest.approx(matrix[pair], rel=1e-6, abs=1e-12)
