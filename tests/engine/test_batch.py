"""Several questions at once, against every answer thought through and every pair scored."""

from __future__ import annotations

import numpy as np
import pytest

from prefstudio.engine.batch import best_batch
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.incremental import condition_on_average
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine.problems import SCALES
from tests.engine.reference import tilted_moments
from tests.engine.reference_criteria import expected_loss
from tests.engine.states import KINDS, allowed_set, intervals, random_posterior, random_rules

NOISE = 0.7


def scale_of(cuts: tuple[float, ...]) -> ResponseScale:
    return ResponseScale(NOISE, tuple(NOISE * cut for cut in cuts))


def expected_moments(
    mean: np.ndarray, cov: np.ndarray, pair: tuple[int, int], scale: ResponseScale
) -> tuple[np.ndarray, np.ndarray]:
    """Mean and covariance after the answer, averaged over all answers by quadrature."""
    first, second = pair
    k = cov[:, first] - cov[:, second]
    m, v = mean[first] - mean[second], k[first] - k[second]
    new_mean, new_cov = np.zeros_like(mean), np.zeros_like(cov)
    for lower, upper in intervals(scale):
        log_z, tilted, spread = tilted_moments(lower, upper, m, v, scale.noise)
        chance = np.exp(log_z)
        new_mean += chance * (mean + k * (tilted - m) / v)
        new_cov += chance * (cov - np.outer(k, k) * (v - spread) / v**2)
    return new_mean, new_cov


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_the_average_answer_leaves_the_expected_covariance(
    seed: int, kind: str, cuts: tuple[float, ...]
) -> None:
    rng = np.random.default_rng(seed)
    scale = scale_of(cuts)
    before = random_posterior(rng, 6, 9, scale, kind)
    first, second = rng.choice(6, 2, replace=False).tolist()
    after = condition_on_average(before, first, second)
    mean, cov = expected_moments(before.mean, before.covariance(), (first, second), scale)
    np.testing.assert_allclose(after.mean, mean, atol=1e-7)
    np.testing.assert_array_equal(after.mean, before.mean)
    np.testing.assert_allclose(after.covariance(), cov, atol=1e-7)
    np.testing.assert_allclose(after.variances, np.diagonal(cov), atol=1e-7)
    assert after.n_answers == before.n_answers


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("horizon", [1.0, 3.0, np.inf])
@pytest.mark.parametrize("seed", range(6))
def test_each_pair_of_a_batch_is_the_best_one_left(
    seed: int, horizon: float, cuts: tuple[float, ...]
) -> None:
    rng = np.random.default_rng(100 + seed)
    scale = scale_of(cuts)
    posterior = random_posterior(rng, 8, 10, scale)
    allowed = random_rules(rng, 8)
    left = set(allowed_set(allowed))
    batch = best_batch(
        CRITERIA["expected_loss"],
        posterior,
        allowed,
        5,
        horizon=horizon,
        rng=np.random.default_rng(seed),
    )
    assert len(batch) == min(5, len(left))
    mean, cov = posterior.mean, posterior.covariance()
    for pair in batch:
        losses = expected_loss(mean, cov, horizon, allowed.groups)
        best = max(losses[each] for each in left)
        assert losses[pair.first, pair.second] == pytest.approx(best, rel=1e-5)
        assert pair.value == pytest.approx(best, rel=1e-5)
        left.remove((pair.first, pair.second))
        mean, cov = expected_moments(mean, cov, (pair.first, pair.second), scale)


@pytest.mark.parametrize("name", CRITERIA)
def test_a_batch_has_no_pair_twice_and_ends_with_the_pairs(name: str) -> None:
    posterior = random_posterior(np.random.default_rng(3), 5, 4, scale_of(()))
    allowed = AllowedPairs.of(5)
    batch = best_batch(CRITERIA[name], posterior, allowed, 99, rng=np.random.default_rng(0))
    pairs = [(pair.first, pair.second) for pair in batch]
    assert sorted(pairs) == allowed_set(allowed)


def test_the_second_seat_is_not_asked_what_the_first_one_tells() -> None:
    """Two pairs that tell the same are not both asked, as the two best of a list would be."""
    twins = np.array([[1.0, 0.999, 0.0, 0.0], [0.999, 1.0, 0.0, 0.0],
                      [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.9]])  # fmt: skip
    posterior = Posterior.of_prior(Prior.of_matrix(twins), ResponseScale(0.1))
    allowed = AllowedPairs.of(4)
    entropy = CRITERIA["entropy_gain"]
    best = entropy.best(posterior, allowed, top=2, rng=np.random.default_rng(1))
    assert {(each.first, each.second) for each in best} == {(0, 2), (1, 2)}
    batch = best_batch(entropy, posterior, allowed, 2, rng=np.random.default_rng(1))
    assert {(each.first, each.second) for each in batch} != {(0, 2), (1, 2)}
