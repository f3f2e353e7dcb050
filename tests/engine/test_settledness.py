"""How settled an order is, pair by pair and against draws."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from prefstudio.engine import posterior as posterior_module
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.settledness import chance_right, order_settled
from tests.engine.states import KINDS, allowed_set, posterior_of, random_posterior, random_rules


def settled(posterior: Posterior, pairs: list[tuple[int, int]]) -> float:
    covariance, chances = posterior.covariance(), []
    for i, j in pairs:
        variance = covariance[i, i] + covariance[j, j] - 2.0 * covariance[i, j]
        score = abs(posterior.mean[i] - posterior.mean[j]) / math.sqrt(variance)
        chances.append(0.5 * math.erfc(-score / math.sqrt(2.0)))
    return sum(chances) / len(chances)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_mean_over_the_pairs_that_count(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    posterior = random_posterior(rng, 9, 12, ResponseScale(0.7), kind)
    allowed = random_rules(rng, 9)
    expected = settled(posterior, allowed_set(allowed))
    assert order_settled(posterior, allowed) == pytest.approx(expected, abs=1e-9)


def test_many_items_are_taken_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    posterior = random_posterior(np.random.default_rng(5), 30, 20, ResponseScale(0.7))
    whole = order_settled(posterior, AllowedPairs.of(30))
    blocks = posterior_module.Posterior.difference_variance_blocks
    monkeypatch.setattr(Posterior, "difference_variance_blocks", lambda self: blocks(self, 7))
    assert order_settled(posterior, AllowedPairs.of(30)) == pytest.approx(whole, abs=1e-12)
    expected = settled(posterior, list(itertools.combinations(range(30), 2)))
    assert whole == pytest.approx(expected, abs=1e-9)


def test_draws_agree() -> None:
    posterior = random_posterior(np.random.default_rng(7), 5, 6, ResponseScale(0.7))
    rng = np.random.default_rng(0)
    drawn = rng.multivariate_normal(posterior.mean, posterior.covariance(), 100_000, method="eigh")
    right = []
    for i, j in itertools.combinations(range(5), 2):
        sign = math.copysign(1.0, posterior.mean[i] - posterior.mean[j])
        right.append(np.mean(sign * (drawn[:, i] - drawn[:, j]) > 0.0))
    assert order_settled(posterior, AllowedPairs.of(5)) == pytest.approx(np.mean(right), abs=5e-3)


def test_before_any_answer_it_is_one_half_and_without_pairs_one() -> None:
    prior = posterior_of([0.0, 0.0, 0.0], np.eye(3).tolist(), ResponseScale(1.0))
    assert order_settled(prior, AllowedPairs.of(3)) == 0.5
    assert order_settled(prior, AllowedPairs.of(3, None, [0, 1, 2])) == 1.0


def test_two_that_are_one_are_not_known() -> None:
    np.testing.assert_array_equal(
        chance_right(np.array([0.0, 1.0]), np.array([0.0, 0.0])), [0.5, 1.0]
    )
