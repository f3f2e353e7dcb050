"""Held-out answers: folds that keep pairs together, and scores against scipy's normal law."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, norm, t

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.held_out import (
    Average,
    Foretold,
    RightContrast,
    average,
    deal,
    foretold,
    foretold_with,
    n_pairs_of,
    pair_folds,
    right_contrast,
)
from prefstudio.engine.prior import Prior
from tests.engine.problems import random_answers
from tests.engine.reference import random_covariance

SCALES = [ResponseScale(0.7), ResponseScale(0.7, (0.3,)), ResponseScale(0.5, (0.1, 0.4, 0.8))]


@pytest.mark.parametrize("seed", range(5))
def test_cards_are_dealt_evenly(seed: int) -> None:
    draw = np.random.default_rng(seed)
    counts = draw.integers(1, 40, 12)
    dealt = deal(counts, 10, draw)
    np.testing.assert_array_equal(dealt.sum(axis=1), counts)
    assert np.ptp(dealt.sum(axis=0)) <= 1
    assert np.all(np.ptp(dealt, axis=1) <= 1)
    assert np.all(dealt >= 0)


def test_a_billion_answers_are_dealt_without_unrolling_them() -> None:
    dealt = deal(np.array([10**9, 7]), 10, np.random.default_rng(3))
    assert dealt.sum() == 10**9 + 7 and np.ptp(dealt.sum(axis=0)) <= 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_folds", [2, 5, 40])
def test_folds_share_out_all_rows_and_keep_pairs_together(seed: int, n_folds: int) -> None:
    rng = np.random.default_rng(seed)
    answers = random_answers(rng, 6, 30, SCALES[0])
    folds = pair_folds(answers, n_folds, rng)
    assert sorted(np.concatenate(folds).tolist()) == list(range(30))
    pairs = [frozenset(pair) for pair in zip(answers.first, answers.second, strict=True)]
    assert n_pairs_of(answers) == len(set(pairs))
    assert len(folds) == min(n_folds, len(set(pairs)))
    by_fold = [{pairs[row] for row in fold} for fold in folds]
    sizes = [len(each) for each in by_fold]
    assert sum(sizes) == len(set(pairs))
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_foretold(scale: ResponseScale, seed: int) -> None:
    rng = np.random.default_rng((seed, len(scale.cuts)))
    prior = Prior.of_matrix(random_covariance(rng, 5))
    posterior = ep.infer(prior, random_answers(rng, 5, 12, scale), scale)
    held = random_answers(rng, 5, 20, scale)
    found = foretold(posterior, held)
    covariance = posterior.covariance()
    edges = np.array([-np.inf, *(-c for c in reversed(scale.cuts)), *scale.cuts, np.inf])
    if not scale.cuts:
        edges = np.array([-np.inf, 0.0, np.inf])
    for row in range(len(held)):
        i, j = int(held.first[row]), int(held.second[row])
        mean = posterior.mean[i] - posterior.mean[j]
        spread = np.sqrt(
            scale.noise**2 + covariance[i, i] + covariance[j, j] - 2.0 * covariance[i, j]
        )
        low, high = edges[held.lower[row]], edges[held.upper[row]]
        chance = norm.cdf((high - mean) / spread) - norm.cdf((low - mean) / spread)
        assert found.log_loss[row] == pytest.approx(-np.log(chance), rel=1e-6, abs=1e-9)
        is_tie = low < 0.0 < high
        expected = np.nan if is_tie else float((mean > 0.0) == (low >= 0.0))
        np.testing.assert_equal(found.right[row], expected)


def test_nothing_is_foretold_of_equal_items() -> None:
    scale = ResponseScale(1.0)
    prior = Prior.of_matrix(np.identity(3))
    posterior = ep.infer(prior, Comparisons.of_levels(scale, [(0, 1)]), scale)
    found = foretold(posterior, Comparisons.of_levels(scale, [(0, 1), (1, 0)]))
    assert found.right.tolist() == [1.0, 0.0]
    blank = ep.infer(prior, Comparisons.of_levels(scale, []), scale)
    assert foretold(blank, Comparisons.of_levels(scale, [(0, 2)])).right.tolist() == [0.5]


def test_what_chances_of_winners_foretell() -> None:
    chances = np.array([0.8, 0.5, 0.2, np.nextafter(0.5, 1.0)])
    found = foretold_with(np.log(chances))
    assert found.right.tolist() == [1.0, 0.5, 0.0, 1.0]
    np.testing.assert_allclose(np.exp(-found.log_loss), chances)


def test_paired_differences_count_repetitions() -> None:
    rng = np.random.default_rng(0)
    difference, count = rng.standard_normal(12), rng.integers(1, 5, 12)
    difference[3] = np.nan
    kept = ~np.isnan(difference)
    spread_out = np.repeat(difference[kept], count[kept])
    found = average(difference, count)
    assert found.mean == pytest.approx(spread_out.mean())
    error = spread_out.std(ddof=1) / np.sqrt(len(spread_out))
    assert found.standard_error == pytest.approx(error)
    assert found.n_answers == len(spread_out)
    assert found.half_width == pytest.approx(t.ppf(0.975, len(spread_out) - 1) * error)


def test_certain_means_that_zero_is_outside() -> None:
    assert Average(2.0, 1.0, 1000).is_certain
    assert Average(-2.0, 1.0, 1000).is_certain
    assert not Average(1.9, 1.0, 1000).is_certain
    assert not Average(2.7, 1.0, 5).is_certain  # of so few answers the spread is not known well
    assert Average(2.8, 1.0, 5).is_certain
    assert not average(np.array([1.0]), np.array([1])).is_certain
    assert not average(np.array([np.nan]), np.array([1])).is_certain


def contrast(having: list[float], lacking: list[float], count: list[int]) -> RightContrast:
    one, other = (
        Foretold(np.zeros(len(right)), np.array(right, dtype=float)) for right in (having, lacking)
    )
    return right_contrast(one, other, np.array(count))


def test_answers_that_tell_are_counted_on_their_side() -> None:
    found = contrast([1, 1, 0.5, 0, np.nan, 1], [0, 1, 0, 1, np.nan, 0.5], [2, 1, 3, 4, 9, 1])
    assert (found.n_for, found.n_against) == (2 + 3 + 1, 4)
    assert found.mean == pytest.approx((2 + 1.5 - 4 + 0.5) / 11)


def test_a_coin_is_the_measure_of_what_is_certain() -> None:
    for n_for in range(12):
        for n_against in range(12):
            mean = (n_for - n_against) / 100.0
            found = RightContrast(mean, n_for, n_against)
            n_telling = n_for + n_against
            p_value = binomtest(n_for, n_telling).pvalue if n_telling else 1.0
            assert found.chance == pytest.approx(p_value)
            assert found.is_certain == (p_value < 0.05)
            assert not RightContrast(-mean, n_for, n_against).is_certain


def test_ten_right_against_seven_are_not_certain_and_eight_against_none_are() -> None:
    few = contrast([1] * 10, [0] * 3 + [1] * 7, [1] * 10)
    assert few.chance == pytest.approx(0.25) and not few.is_certain
    every = contrast([1] * 8, [0] * 8, [1] * 8)
    assert every.mean == 1.0 and every.is_certain
    same = contrast([1, 0], [1, 0], [1, 1])
    assert (same.n_for, same.n_against, same.chance, same.is_certain) == (0, 0, 1.0, False)
