"""Ranks, P(best) and how settled it is, against many draws conditioned by brute force."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.briefing import Briefing
from prefstudio.study.standing import Standing, StandingRequest, top_k_of
from tests.study.briefings import drawn, posterior_of, random_briefing

N_DRAWS = 200_000
GROUPS = np.array([0, 1, 0, 1, 0, 1, 0])
CLOSE = 0.035  # four standard errors of a share from 4,000 draws


def standing(briefing: Briefing, asked: tuple[int, int] | None = None, group: int = 0) -> Standing:
    request = StandingRequest(briefing, posterior_of(briefing), asked, group, goal=0.9)
    return request.compute(Control())


def ranks_in(draws: np.ndarray, groups: np.ndarray | None) -> np.ndarray:
    """The place of every item within its group, in each draw."""
    codes = np.zeros(draws.shape[1], dtype=int) if groups is None else groups
    ranks = np.empty(draws.shape, dtype=int)
    for code in np.unique(codes):
        members = np.flatnonzero(codes == code)
        inner = draws[:, members]
        ranks[:, members] = 1 + (inner[:, None, :] > inner[:, :, None]).sum(axis=2)
    return ranks


def among(is_best: np.ndarray, said_so: np.ndarray) -> object:
    """The share among some, within four standard errors of as many of 4,000 draws."""
    share = is_best[said_so].mean()
    width = 4.0 * np.sqrt(share * (1.0 - share) / (4000 * said_so.mean()))
    return pytest.approx(share, abs=width)


@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("seed", range(3))
def test_ranks_intervals_and_chances_are_those_of_draws(
    seed: int, groups: np.ndarray | None
) -> None:
    briefing = random_briefing(seed, 7, 8, groups)
    found, posterior = standing(briefing), posterior_of(briefing)
    ranks = ranks_in(drawn(posterior, N_DRAWS // 4), groups)
    np.testing.assert_array_equal(found.rank, ranks_in(posterior.mean[None], groups)[0])
    np.testing.assert_allclose(found.p_best, (ranks == 1).mean(axis=0), atol=CLOSE)
    for edge, share in ((found.rank_low, 0.025), (found.rank_high, 0.975)):
        below, above = (ranks < edge).mean(axis=0), (ranks > edge).mean(axis=0)
        assert np.all(below <= share + CLOSE)
        assert np.all(above <= 1.0 - share + CLOSE)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_that_is_shown_holds_the_rank_that_is(seed: int) -> None:
    briefing = random_briefing(seed, 80, 0, None)  # of so many hardly any is ever drawn first
    found = standing(briefing)
    assert np.all(found.rank == 1)  # before any answer
    assert np.all((found.rank_low <= found.rank) & (found.rank <= found.rank_high))


@pytest.mark.parametrize("cuts", [(), (0.4,)])
@pytest.mark.parametrize("seed", range(3))
def test_p_best_if_preferred_is_that_of_people_who_said_so(
    seed: int, cuts: tuple[float, ...]
) -> None:
    """Of all drawn people only those count whose noisy answer prefers the item."""
    briefing = random_briefing(seed, 5, 6, cuts=cuts)
    found, posterior = standing(briefing, (3, 1)), posterior_of(briefing)
    utilities = drawn(posterior, N_DRAWS, seed)
    felt = utilities[:, 3] - utilities[:, 1]
    felt = felt + 0.7 * np.random.default_rng(9).standard_normal(N_DRAWS)
    least = cuts[0] if cuts else 0.0
    best = utilities.argmax(axis=1)
    assert found.p_best_if_a == among(best == 3, felt > least)
    if not cuts:
        assert found.p_best_if_b == among(best == 1, felt < 0.0)
    assert found.p_best_if_a > found.p_best[3]


@pytest.mark.parametrize("groups", [None, GROUPS])
def test_of_a_top_k_the_chances_are_to_be_in_it(groups: np.ndarray | None) -> None:
    briefing = random_briefing(1, 7, 8, groups)
    briefing = replace(briefing, model=replace(briefing.model, horizon=2.0))
    found, posterior = standing(briefing, (3, 1)), posterior_of(briefing)
    utilities = drawn(posterior, N_DRAWS)
    inside = ranks_in(utilities, groups) <= 2
    leading = found.leading
    assert (leading.k, leading.words.replace("\u00a0", " ")) == (2, "P(top 2)")
    np.testing.assert_allclose(leading.chance, inside.mean(axis=0), atol=CLOSE)
    felt = utilities[:, 3] - utilities[:, 1]
    felt = felt + 0.7 * np.random.default_rng(9).standard_normal(N_DRAWS)
    assert leading.if_a == among(inside[:, 3], felt > 0.0)
    assert leading.if_b == among(inside[:, 1], felt < 0.0)


@pytest.mark.parametrize("horizon", [1.0, np.inf])
def test_else_they_are_to_be_the_best(horizon: float) -> None:
    briefing = random_briefing(1, 5, 6)
    briefing = replace(briefing, model=replace(briefing.model, horizon=horizon))
    found = standing(briefing, (3, 1))
    assert (found.leading.k, found.leading.words) == (1, "P(best)")
    np.testing.assert_array_equal(found.leading.chance, found.p_best)
    assert (found.leading.if_a, found.leading.if_b) == (found.p_best_if_a, found.p_best_if_b)


def test_with_ties_b_wins_only_where_it_is_preferred() -> None:
    briefing = random_briefing(2, 4, 3, cuts=(0.8,))
    found, posterior = standing(briefing, (0, 1)), posterior_of(briefing)
    utilities = drawn(posterior, N_DRAWS)
    felt = utilities[:, 0] - utilities[:, 1]
    felt = felt + 0.7 * np.random.default_rng(9).standard_normal(N_DRAWS)
    assert found.p_best_if_b == among(utilities.argmax(axis=1) == 1, felt < -0.8)


def test_without_a_pair_nothing_is_supposed() -> None:
    found = standing(random_briefing(1))
    assert (found.p_best_if_a, found.p_best_if_b) == (None, None)
    assert found.goal == 0.9


@pytest.mark.parametrize("group", [0, 1])
@pytest.mark.parametrize("horizon", [1.0, 2.0])
def test_the_top_k_of_a_group(horizon: float, group: int) -> None:
    briefing = random_briefing(5, 7, 10, GROUPS, horizon)
    found, posterior = standing(briefing, None, group), posterior_of(briefing)
    k, members = int(horizon), np.flatnonzero(group == GROUPS)
    leaders = members[np.argsort(-posterior.mean[members])[:k]]
    inside = ranks_in(drawn(posterior, N_DRAWS // 4), GROUPS)[:, leaders] <= k
    assert found.top_k == k
    assert found.settled == pytest.approx(inside.all(axis=1).mean(), abs=CLOSE)
    assert found.n_top_right == pytest.approx(inside.sum(axis=1).mean(), abs=k * CLOSE)


@pytest.mark.parametrize(("size", "counts"), [(12, True), (4, False)])
def test_a_group_with_fewer_items_than_lead_is_all_right(size: int, counts: bool) -> None:
    groups = np.repeat([0, 1], [30, size])
    briefing = random_briefing(5, 30 + size, 10, groups, horizon=20.0)
    found = standing(briefing, None, 1)
    assert (found.top_k, found.n_top_right) == (size, size)
    assert (found.share, found.settled, found.counts_right_ones) == (1.0, 1.0, counts)
    assert found.leading.k == 20
    larger = standing(briefing, None, 0)
    assert larger.top_k == 20 and larger.share == pytest.approx(larger.n_top_right / 20)


@pytest.mark.parametrize("group", [0, 1])
def test_the_whole_order_of_a_group(group: int) -> None:
    briefing = random_briefing(6, 7, 10, GROUPS)
    found, posterior = standing(briefing, None, group), posterior_of(briefing)
    covariance, chances = posterior.covariance(), []
    for i, j in itertools.combinations(np.flatnonzero(group == GROUPS), 2):
        variance = covariance[i, i] + covariance[j, j] - 2.0 * covariance[i, j]
        score = abs(posterior.mean[i] - posterior.mean[j]) / math.sqrt(2.0 * variance)
        chances.append(0.5 * math.erfc(-score))
    assert found.settled == pytest.approx(np.mean(chances), abs=1e-9)
    assert (found.top_k, found.n_top_right) == (None, None)


@pytest.mark.parametrize(
    ("horizon", "groups", "top_k"),
    [(math.inf, None, None), (3.0, None, 3), (0.5, None, 1), (7.0, None, None), (4.0, GROUPS, None),
     (3.0, GROUPS, 3)],
)  # fmt: skip
def test_what_the_study_is_about(
    horizon: float, groups: np.ndarray | None, top_k: int | None
) -> None:
    assert top_k_of(random_briefing(0, 7, 0, groups, horizon).model) == top_k


def test_the_same_moment_draws_the_same_and_can_be_stopped() -> None:
    briefing = random_briefing(3)
    np.testing.assert_array_equal(standing(briefing).p_best, standing(briefing).p_best)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        StandingRequest(briefing, posterior_of(briefing), None).compute(control)


def test_the_same_answers_stand_alike_at_every_revision() -> None:
    """Nothing flickers when answers come back by undo and redo."""
    briefing = random_briefing(4)
    later = standing(replace(briefing, revision=briefing.revision + 2))
    np.testing.assert_array_equal(later.p_best, standing(briefing).p_best)
