"""One answer at a time: golden numbers, a dense reference, and section 10's properties."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from prefstudio.engine import incremental
from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, Cancelled
from prefstudio.engine.posterior import FOLD_AT, Posterior
from prefstudio.engine.prior import Prior
from tests.engine import reference
from tests.engine.golden_cases import CLOSE, bounds, case, problem

CASES = range(200)


def random_study(seed, n_items=None):
    """Prior, answers and scale of a random small study; ties and strengths in two of three."""
    rng = np.random.default_rng([seed, 17])
    n_items = n_items or int(rng.integers(2, 9))
    noise = float(rng.uniform(0.2, 2.0))
    cuts = [(), (0.3 * noise,), (0.2 * noise, 0.7 * noise, 1.5 * noise)][seed % 3]
    scale = ResponseScale(noise, cuts)
    rank = None if seed % 2 else max(1, n_items // 2)  # every second prior is singular
    covariance = reference.random_covariance(rng, n_items, rank)
    n_answers = int(rng.integers(1, 13))
    pairs = reference.random_pairs(rng, n_items, n_answers)
    levels = rng.choice(scale.levels, n_answers)
    return covariance, Comparisons.of_levels(scale, pairs, levels), scale


def infer(covariance, comparisons, scale):
    return incremental.infer(Prior.of_matrix(covariance), comparisons, scale)


def answers_of(comparisons, scale):
    rows = zip(
        comparisons.first,
        comparisons.second,
        scale.edges[comparisons.lower],
        scale.edges[comparisons.upper],
        strict=True,
    )
    return [(int(i), int(j), float(a), float(b)) for i, j, a, b in rows]


@pytest.mark.parametrize("name", ["one_answer", "one_answer_tie", "one_answer_surprise"])
def test_golden_one_answer(name):
    given, expect = case(name)
    covariance = np.array(given["cov0"])
    _, upper = bounds(given["interval"])
    scale = ResponseScale(given["s"], () if upper == np.inf else (upper,))
    before = Posterior(
        np.array(given["mean0"]),
        covariance.diagonal().copy(),
        Prior.of_matrix(covariance),
        scale,
        Prior.of_matrix(covariance).covariance,
        Columns.empty(len(covariance)),
    )
    level = 1 if upper == np.inf else 0
    after = incremental.condition(before, *given["pair"], *scale.edge_indices(level))
    assert_allclose(after.mean, expect["mean"], **CLOSE)
    assert_allclose(after.covariance(), expect["cov"], **CLOSE)
    assert_allclose(after.variances, np.diagonal(expect["cov"]), **CLOSE)
    assert_allclose(after.log_evidence, expect["log_z"], **CLOSE)
    assert_allclose(after.last, expect["column"], **CLOSE)
    assert_allclose(before.mean, given["mean0"], atol=0)  # and the old one is as it was


@pytest.mark.parametrize("name", ["ep_features", "ep_links", "ep_mixed", "contradiction"])
def test_golden_one_pass(name):
    given, expect = case(name)
    posterior = incremental.infer(*problem(given))
    assert_allclose(posterior.mean, expect["incremental_mean"], **CLOSE)
    assert_allclose(posterior.covariance(), expect["incremental_cov"], **CLOSE)
    assert posterior.inference == "incremental"
    assert posterior.n_answers == len(given["comparisons"])


@pytest.mark.parametrize("seed", range(1, 25, 2))
def test_against_dense_filtering_by_quadrature(seed):
    covariance, comparisons, scale = random_study(seed)
    answers = answers_of(comparisons, scale)
    mean, sigma, log_z = reference.filtered(covariance, answers, scale.noise)
    posterior = infer(covariance, comparisons, scale)
    assert_allclose(posterior.mean, mean, rtol=1e-7, atol=1e-8)
    assert_allclose(posterior.covariance(), sigma, rtol=1e-7, atol=1e-8)
    assert_allclose(posterior.log_evidence, log_z, rtol=1e-8)


@pytest.mark.parametrize("seed", CASES)
def test_covariance_stays_one_and_below_the_prior(seed):
    covariance, comparisons, scale = random_study(seed)
    posterior = infer(covariance, comparisons, scale)
    sigma = posterior.covariance()
    size = covariance.diagonal().max()
    assert np.array_equal(sigma, sigma.T)
    assert np.linalg.eigvalsh(sigma).min() > -1e-10 * size
    assert np.linalg.eigvalsh(covariance - sigma).min() > -1e-10 * size
    assert_allclose(posterior.variances, sigma.diagonal(), atol=1e-12 * size)
    columns = posterior.covariance_columns(np.arange(len(sigma)))
    assert_allclose(columns, sigma, atol=1e-13 * size)


@pytest.mark.parametrize("seed", CASES)
def test_no_variance_grows_by_an_answer(seed):
    covariance, comparisons, scale = random_study(seed)
    posterior = Posterior.of_prior(Prior.of_matrix(covariance), scale)
    for k in range(len(comparisons)):
        one = comparisons.chosen(slice(k, k + 1))
        after = incremental.condition(
            posterior, int(one.first[0]), int(one.second[0]), int(one.lower[0]), int(one.upper[0])
        )
        assert np.all(after.variances <= posterior.variances)
        posterior = after


@pytest.mark.parametrize("seed", range(60))
def test_items_without_prior_covariance_stay_untouched(seed):
    covariance, comparisons, scale = random_study(seed)
    n = len(covariance)
    apart = reference.random_covariance(np.random.default_rng(seed), 3)
    joined = np.zeros((n + 3, n + 3))
    joined[:n, :n], joined[n:, n:] = covariance, apart
    posterior = infer(joined, comparisons, scale)
    assert np.all(posterior.mean[n:] == 0.0)
    assert np.array_equal(posterior.covariance()[n:, n:], apart)
    assert np.all(posterior.covariance()[:n, n:] == 0.0)


@pytest.mark.parametrize("seed", range(60))
def test_relabelling_permutes_everything(seed):
    covariance, comparisons, scale = random_study(seed)
    order = np.random.default_rng(seed).permutation(len(covariance))  # new item k was order[k]
    new_number = np.argsort(order)
    relabelled = Comparisons(
        new_number[comparisons.first],
        new_number[comparisons.second],
        comparisons.lower,
        comparisons.upper,
        comparisons.count,
    )
    one = infer(covariance, comparisons, scale)
    other = infer(covariance[np.ix_(order, order)], relabelled, scale)
    assert_allclose(other.mean, one.mean[order], atol=1e-10)
    assert_allclose(other.covariance(), one.covariance()[np.ix_(order, order)], atol=1e-10)
    assert_allclose(other.log_evidence, one.log_evidence, rtol=1e-10)


@pytest.mark.parametrize("seed", range(60))
def test_swapping_all_winners_and_losers_flips_the_means(seed):
    covariance, comparisons, scale = random_study(seed)
    last = len(scale.edges) - 1
    swapped = Comparisons(
        comparisons.first,
        comparisons.second,
        last - comparisons.upper,
        last - comparisons.lower,
        comparisons.count,
    )
    turned = Comparisons(
        comparisons.second,
        comparisons.first,
        comparisons.lower,
        comparisons.upper,
        comparisons.count,
    )
    one = infer(covariance, comparisons, scale)
    for other in (infer(covariance, swapped, scale), infer(covariance, turned, scale)):
        assert_allclose(other.mean, -one.mean, atol=1e-11)
        assert_allclose(other.covariance(), one.covariance(), atol=1e-11)
        assert_allclose(other.log_evidence, one.log_evidence, rtol=1e-11)


@pytest.mark.parametrize("seed", range(60))
def test_a_common_shift_changes_no_comparison(seed):
    covariance, comparisons, scale = random_study(seed)
    one = infer(covariance, comparisons, scale)
    other = infer(covariance + 2.5, comparisons, scale)
    assert_allclose(other.log_evidence, one.log_evidence, rtol=1e-9)
    for i in range(len(covariance)):
        for j in range(i):
            assert_allclose(other.pair_moments(i, j), one.pair_moments(i, j), atol=1e-9)
            for level in scale.levels:
                p = one.probability(i, j, level)
                assert_allclose(other.probability(i, j, level), p, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_predictions_agree_with_the_belief(seed):
    covariance, comparisons, scale = random_study(seed)
    posterior = infer(covariance, comparisons, scale)
    i, j = 0, 1
    mean, variance = posterior.pair_moments(i, j)
    sigma = posterior.covariance()
    assert_allclose(mean, posterior.mean[i] - posterior.mean[j], atol=1e-14)
    assert_allclose(variance, sigma[i, i] + sigma[j, j] - 2 * sigma[i, j], atol=1e-12)
    by_level = {level: posterior.probability(i, j, level) for level in scale.levels}
    assert_allclose(sum(by_level.values()), 1.0, rtol=1e-12)
    wins = sum(p for level, p in by_level.items() if level > 0)
    assert_allclose(posterior.probability_preferred(i, j), wins, rtol=1e-10)
    for level, p in by_level.items():
        assert_allclose(posterior.probability(j, i, -level), p, rtol=1e-10, atol=1e-15)


def test_an_answer_about_equal_items_teaches_nothing():
    covariance = np.array([[1.0, 1.0, 0.3], [1.0, 1.0, 0.3], [0.3, 0.3, 1.0]])
    scale = ResponseScale()
    posterior = infer(covariance, Comparisons.of_levels(scale, [(0, 1), (0, 1)]), scale)
    assert np.all(posterior.mean == 0.0)
    assert_allclose(posterior.covariance(), covariance, atol=0)
    assert_allclose(posterior.log_evidence, 2 * np.log(0.5), rtol=1e-14)


def test_a_count_is_so_many_answers():
    covariance, _, scale = random_study(4, 5)
    edges = scale.edge_indices(1)
    counted = Comparisons.of_edges([(0, 1), (2, 3)], [edges] * 2, [3, 2])
    plain = Comparisons.of_edges([(0, 1)] * 3 + [(2, 3)] * 2, [edges] * 5)
    one, other = infer(covariance, counted, scale), infer(covariance, plain, scale)
    assert np.array_equal(one.mean, other.mean)
    assert one.n_answers == other.n_answers == 5


@pytest.mark.parametrize("level", [-1, 0, 1])
@pytest.mark.parametrize("count", [65, 400, 4_000])
def test_many_copies_are_as_many_single_steps(count, level):
    covariance = reference.random_covariance(np.random.default_rng(count), 4)
    scale = ResponseScale(0.7, (0.2,))
    before = infer(covariance, Comparisons.of_levels(scale, [(0, 2), (1, 3)]), scale)
    counted = Comparisons.of_edges([(2, 0)], [scale.edge_indices(level)], [count])
    after = incremental.condition_on_row(before, counted, 0, Control())
    one_by_one = before
    for _ in range(count):
        one_by_one = incremental.condition(one_by_one, 2, 0, *scale.edge_indices(level))
    assert after.n_columns == before.n_columns + 1
    assert after.n_answers == one_by_one.n_answers
    mean, variance = one_by_one.pair_moments(2, 0)
    assert abs(after.pair_moments(2, 0)[0] - mean) < 1e-3 * np.sqrt(variance)
    assert_allclose(after.pair_moments(2, 0)[1], variance, rtol=1e-4)
    assert_allclose(after.mean, one_by_one.mean, atol=1e-3)
    assert_allclose(after.covariance(), one_by_one.covariance(), rtol=1e-4, atol=1e-6)
    assert_allclose(after.log_evidence, one_by_one.log_evidence, rtol=1e-4)


def test_a_billion_copies_follow_from_fewer():
    """A billion at once, and as two halves one after the other."""
    covariance = reference.random_covariance(np.random.default_rng(2), 3)
    scale, half = ResponseScale(0.7, (0.2,)), 500_000_000
    for level in scale.levels:
        edges = scale.edge_indices(level)
        whole = infer(covariance, Comparisons.of_edges([(0, 1)], [edges], [2 * half]), scale)
        parts = Comparisons.of_edges([(0, 1)] * 2, [edges] * 2, [half] * 2)
        mean, variance = infer(covariance, parts, scale).pair_moments(0, 1)
        assert abs(whole.pair_moments(0, 1)[0] - mean) < 1e-2 * np.sqrt(variance)
        assert_allclose(whole.pair_moments(0, 1)[1], variance, rtol=1e-2)
        assert whole.n_answers == 2 * half


def test_some_tens_of_copies_are_taken_one_after_the_other():
    covariance, _, scale = random_study(4, 5)
    edges = scale.edge_indices(1)
    counted = Comparisons.of_edges([(0, 1)], [edges], [incremental.FEW_COPIES])
    plain = Comparisons.of_edges([(0, 1)] * incremental.FEW_COPIES, [edges] * counted.n_answers)
    one, other = infer(covariance, counted, scale), infer(covariance, plain, scale)
    assert np.array_equal(one.mean, other.mean)
    assert np.array_equal(one.covariance(), other.covariance())
    assert one.log_evidence == other.log_evidence


@pytest.mark.parametrize("count", [100, 1_000_000_000])
def test_many_surprises_and_their_contraries_leave_a_belief(count):
    """Also where what was believed is thousands of sd away from what is said."""
    scale = ResponseScale(0.05)
    covariance = np.diag([1e4, 1e-8, 1e-4, 1e-14])
    pairs = [(0, 1), (1, 0), (2, 3), (3, 2), (1, 3), (2, 0)]
    counted = Comparisons.of_edges(pairs, [scale.win] * 6, [count] * 6)
    posterior = infer(covariance, counted, scale)
    assert np.all(np.isfinite(posterior.mean)) and np.isfinite(posterior.log_evidence)
    assert np.all(posterior.variances >= 0.0)
    assert np.all(posterior.variances <= covariance.diagonal())
    assert posterior.n_answers == 6 * count


def test_many_copies_about_equal_items_teach_nothing():
    covariance = np.array([[1.0, 1.0, 0.3], [1.0, 1.0, 0.3], [0.3, 0.3, 1.0]])
    scale = ResponseScale()
    counted = Comparisons.of_edges([(0, 1)], [scale.win], [1_000])
    posterior = infer(covariance, counted, scale)
    assert np.all(posterior.mean == 0.0)
    assert_allclose(posterior.covariance(), covariance, atol=0)
    assert_allclose(posterior.log_evidence, 1_000 * np.log(0.5), rtol=1e-14)


def win(posterior, first, second):
    return incremental.condition(posterior, first, second, *posterior.scale.win)


def belief_of(covariance, pairs):
    scale = ResponseScale()
    return infer(covariance, Comparisons.of_levels(scale, pairs), scale)


def assert_same_belief(one, other, atol=1e-11):
    assert_allclose(one.mean, other.mean, atol=atol)
    assert_allclose(one.covariance(), other.covariance(), atol=atol)
    assert_allclose(one.variances, other.variances, atol=atol)


def test_branches_from_one_posterior_are_both_right():
    covariance = reference.random_covariance(np.random.default_rng(1), 6)
    trunk_pairs = reference.random_pairs(np.random.default_rng(2), 6, 5)
    trunk = belief_of(covariance, trunk_pairs)
    left, right = win(trunk, 0, 1), win(trunk, 1, 0)
    for _ in range(3):  # grow in turns, so that each finds the other's column in its way
        left, right = win(left, 2, 3), win(right, 4, 5)
    assert_same_belief(trunk, belief_of(covariance, trunk_pairs))
    assert_same_belief(left, belief_of(covariance, [*trunk_pairs, (0, 1)] + [(2, 3)] * 3))
    assert_same_belief(right, belief_of(covariance, [*trunk_pairs, (1, 0)] + [(4, 5)] * 3))


def test_old_posteriors_stay_valid_through_many_answers_and_folds():
    n_items, n_answers = 12, 2 * FOLD_AT + 20
    rng = np.random.default_rng(6)
    covariance = reference.random_covariance(rng, n_items)
    pairs = reference.random_pairs(rng, n_items, n_answers)
    posterior = Posterior.of_prior(Prior.of_matrix(covariance), ResponseScale())
    kept = {0: posterior}
    then = {0: (posterior.mean.copy(), posterior.covariance())}
    for k, (first, second) in enumerate(pairs, start=1):
        posterior = win(posterior, first, second)
        if k % 37 == 0 or k in (FOLD_AT - 1, FOLD_AT, FOLD_AT + 1):
            kept[k], then[k] = posterior, (posterior.mean.copy(), posterior.covariance())
    assert posterior.n_columns < n_answers  # folded on the way
    for k, old in kept.items():
        assert np.array_equal(old.mean, then[k][0])
        assert np.array_equal(old.covariance(), then[k][1])
    mean, sigma = np.zeros(n_items), covariance.copy()
    for first, second in pairs:
        mean, sigma = dense_step(mean, sigma, first, second)
    assert_allclose(posterior.mean, mean, atol=1e-9)
    assert_allclose(posterior.covariance(), sigma, atol=1e-11)


def dense_step(mean, sigma, first, second):
    k = sigma[:, first] - sigma[:, second]
    q = np.sqrt(1.0 + k[first] - k[second])
    z = (mean[first] - mean[second]) / q
    r = np.exp(norm.logpdf(z) - norm.logcdf(z))
    return mean + k * r / q, sigma - np.outer(k, k) * r * (z + r) / q**2


def test_folding_changes_the_form_only():
    covariance = reference.random_covariance(np.random.default_rng(1), 7)
    posterior = belief_of(covariance, reference.random_pairs(np.random.default_rng(3), 7, 9))
    folded = posterior.folded()
    assert folded.n_columns == 0 and posterior.n_columns == 9
    assert_same_belief(folded, posterior, 1e-14)
    assert folded.n_answers == 9 and folded.log_evidence == posterior.log_evidence
    assert_same_belief(win(folded, 0, 1), win(posterior, 0, 1), 1e-13)


def test_every_fold_is_exactly_symmetric():
    """One fold builds on the other, so that a difference in the last digit would stay."""
    rng = np.random.default_rng(8)
    covariance = reference.random_covariance(rng, 150)
    covariance[3, 5] *= 1.0 + 1e-15  # as far as a kernel may be off
    posterior = Posterior.of_prior(Prior.of_matrix(covariance), ResponseScale())
    for n_columns in (7, 1, 40):
        for first, second in reference.random_pairs(rng, 150, n_columns):
            posterior = win(posterior, first, second)
        expected = posterior.covariance()
        posterior = posterior.folded()
        matrix = posterior.base.columns(slice(None))
        assert np.array_equal(matrix, matrix.T)
        assert_allclose(matrix, expected, rtol=0.0, atol=1e-13)


def test_nothing_is_copied_but_the_newest_column():
    covariance = reference.random_covariance(np.random.default_rng(1), 6)
    pairs = reference.random_pairs(np.random.default_rng(2), 6, 5)
    trunk = belief_of(covariance, pairs)
    left, right = win(trunk, 0, 1), win(trunk, 1, 0)
    assert left.base is trunk.base is trunk.prior.covariance
    assert np.shares_memory(left.columns.rows, trunk.columns.rows)
    further = win(left, 2, 3)
    assert np.shares_memory(further.columns.rows, trunk.columns.rows)
    assert not np.shares_memory(left.last, right.last)


def test_arrays_are_read_only():
    posterior = belief_of(np.eye(3), [(0, 1)])
    for array in (posterior.mean, posterior.variances, posterior.columns.rows):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0


def test_refuses_what_cannot_be_compared():
    scale, prior = ResponseScale(), Prior.of_matrix(np.eye(3))
    with pytest.raises(BadComparison, match="itself"):
        win(Posterior.of_prior(prior, scale), 1, 1)
    with pytest.raises(BadComparison, match="outside"):
        incremental.infer(prior, Comparisons.of_levels(scale, [(0, 3)]), scale)
    with pytest.raises(BadComparison, match="outside"):
        incremental.infer(prior, Comparisons.of_levels(scale, [(-1, 2)]), scale)


def test_stops_when_asked_and_tells_progress():
    scale, prior = ResponseScale(), Prior.of_matrix(np.eye(3))
    comparisons = Comparisons.of_levels(scale, [(0, 1)] * 50)
    seen = []
    control = Control(lambda done, total: seen.append((done, total)))
    incremental.infer(prior, comparisons, scale, control)
    assert seen[-1] == (50, 50)
    control.cancel()
    with pytest.raises(Cancelled):
        incremental.infer(prior, comparisons, scale, control)


def test_both_branches_share_what_they_grew_from():
    """The second branch finds the trunk's newest column already in the shared buffer."""
    prior, scale = Prior.of_matrix(np.identity(6)), ResponseScale()
    trunk = incremental.condition(Posterior.of_prior(prior, scale), 0, 1, *scale.win)
    left = incremental.condition(trunk, 2, 3, *scale.win)
    right = incremental.condition(trunk, 3, 2, *scale.win)
    assert np.shares_memory(left.columns.rows, right.columns.rows)
    further = incremental.condition(left, 4, 5, *scale.win)
    other = incremental.condition(right, 4, 5, *scale.win)
    assert not np.shares_memory(further.columns.rows, other.columns.rows)
    for branch, first, second in ((further, 2, 3), (other, 3, 2)):
        pairs = [(0, 1), (first, second), (4, 5)]
        alone = incremental.infer(prior, Comparisons.of_levels(scale, pairs), scale)
        assert_allclose(branch.covariance(), alone.covariance(), atol=1e-14)
