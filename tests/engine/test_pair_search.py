"""How every criterion picks: ties by lot, the top few in order, nothing when nothing is allowed."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine.states import allowed_set, random_posterior, random_rules

SCALE = ResponseScale(0.7)
HORIZONS = (1.0, 3.0, math.inf)
SCORING = [name for name in CRITERIA if name != "random"]
CASES = [
    (name, horizon)
    for name, criterion in CRITERIA.items()
    for horizon in (HORIZONS if criterion.uses_horizon else HORIZONS[-1:])
]


def drawn(
    name: str,
    posterior: Posterior,
    allowed: AllowedPairs,
    seed: int,
    horizon: float = math.inf,
    top: int = 1,
) -> list[tuple[int, int]]:
    rng = np.random.default_rng(seed)
    found = CRITERIA[name].best(posterior, allowed, horizon=horizon, top=top, rng=rng)
    assert all(pair.first < pair.second for pair in found)
    return [(pair.first, pair.second) for pair in found]


def untaught(n_items: int) -> Posterior:
    """Before any answer, all items alike: every pair is tied."""
    return Posterior.of_prior(Prior.of_matrix(np.identity(n_items)), SCALE)


@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_ties_fall_by_lot_evenly(name: str, horizon: float) -> None:
    posterior, allowed = untaught(4), AllowedPairs.of(4)
    seen = Counter(drawn(name, posterior, allowed, seed, horizon)[0] for seed in range(300))
    assert set(seen) == set(allowed_set(allowed))
    assert chisquare(list(seen.values())).pvalue > 0.001


@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_the_same_seed_gives_the_same_pairs(name: str, horizon: float) -> None:
    posterior = random_posterior(np.random.default_rng(1), 12, 9, SCALE)
    allowed = AllowedPairs.of(12)
    for belief in (posterior, untaught(12)):
        for seed in range(5):
            first = drawn(name, belief, allowed, seed, horizon, top=4)
            assert drawn(name, belief, allowed, seed, horizon, top=4) == first


@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_a_lot_does_not_depend_on_how_the_belief_is_held(name: str, horizon: float) -> None:
    """Links a–b and d–e, one answer b ≻ e: c and f are tied, and rounding must not tell them."""
    matrix = np.identity(6)
    for i, j in ((0, 1), (3, 4)):
        matrix[np.ix_([i, j], [i, j])] = [[2 / 3, 1 / 3], [1 / 3, 2 / 3]]
    k = matrix[1] - matrix[4]
    prior = Prior.of_matrix(matrix)
    posterior = Posterior.of_prior(prior, SCALE)
    column = 0.4 * k
    grown = Posterior(
        0.3 * k,
        posterior.variances - column**2,
        prior,
        SCALE,
        posterior.base,
        posterior.columns.with_column(column),
    )
    allowed = AllowedPairs.of(6)
    for seed in range(10):
        assert drawn(name, grown, allowed, seed, horizon, top=3) == drawn(
            name, grown.folded(), allowed, seed, horizon, top=3
        )


@pytest.mark.parametrize("top", [1, 2, 7, 100])
@pytest.mark.parametrize(("name", "horizon"), [case for case in CASES if case[0] in SCORING])
def test_the_top_few_come_in_order(name: str, top: int, horizon: float) -> None:
    rng = np.random.default_rng(top)
    for _ in range(4):
        posterior = random_posterior(rng, 9, 12, SCALE)
        allowed = random_rules(rng, 9)
        matrix = CRITERIA[name].matrix(posterior, allowed, horizon=horizon)
        found = CRITERIA[name].best(posterior, allowed, horizon=horizon, top=top, rng=rng)
        pairs = [(pair.first, pair.second) for pair in found]
        wanted = sorted((matrix[i, j] for i, j in allowed_set(allowed)), reverse=True)[:top]
        assert len(set(pairs)) == len(pairs) == len(wanted)
        assert set(pairs) <= set(allowed_set(allowed))
        np.testing.assert_allclose([pair.value for pair in found], wanted, rtol=1e-9, atol=1e-13)
        np.testing.assert_allclose([matrix[pair] for pair in pairs], wanted, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("name", SCORING)
def test_the_top_few_of_a_tie_fall_by_lot(name: str) -> None:
    posterior, allowed = untaught(5), AllowedPairs.of(5)
    seen = Counter(
        pair for seed in range(100) for pair in drawn(name, posterior, allowed, seed, top=3)
    )
    assert set(seen) == set(allowed_set(allowed))


def test_equal_means_come_first_by_variance() -> None:
    """The variance ratio is infinite at equal means: the least certain of them leads."""
    matrix = np.diag([1.0, 3.0, 2.0, 0.5])
    posterior = Posterior.of_prior(Prior.of_matrix(matrix), SCALE)
    order = drawn("variance_ratio", posterior, AllowedPairs.of(4), 0, top=6)
    assert order == [(1, 2), (0, 1), (1, 3), (0, 2), (2, 3), (0, 3)]


def test_rounding_does_not_part_equal_means() -> None:
    """Means within 1e-9 of the largest sd are tied, to ranks and to the variance ratio alike."""
    mean = np.array([0.0, 1e-13, -1e-13, -5.0])
    prior = Prior.of_matrix(np.diag([1.0, 3.0, 2.0, 0.5]))
    posterior = replace(Posterior.of_prior(prior, SCALE), mean=mean)
    allowed = AllowedPairs.of(4)
    assert drawn("variance_ratio", posterior, allowed, 0, top=3) == [(1, 2), (0, 1), (0, 2)]
    assert drawn("expected_loss", posterior, allowed, 0, 1.0) == [(1, 2)]


def test_nearly_equal_values_fall_by_lot() -> None:
    seen = set()
    for seed in range(20):
        shortlist = Shortlist(1)
        values = np.array([1.0, 1.0 - 1e-12, 1.0 + 1e-12, 1.0 - 1e-6])
        shortlist.offer(values, np.arange(4), np.arange(4) + 4)
        (pair,) = shortlist.chosen(np.random.default_rng(seed))
        seen.add(pair.first)
    assert seen == {0, 1, 2}


def test_a_favoured_pair_comes_before_its_equals_and_never_before_a_better_one() -> None:
    values = np.array([1.0, 1.0 - 1e-12, 1.0 + 1e-12, 1.0 - 1e-6])
    for seed in range(10):
        for favoured in range(4):
            shortlist = Shortlist(4)
            shortlist.offer(values, np.arange(4) + 4, np.arange(4))
            pairs = shortlist.chosen(np.random.default_rng(seed), (favoured, favoured + 4))
            assert [pair.n_tied for pair in pairs] == [3, 3, 3, 1]
            assert pairs[-1].first == 3
            assert favoured == 3 or pairs[0].first == favoured


@pytest.mark.parametrize("groups", [None, np.array([0, 1, 0, 1, 0, 0])])
def test_how_many_pairs_may_be_asked(groups: np.ndarray | None) -> None:
    for excluded, answered in (([], []), ([2], [(0, 1), (4, 5), (2, 3), (4, 0)])):
        allowed = AllowedPairs.of(6, groups, excluded, answered)
        assert allowed.n_pairs == np.count_nonzero(allowed.mask(np.arange(6))) // 2


def test_the_order_of_discovery_plays_no_part_in_a_lot() -> None:
    first, second = np.array([3, 0, 2, 1]), np.array([4, 6, 5, 9])
    values = np.ones(4)
    for seed in range(10):
        found = set()
        for order in permutations(range(4)):
            shortlist = Shortlist(2)
            for place in order:
                chosen = slice(place, place + 1)
                shortlist.offer(values[chosen], first[chosen], second[chosen])
            pairs = shortlist.chosen(np.random.default_rng(seed))
            found.add(tuple((pair.first, pair.second) for pair in pairs))
        assert len(found) == 1


NOTHING_ALLOWED = {
    "one item": AllowedPairs.of(1),
    "all answered": AllowedPairs.of(3, answered=[(0, 1), (2, 1), (0, 2)]),
    "one item a group": AllowedPairs.of(4, np.arange(4)),
    "all excluded": AllowedPairs.of(4, excluded=[0, 1, 2, 3]),
    "all but one excluded": AllowedPairs.of(4, excluded=[0, 2, 3]),
}


@pytest.mark.parametrize("reason", NOTHING_ALLOWED)
@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_no_allowed_pair_gives_none(name: str, reason: str, horizon: float) -> None:
    allowed = NOTHING_ALLOWED[reason]
    assert drawn(name, untaught(allowed.n_items), allowed, 0, horizon) == []


@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_the_last_allowed_pair_is_found(name: str, horizon: float) -> None:
    posterior = random_posterior(np.random.default_rng(3), 8, 10, SCALE)
    every = allowed_set(AllowedPairs.of(8))
    for last in ((0, 1), (3, 6), (6, 7)):
        allowed = AllowedPairs.of(8, answered=[pair for pair in every if pair != last])
        assert drawn(name, posterior, allowed, 0, horizon, top=3) == [last]


@pytest.mark.parametrize(("name", "horizon"), CASES)
def test_the_last_allowed_pair_is_found_however_little_it_is_worth(
    name: str, horizon: float
) -> None:
    """Two items far behind all others, where a leader's value and a rank's weight vanish."""
    n_items = 800
    prior = Prior.of_matrix(np.identity(n_items))
    posterior = replace(Posterior.of_prior(prior, SCALE), mean=np.linspace(4.0, -4.0, n_items))
    allowed = AllowedPairs.of(n_items, excluded=range(n_items - 2))
    assert drawn(name, posterior, allowed, 0, horizon) == [(n_items - 2, n_items - 1)]


@pytest.mark.parametrize("name", SCORING)
def test_a_search_can_be_cancelled(name: str) -> None:
    control = Control()
    control.cancel()
    posterior, allowed = untaught(20), AllowedPairs.of(20)
    for horizon in HORIZONS:
        with pytest.raises(Cancelled):
            CRITERIA[name].best(
                posterior, allowed, horizon=horizon, rng=np.random.default_rng(0), control=control
            )
        with pytest.raises(Cancelled):
            CRITERIA[name].matrix(posterior, allowed, horizon=horizon, control=control)


@pytest.mark.parametrize("n_items", [7, 60])  # drawn by trial, and from a list
def test_random_pairs_are_uniform_over_what_is_allowed(n_items: int) -> None:
    groups = np.arange(n_items) % 3
    wanted = [(0, 3), (3, 6), (1, 4), (0, 6)]
    every = allowed_set(AllowedPairs.of(n_items, groups))
    allowed = AllowedPairs.of(
        n_items, groups, [2, 5], [pair for pair in every if pair not in wanted]
    )
    posterior, rng = untaught(n_items), np.random.default_rng(12)
    n_draws = 400
    seen = Counter(
        (pair.first, pair.second)
        for _ in range(n_draws)
        for pair in CRITERIA["random"].best(posterior, allowed, rng=rng)
    )
    assert set(seen) == set(wanted)
    assert sum(seen.values()) == n_draws
    assert chisquare(list(seen.values())).pvalue > 0.001


def test_random_pairs_are_uniform_over_all() -> None:
    posterior, allowed = untaught(8), AllowedPairs.of(8)
    rng = np.random.default_rng(5)
    seen = Counter(
        (pair.first, pair.second)
        for _ in range(2800)
        for pair in CRITERIA["random"].best(posterior, allowed, rng=rng)
    )
    assert len(seen) == 28
    assert chisquare(list(seen.values())).pvalue > 0.001


def test_several_random_pairs_are_different_and_uniform() -> None:
    posterior, allowed = untaught(5), AllowedPairs.of(5)
    rng = np.random.default_rng(6)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(500):
        pairs = [
            (pair.first, pair.second)
            for pair in CRITERIA["random"].best(posterior, allowed, top=4, rng=rng)
        ]
        assert len(set(pairs)) == 4
        seen.update(pairs)
    assert len(seen) == 10
    assert chisquare(list(seen.values())).pvalue > 0.001
