"""The largest expected loss is found without touching all pairs, and is the largest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Individual, Links
from prefstudio.engine.criteria import CRITERIA, candidate_pairs, expected_loss
from prefstudio.engine.criteria.bracket import bracket, upper_bound
from prefstudio.engine.criteria.half_differences import HalfDifferences
from prefstudio.engine.link_graph import undirected, weight_matrix
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from tests.engine.problems import TIES, WINS, truthful_answers
from tests.engine.reference import random_covariance
from tests.engine.reference_criteria import fast_expected_loss

HORIZONS = (1.0, 3.0, 20.0, math.inf)


def _random_matrix(rng: np.random.Generator, n_items: int) -> np.ndarray:
    """Priors of every sort: signs, ties of variances, blocks, duplicates, scales."""
    kind = rng.integers(0, 6)
    if kind == 0:
        return random_covariance(rng, n_items)
    if kind == 1:
        return np.abs(random_covariance(rng, n_items)) + 0.5 * np.identity(n_items) * n_items
    if kind == 2:
        return np.identity(n_items)
    if kind == 3:
        return np.diag(rng.uniform(0.1, 4.0, n_items))
    if kind == 4:
        return random_covariance(rng, n_items, rank=int(rng.integers(1, n_items + 1)))
    same = rng.integers(0, max(2, n_items // 2), n_items)  # duplicates and blocks
    return 1.0 * (same[:, None] == same) + 0.1 * np.identity(n_items)


def _chain(rng: np.random.Generator, n_items: int, n_steps: int) -> Iterator[Posterior]:
    """A belief before any answer and after each; some with means rounded into ties."""
    scale = ResponseScale(float(rng.choice([0.2, 1.0])), WINS if rng.random() < 0.5 else TIES)
    prior = Prior.of_matrix(_random_matrix(rng, n_items) * float(rng.choice([1e-4, 1.0, 1e4])))
    posterior = Posterior.of_prior(prior, scale)
    yield posterior
    for _ in range(n_steps):
        first, second = rng.choice(n_items, 2, replace=False).tolist()
        level = int(rng.choice(scale.levels))
        posterior = incremental.condition(posterior, first, second, *scale.edge_indices(level))
        unit = 0.2 * posterior.sd.max()
        if rng.random() < 0.3 and unit > 0.0:
            yield replace(posterior, mean=unit * np.round(posterior.mean / unit))
        else:
            yield posterior


def _check(posterior: Posterior, horizon: float, rng: np.random.Generator) -> None:
    """The found pair has the largest loss of all allowed pairs."""
    n = posterior.n_items
    loss = fast_expected_loss(posterior.mean, posterior.covariance(), horizon)
    answered = rng.integers(0, n, (n // 2, 2)) if rng.random() < 0.5 else np.empty((0, 2), int)
    loss[answered[:, 0], answered[:, 1]] = loss[answered[:, 1], answered[:, 0]] = np.nan
    allowed = AllowedPairs.of(n, answered=answered.tolist())
    best = CRITERIA["expected_loss"].best(posterior, allowed, horizon=horizon, rng=rng)
    largest = np.max(loss, where=~np.isnan(loss), initial=-np.inf)
    rounding = 1e-13 * posterior.prior.covariance.diagonal().max()
    if not best:  # no pair is allowed, or none can differ
        assert largest <= rounding
        return
    assert best[0].value == pytest.approx(largest, rel=1e-9, abs=rounding)
    assert loss[best[0].first, best[0].second] == pytest.approx(largest, rel=1e-9, abs=rounding)


def _check_states(seed: int, n_states: int, most_items: int, n_steps: int) -> None:
    rng = np.random.default_rng(seed)
    done = 0
    while done < n_states:
        for posterior in _chain(rng, int(rng.integers(2, most_items + 1)), n_steps):
            horizon = HORIZONS[done % 4]
            _check(posterior, horizon, rng)
            done += 1


def test_it_is_the_largest_in_thousands_of_states() -> None:
    _check_states(seed=0, n_states=3000, most_items=40, n_steps=14)


@pytest.fixture
def few_leaders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only two or three items are ranked at first, so that small studies have many others."""
    monkeypatch.setattr(expected_loss, "FEWEST_LEADING", 2)
    monkeypatch.setattr(expected_loss, "LEADING_A_PLACE", 0.1)


@pytest.mark.usefixtures("few_leaders")
def test_it_is_the_largest_where_only_few_are_ranked_at_first() -> None:
    _check_states(seed=2, n_states=3000, most_items=30, n_steps=14)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_it_is_the_largest_in_a_hundred_thousand_states(
    seed: int, request: pytest.FixtureRequest
) -> None:
    if seed == 3:
        request.getfixturevalue("few_leaders")
    _check_states(seed=seed, n_states=101_000, most_items=9, n_steps=24)


@pytest.mark.parametrize("horizon", HORIZONS)
def test_it_is_the_largest_where_answers_have_narrowed_a_wide_prior(
    horizon: float, few_leaders: None
) -> None:
    """A variance is a small difference of large numbers then, and no value is had twice alike."""
    scale = ResponseScale(0.2, TIES)
    for seed in range(250, 290):
        rng = np.random.default_rng(seed)
        n_items = int(rng.integers(9, 20))
        prior = Prior.of_matrix(1e8 * random_covariance(rng, n_items))
        posterior = Posterior.of_prior(prior, scale)
        for _ in range(60):
            first, second = rng.choice(n_items, 2, replace=False).tolist()
            posterior = incremental.condition(posterior, first, second, *scale.edge_indices(0))
        _check(posterior, horizon, rng)


