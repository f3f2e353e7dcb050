"""The policy against its rules spelled out: queue, lots for random pairs, spacing, criterion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chisquare

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Choice, ChosenBy, Rules, choose, well_spaced
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine.reference_criteria import expected_loss
from tests.engine.states import allowed_set, random_posterior, random_rules

LOSS = CRITERIA["expected_loss"]
RULES = Rules()


def chosen(
    posterior: Posterior, allowed: AllowedPairs, rules: Rules, seed: int = 0
) -> Choice | None:
    lots, holdout_lots = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 2])
    return choose(LOSS, posterior, allowed, rules, lots=lots, holdout_lots=holdout_lots)


def random_recent(rng: np.random.Generator, n_items: int) -> tuple[tuple[int, int], ...]:
    pairs = [rng.choice(n_items, 2, replace=False).tolist() for _ in range(rng.integers(0, 6))]
    return tuple((first, second) for first, second in pairs)


def age(item: int, recent: tuple[tuple[int, int], ...]) -> int:
    """Trials since an item was shown, 1 for the last trial; many when it never was."""
    return next((ago for ago, pair in enumerate(recent, 1) if item in pair), 1000)


@pytest.mark.parametrize("seed", range(60))
def test_the_best_of_the_pairs_shown_longest_ago_is_asked(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_items = int(rng.integers(4, 9))
    posterior = random_posterior(rng, n_items, 6, ResponseScale(0.7))
    allowed = random_rules(rng, n_items)
    recent = random_recent(rng, n_items)
    gap = int(rng.integers(0, 5))
    found = chosen(posterior, allowed, replace(RULES, recent=recent, gap=gap))
    pairs = allowed_set(allowed)
    if not pairs:
        assert found is None
        return
    spaced = [min(gap, age(i, recent) - 1, age(j, recent) - 1) for i, j in pairs]
    left = [pair for pair, apart in zip(pairs, spaced, strict=True) if apart == max(spaced)]
    losses = expected_loss(posterior.mean, posterior.covariance(), np.inf, allowed.groups)
    assert found is not None and found.by is ChosenBy.CRITERION
    assert (found.first, found.second) in left
    assert found.value == pytest.approx(max(losses[pair] for pair in left), rel=1e-9)
    kept = well_spaced(allowed, replace(RULES, recent=recent, gap=gap))
    assert allowed_set(kept) == left


def test_without_a_gap_the_criterion_chooses_alone() -> None:
    rng = np.random.default_rng(5)
    posterior = random_posterior(rng, 7, 6, ResponseScale(0.7))
    allowed = AllowedPairs.of(7)
    alone = LOSS.best(posterior, allowed, rng=np.random.default_rng(0))[0]
    found = chosen(posterior, allowed, replace(RULES, recent=((alone.first, alone.second),)))
    assert found == Choice(alone.first, alone.second, ChosenBy.CRITERION, alone.value)


def test_spacing_gives_way_where_the_spaced_pairs_cannot_differ() -> None:
    """Items 2 and 3 are alike by the prior, so asking them tells nothing."""
    matrix = np.eye(4)
    matrix[2:, 2:] = 1.0
    posterior = Posterior.of_prior(Prior.of_matrix(matrix), ResponseScale(1.0))
    found = chosen(posterior, AllowedPairs.of(4), replace(RULES, recent=((0, 1),), gap=1))
    assert found is not None
    assert {found.first, found.second} & {0, 1}


def test_a_queued_pair_comes_first_and_a_closed_one_is_passed_over() -> None:
    posterior = random_posterior(np.random.default_rng(1), 6, 5, ResponseScale(0.7))
    rules = replace(RULES, queued=((4, 1), (2, 3)), recent=((1, 4), (2, 3)), gap=2, holdout=1.0)
    everything = AllowedPairs.of(6)
    assert chosen(posterior, everything, rules) == Choice(1, 4, ChosenBy.QUEUE)
    without = everything.without(1, 4)
    assert chosen(posterior, without, rules) == Choice(2, 3, ChosenBy.QUEUE)
    found = chosen(posterior, without.without(2, 3), rules)
    assert found is not None and found.by is ChosenBy.HOLDOUT


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_the_share_of_random_pairs_is_what_was_asked_for(share: float) -> None:
    posterior = random_posterior(np.random.default_rng(2), 5, 3, ResponseScale(0.7))
    rules, n = replace(RULES, holdout=share), 2000
    found = [chosen(posterior, AllowedPairs.of(5), rules, seed) for seed in range(n)]
    count = sum(each is not None and each.by is ChosenBy.HOLDOUT for each in found)
    assert abs(count - n * share) <= 4.0 * np.sqrt(n * share * (1.0 - share))


def test_random_pairs_are_uniform_over_the_allowed_ones() -> None:
    rng = np.random.default_rng(8)
    posterior = random_posterior(rng, 7, 12, ResponseScale(0.7))
    allowed = AllowedPairs.of(7, np.array([0, 0, 0, 0, 1, 1, 1]), [0], [(1, 2)])
    counts = dict.fromkeys(allowed_set(allowed), 0)
    for seed in range(1500):
        found = chosen(posterior, allowed, replace(RULES, holdout=1.0), seed)
        assert found is not None and found.value is None
        counts[found.first, found.second] += 1
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_random_pairs_keep_the_gap_too() -> None:
    posterior = random_posterior(np.random.default_rng(8), 6, 4, ResponseScale(0.7))
    rules = replace(RULES, holdout=1.0, recent=((0, 1),), gap=1)
    found = [chosen(posterior, AllowedPairs.of(6), rules, seed) for seed in range(100)]
    assert not any({each.first, each.second} & {0, 1} for each in found if each is not None)


def test_chance_decides_nothing_but_lots() -> None:
    """Same generators, same pair; the lot for random pairs leaves those among ties alone."""
    posterior = Posterior.of_prior(Prior.of_matrix(np.eye(9)), ResponseScale(1.0))
    allowed = AllowedPairs.of(9)
    for seed in range(30):
        plain = chosen(posterior, allowed, RULES, seed)
        assert plain == chosen(posterior, allowed, RULES, seed)
        mixed = chosen(posterior, allowed, replace(RULES, holdout=0.3), seed)
        assert mixed is not None
        assert mixed.by is ChosenBy.HOLDOUT or mixed == plain


def test_nothing_is_asked_when_nothing_may_be() -> None:
    posterior = random_posterior(np.random.default_rng(0), 3, 2, ResponseScale(0.7))
    nothing = AllowedPairs.of(3, None, [0, 1])
    rules = replace(RULES, recent=((0, 1),), gap=3, holdout=0.5, queued=((0, 1),))
    assert not nothing.has_any
    assert all(chosen(posterior, nothing, rules, seed) is None for seed in range(10))
