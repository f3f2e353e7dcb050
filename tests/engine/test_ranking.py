"""Ranks, their intervals, P(best) and top k: closed forms, brute force, groups."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import norm

from prefstudio.engine import ranking
from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.incremental import infer
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.engine.ranks import tied_ranks
from tests.engine import reference

FOUR_ERRORS = 4.0 * 0.5 / np.sqrt(4000)  # four standard errors of a chance at worst


def belief(mean, covariance):
    mean, covariance = np.array(mean, float), np.array(covariance, float)
    prior = Prior.of_matrix(covariance)
    variances = covariance.diagonal().copy()
    empty = Columns.empty(len(mean))
    return Posterior(mean, variances, prior, ResponseScale(), prior.covariance, empty)


def rng():
    return np.random.default_rng([7, 1])


def random_belief(seed, n_items):
    generator = np.random.default_rng(seed)
    pairs = reference.random_pairs(generator, n_items, 3 * n_items)
    scale = ResponseScale()
    prior = Prior.of_matrix(reference.random_covariance(generator, n_items))
    return infer(prior, Comparisons.of_levels(scale, pairs), scale)


def test_ranks_share_the_smallest_of_a_tie():
    assert tied_ranks(np.array([0.4, 0.4, 0.0, -0.2, -0.2]), np.ones(5)).tolist() == [1, 1, 3, 4, 4]
    assert tied_ranks(np.zeros(4), np.ones(4)).tolist() == [1, 1, 1, 1]
    assert tied_ranks(np.array([-1.0, 3.0, 2.0]), np.ones(3)).tolist() == [3, 1, 2]


def test_what_counts_as_a_tie_follows_the_largest_sd():
    mean = np.array([0.0, 5e-10, 1.0])
    assert tied_ranks(mean, np.array([0.1, 0.1, 1.0])).tolist() == [2, 2, 1]
    assert tied_ranks(mean, np.array([0.1, 0.1, 0.2])).tolist() == [3, 2, 1]
    chain = np.array([0.0, 8e-10, 1.6e-9])  # ties chain along neighbours
    assert tied_ranks(chain, np.ones(3)).tolist() == [1, 1, 1]


@pytest.mark.parametrize("seed", range(20))
def test_ranks_count_the_better_ones(seed):
    mean = np.random.default_rng(seed).integers(0, 6, 15).astype(float)
    better = (mean[None, :] > mean[:, None]).sum(axis=1)
    assert np.array_equal(tied_ranks(mean, np.ones(15)), better + 1)


def test_ranks_of_nothing():
    assert tied_ranks(np.array([]), np.array([])).tolist() == []


@pytest.mark.parametrize(("gap", "rho"), [(0.0, 0.0), (0.5, 0.6), (-1.2, 0.3), (2.0, -0.5)])
def test_two_items_have_a_closed_form(gap, rho):
    posterior = belief([gap, 0.0], [[1.0, rho], [rho, 1.0]])
    p_first = norm.cdf(gap / np.sqrt(2.0 - 2.0 * rho))
    summary = ranking.summarise(posterior, rng())
    assert_allclose(summary.p_best, [p_first, 1.0 - p_first], atol=FOUR_ERRORS)
    shown = ranking.p_top_k_is(posterior, 1, rng())
    assert_allclose(shown, max(p_first, 1.0 - p_first), atol=FOUR_ERRORS)
    expect = [1, 1] if gap == 0.0 else [1, 2] if gap > 0 else [2, 1]
    assert summary.rank.tolist() == expect
    certain = abs(gap) / np.sqrt(2.0 - 2.0 * rho) > 1.96
    assert (summary.rank_low[0] == summary.rank_high[0]) == certain


def p_best_of_independent(mean, sd, item):
    def integrand(x):
        others = [
            norm.cdf(x, m, s) for k, (m, s) in enumerate(zip(mean, sd, strict=True)) if k != item
        ]
        return norm.pdf(x, mean[item], sd[item]) * np.prod(others)

    return quad(integrand, -12.0, 12.0)[0]


def test_best_of_independent_items_against_an_integral():
    mean, sd = [0.3, 0.0, -0.4, 0.2], [0.5, 1.0, 1.5, 0.2]
    summary = ranking.summarise(belief(mean, np.diag(np.square(sd))), rng())
    expect = [p_best_of_independent(mean, sd, item) for item in range(4)]
    assert_allclose(sum(expect), 1.0, rtol=1e-8)
    assert_allclose(summary.p_best, expect, atol=FOUR_ERRORS)


def test_against_brute_force_draws():
    posterior = random_belief(3, 6)
    drawn = np.random.default_rng(99).multivariate_normal(
        posterior.mean, posterior.covariance(), 100_000, method="cholesky"
    )
    places = 1 + (drawn[:, None, :] > drawn[:, :, None]).sum(axis=2)
    summary = ranking.summarise(posterior, rng())
    assert_allclose(summary.p_best, (places == 1).mean(axis=0), atol=FOUR_ERRORS)
    for k in (1, 2, 4):
        inside = ranking.p_top_k(posterior, k, rng())
        assert_allclose(inside, (places <= k).mean(axis=0), atol=FOUR_ERRORS)
        leaders = np.argsort(-posterior.mean)[:k]
        right = (places[:, leaders] <= k).all(axis=1).mean()
        assert_allclose(ranking.p_top_k_is(posterior, k, rng()), right, atol=FOUR_ERRORS)
    for item in range(6):
        low, high = summary.rank_low[item], summary.rank_high[item]
        inside = (places[:, item] >= low) & (places[:, item] <= high)
        assert inside.mean() > 0.95 - 0.01
        # and neither end could be moved inwards
        assert (places[:, item] <= low).mean() > 0.025 - 0.01
        assert (places[:, item] >= high).mean() > 0.025 - 0.01


@pytest.mark.parametrize("n_items", [1, 2, 30])
def test_chances_add_up(n_items):
    posterior = random_belief(n_items, n_items) if n_items > 1 else belief([0.3], [[1.0]])
    summary = ranking.summarise(posterior, rng(), n_draws=1234)
    assert_allclose(summary.p_best.sum(), 1.0, rtol=1e-12)
    assert summary.n_draws == 1234
    assert np.all((summary.rank_low >= 1) & (summary.rank_low <= summary.rank_high))
    assert np.all(summary.rank_high <= n_items)
    for k in (1, n_items):
        assert_allclose(ranking.p_top_k(posterior, k, rng()).sum(), k, rtol=1e-12)
    assert np.array_equal(
        ranking.p_top_k(posterior, 1, rng()), ranking.summarise(posterior, rng()).p_best
    )
    assert_allclose(ranking.p_top_k_is(posterior, n_items, rng()), [1.0])


def test_all_but_certain_items_have_a_rank_and_no_interval():
    posterior = belief([3.0, 1.0, 2.0], 1e-6 * np.eye(3))
    summary = ranking.summarise(posterior, rng())
    assert summary.rank.tolist() == [1, 3, 2]
    assert summary.rank_low.tolist() == summary.rank_high.tolist() == [1, 3, 2]
    assert summary.p_best.tolist() == [1.0, 0.0, 0.0]


def test_the_same_generator_gives_the_same_numbers():
    posterior = random_belief(1, 8)
    one, other = (ranking.summarise(posterior, rng()) for _ in range(2))
    assert np.array_equal(one.p_best, other.p_best)
    assert np.array_equal(one.rank_low, other.rank_low)
    another = ranking.summarise(posterior, np.random.default_rng(8))
    assert not np.array_equal(one.p_best, another.p_best)


def test_everything_is_within_groups():
    posterior = random_belief(5, 9)
    groups = np.array([4, 2, 4, 4, 2, 2, 4, 9, 2])
    sigma = posterior.covariance()
    summary = ranking.summarise(posterior, rng(), groups)
    inside = ranking.p_top_k(posterior, 2, rng(), groups)
    right = ranking.p_top_k_is(posterior, 2, rng(), groups)
    centred = ranking.centred_sd(posterior, groups)
    assert right.shape == (3,)
    for number, code in enumerate([2, 4, 9]):
        members = np.flatnonzero(groups == code)
        alone = belief(posterior.mean[members], sigma[np.ix_(members, members)])
        expect = ranking.summarise(alone, rng())
        close = {"atol": 2.0 * FOUR_ERRORS}
        assert np.array_equal(summary.rank[members], expect.rank)
        assert_allclose(summary.p_best[members].sum(), 1.0, rtol=1e-12)
        assert_allclose(summary.p_best[members], expect.p_best, **close)
        assert np.all(np.abs(summary.rank_high[members] - expect.rank_high) <= 1)
        assert_allclose(inside[members], ranking.p_top_k(alone, 2, rng()), **close)
        assert_allclose(right[number : number + 1], ranking.p_top_k_is(alone, 2, rng()), **close)
        assert_allclose(centred[members], ranking.centred_sd(alone), atol=1e-12)
    assert summary.p_best[7] == 1.0 and centred[7] == 0.0  # alone in its group


@pytest.mark.parametrize("n_items", [1, 5, 300])
def test_centred_sd_against_the_dense_matrix(n_items):
    posterior = random_belief(2, n_items) if n_items > 1 else belief([0.0], [[2.0]])
    centring = np.eye(n_items) - 1.0 / n_items
    expect = np.sqrt(np.diagonal(centring @ posterior.covariance() @ centring))
    assert_allclose(ranking.centred_sd(posterior), expect, atol=1e-7)


def test_a_common_shift_is_no_part_of_the_centred_sd():
    covariance = reference.random_covariance(np.random.default_rng(2), 5)
    plain, shifted = belief(np.zeros(5), covariance), belief(np.zeros(5), covariance + 3.0)
    assert_allclose(ranking.centred_sd(shifted), ranking.centred_sd(plain), rtol=1e-9)


def test_order_is_best_first_and_ties_as_numbered():
    posterior = belief([0.0, 2.0, 1e-12, 2.0, 5.0, -1.0], np.eye(6))
    assert ranking.order(posterior).tolist() == [4, 1, 3, 0, 2, 5]
    groups = np.array([1, 0, 1, 1, 0, 0])
    assert ranking.order(posterior, groups).tolist() == [4, 1, 5, 3, 0, 2]
    assert ranking.ranks(posterior, groups).tolist() == [2, 2, 2, 1, 1, 3]


def test_interval_of_alike_items_leaves_out_two_and_a_half_percent_on_either_side():
    """Each of 101 equal and independent items has every rank with the same chance."""
    summary = ranking.summarise(belief(np.zeros(101), np.eye(101)), rng())
    assert np.all(np.abs(summary.rank_low - 3) <= 1)
    assert np.all(np.abs(summary.rank_high - 99) <= 1)


def test_order_of_many_tied_items_is_their_own():
    items = np.arange(300)
    posterior = belief(items % 3, np.eye(300))
    expect = np.concatenate([items[items % 3 == worth] for worth in (2, 1, 0)])
    assert np.array_equal(ranking.order(posterior), expect)


def test_before_any_answer_all_share_the_first_place():
    posterior = belief(np.zeros(4), np.eye(4))
    summary = ranking.summarise(posterior, rng())
    assert summary.rank.tolist() == [1, 1, 1, 1]
    assert_allclose(summary.p_best, 0.25, atol=FOUR_ERRORS)
    assert summary.rank_low.tolist() == [1, 1, 1, 1]
    assert summary.rank_high.tolist() == [4, 4, 4, 4]


@pytest.mark.parametrize("seed", range(6))
def test_every_interval_that_is_shown_holds_its_rank(seed):
    rng = np.random.default_rng(seed)
    # Before any answer all means are alike, and one item is hardly ever drawn first.
    variances = np.array([1e-4, *np.linspace(1.0, 4.0, 9)])
    prior = Posterior.of_prior(Prior.of_matrix(np.diag(variances)), ResponseScale(1.0))
    for groups in (None, np.array([0] * 7 + [1] * 3)):
        found = ranking.summarise(prior, rng, groups)
        assert np.all(found.rank == 1)
        low, high = found.shown_interval
        assert np.all((low <= found.rank) & (found.rank <= high))
        assert np.all((low <= found.rank_low) & (high >= found.rank_high))
    assert ranking.summarise(prior, rng).rank_low[0] > 1


def test_summary_is_read_only():
    summary = ranking.summarise(belief([0.0, 1.0], np.eye(2)), rng(), n_draws=100)
    for name in ("rank", "rank_low", "rank_high", "p_best"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(summary, name)[0] = 1


def test_equal_items_do_not_break_the_draws():
    summary = ranking.summarise(belief([0.0, 0.0, 0.0], np.ones((3, 3))), rng())
    assert_allclose(summary.p_best.sum(), 1.0)


@pytest.mark.parametrize("ask", [ranking.summarise, ranking.p_top_k, ranking.p_top_k_is])
def test_stops_when_asked_between_two_chunks(ask):
    class StopsAtThird(Control):
        checks = 0

        def check(self):
            self.checks += 1
            if self.checks == 3:
                self.cancel()
            super().check()

    control = StopsAtThird()
    arguments = (rng(),) if ask is ranking.summarise else (1, rng())
    with pytest.raises(Cancelled):
        ask(random_belief(0, 5), *arguments, control=control)
    assert control.checks == 3