def test_it_is_the_largest_with_more_items_than_a_batch() -> None:
    rng = np.random.default_rng(7)
    for n_items in (65, 130, 200):
        scale = ResponseScale(0.7)
        matrix = random_covariance(rng, n_items)
        prior = Prior.of_matrix(np.abs(matrix) + n_items * 0.02 * np.identity(n_items))
        for given in (prior, Prior.of_matrix(matrix)):
            answers = truthful_answers(rng, matrix, 60, scale)
            for posterior in (ep.infer(given, answers, scale), Posterior.of_prior(given, scale)):
                for horizon in HORIZONS:
                    _check(posterior, horizon, rng)


def _study(n_items: int, n_answers: int) -> Posterior:
    """Items on a random graph of links, after some answers."""
    rng = np.random.default_rng(n_answers)
    source = rng.integers(0, n_items, 3 * n_items)
    target = (source + rng.integers(1, n_items, len(source))) % n_items
    weights = undirected(weight_matrix(n_items, source, target, np.ones(len(source))))
    prior = sum_of([Links(weights, 1.0), Individual(n_items, 0.5)])
    scale = ResponseScale(0.7)
    matrix = prior.covariance.columns(np.arange(n_items))
    return ep.infer(prior, truthful_answers(rng, matrix, n_answers, scale), scale)


@pytest.mark.parametrize(
    ("horizon", "share"), [(1.0, 0.01), (3.0, 0.02), (20.0, 0.02), (math.inf, 0.02)]
)
@pytest.mark.parametrize("n_answers", [10, 50, 200])
def test_few_pairs_are_scored_and_the_others_are_smaller(
    n_answers: int, horizon: float, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    posterior = _study(300, n_answers)
    scored: list[int] = []
    bracket = candidate_pairs.bracket

    def counted(distance: np.ndarray, variance: np.ndarray) -> np.ndarray:
        scored.append(len(distance))
        return bracket(distance, variance)

    monkeypatch.setattr(candidate_pairs, "bracket", counted)
    _check(posterior, horizon, np.random.default_rng(0))
    assert 0 < sum(scored) < share * 300 * 299 / 2


@pytest.mark.parametrize(("horizon", "most"), [(1.0, 4), (3.0, 8), (20.0, 24)])
def test_few_columns_of_the_covariance_are_formed(
    horizon: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    posterior = _study(300, 50)
    formed: list[int] = []
    columns = HalfDifferences.of

    def counted(self: HalfDifferences, items: np.ndarray) -> np.ndarray:
        formed.append(len(items))
        return columns(self, items)

    monkeypatch.setattr(HalfDifferences, "of", counted)
    CRITERIA["expected_loss"].best(
        posterior, AllowedPairs.of(300), horizon=horizon, rng=np.random.default_rng(0)
    )
    assert 0 < sum(formed) <= most


def test_the_bound_is_never_below_the_loss() -> None:
    """A bound below what it bounds would lose the best pair without a trace."""
    c = np.concatenate([[0.0], np.geomspace(1e-12, 38.0, 4000)])
    variance = np.ones_like(c)
    loss = bracket(c, variance)
    bound = upper_bound(c, variance)
    assert np.all(bound >= loss)
    assert np.all(bound <= 1.05 * loss + 1e-300)


def test_a_later_item_of_larger_sd_may_own_the_best_pair() -> None:
    """Going down the ranks and stopping at the first low bound would miss it."""
    for seed in range(50):
        rng = np.random.default_rng(seed)
        sd = np.concatenate([rng.uniform(0.05, 0.3, 5), [1.0, 1.0]])
        mean = np.sort(rng.uniform(0.0, 0.2, 7))[::-1]
        prior = Prior.of_matrix(np.diag(sd**2))
        posterior = replace(Posterior.of_prior(prior, ResponseScale(1.0)), mean=mean)
        best = CRITERIA["expected_loss"].best(posterior, AllowedPairs.of(7), horizon=20.0, rng=rng)
        assert (best[0].first, best[0].second) == (5, 6)


@pytest.mark.parametrize("horizon", [1.0, 20.0, math.inf])
def test_a_pair_is_asked_even_where_every_loss_vanishes(horizon):
    """Differences of a hundred sd: the least settled one is asked, and is worth nothing."""
    prior = Prior.of_matrix(1e-4 * np.identity(4))
    posterior = replace(
        Posterior.of_prior(prior, ResponseScale()), mean=np.array([0.0, 1.0, 2.5, 4.5])
    )
    found = CRITERIA["expected_loss"].best(
        posterior, AllowedPairs.of(4), horizon=horizon, rng=np.random.default_rng(0)
    )
    assert [(pair.first, pair.second, pair.value) for pair in found] == [(0, 1, 0.0)]


def test_pairs_far_beyond_the_horizon_are_asked_when_no_others_are_left():
    n = 900
    posterior = replace(
        Posterior.of_prior(Prior.of_matrix(np.identity(n)), ResponseScale()),
        mean=-0.01 * np.arange(n),
    )
    allowed = AllowedPairs.of(n, excluded=range(n - 3))
    (pair,) = CRITERIA["expected_loss"].best(
        posterior, allowed, horizon=1.0, rng=np.random.default_rng(0)
    )
    assert pair.value == 0.0 and pair.second - pair.first == 1
