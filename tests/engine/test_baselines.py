"""Other methods on the same answers, against brute force, published numbers and properties."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import kendalltau, norm

from prefstudio.engine import bradley_terry, glicko, thurstone
from prefstudio.engine.baselines import BASELINES, OURS, has_links, without_links
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, Cancelled
from prefstudio.engine.estimate import Estimate
from prefstudio.engine.link_graph import undirected, weight_matrix
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.engine.rank_agreement import kendall_tau
from tests.engine.golden_cases import case
from tests.engine.problems import SCALES, STRENGTHS, TIES, WINS, random_problem

N_ITEMS = 6
ALL = (OURS, *BASELINES.values())
BY_NAME = {each.name: each for each in ALL}

# choix 0.4.1: opt_pairwise(6, CHOIX_DATA, alpha=1/8, method="Newton-CG", tol=1e-14)
CHOIX_DATA = [(0, 1), (0, 1), (1, 2), (2, 0), (3, 1), (3, 2), (0, 3), (1, 3), (4, 0)]
CHOIX_STRENGTHS = [
    0.227299253900,
    -0.462457794867,
    -0.639673687467,
    -0.268354297700,
    1.143186526134,
    0.000000000000,
]


def prior_of(n_items: int = N_ITEMS) -> Prior:
    rng = np.random.default_rng(4)
    weights = undirected(weight_matrix(n_items, np.array([0]), np.array([1]), np.ones(1)))
    features = Features(rng.standard_normal((n_items, 2)), weight=0.6)
    return sum_of([features, Links(weights, weight=0.7), Individual(n_items)])


def estimate(name: str, comparisons: Comparisons, scale: ResponseScale, n: int) -> Estimate:
    return BY_NAME[name].prepare(prior_of(n), scale, "ep")(comparisons, Control())


def chances(found: Estimate, n_items: int = N_ITEMS) -> np.ndarray:
    first, second = np.divmod(np.arange(n_items**2), n_items)
    apart = first != second
    matrix = np.full((n_items, n_items), 0.5)
    matrix[first[apart], second[apart]] = np.exp(found.log_chance(first[apart], second[apart]))
    return matrix


def davidson(place: np.ndarray, rows: list[tuple[int, int, int, int]], has_ties: bool) -> float:
    """Minus the log posterior of strengths and log ν, term by term."""
    total = 0.5 * float(place @ place) / 4.0
    nu = np.exp(place[-1]) if has_ties else 0.0
    for first, second, won, count in rows:
        better, worse = np.exp(place[first] / 2), np.exp(place[second] / 2)
        odds = {1: better / worse, -1: worse / better, 0: nu}
        total -= count * np.log(odds[won] / (odds[1] + odds[-1] + nu))
    return total


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(4))
def test_bradley_terry_is_at_the_mode(cuts: tuple[float, ...], seed: int) -> None:
    problem = random_problem(seed, N_ITEMS, 15, cuts)
    said, scale = problem.comparisons, problem.scale
    centre = np.searchsorted(scale.edges, 0.0)
    won = [
        0 if scale.edges[low] < 0.0 < scale.edges[high] else (1 if low >= centre else -1)
        for low, high in zip(said.lower, said.upper, strict=True)
    ]
    rows = list(zip(said.first, said.second, won, said.count, strict=True))
    has_ties = 0 in won
    start = np.zeros(N_ITEMS + has_ties)
    best = minimize(davidson, start, (rows, has_ties), method="BFGS", options={"gtol": 1e-9}).x
    found = bradley_terry.fit(said, N_ITEMS, scale)
    np.testing.assert_allclose(found.strength, best[:N_ITEMS], atol=2e-6)
    assert found.tie == pytest.approx(np.exp(best[-1]) if has_ties else 0.0, abs=1e-5)
    # The uncertainty is the inverse of the curvature, by finite differences.
    size, step = len(start), 1e-3
    unit = step * np.identity(size)
    bend = np.array([
        [
            sum(s * t * davidson(best + s * unit[i] + t * unit[j], rows, has_ties)
                for s in (1, -1) for t in (1, -1)) / (4.0 * step**2)
            for j in range(size)
        ]
        for i in range(size)
    ])  # fmt: skip
    sd = np.sqrt(np.diagonal(np.linalg.inv(bend)))[:N_ITEMS]
    np.testing.assert_allclose(found.strength_sd, sd, rtol=1e-4)


def test_bradley_terry_gives_the_numbers_of_choix() -> None:
    scale = ResponseScale(0.8)
    found = bradley_terry.fit(Comparisons.of_levels(scale, CHOIX_DATA), 6, scale)
    np.testing.assert_allclose(found.strength, CHOIX_STRENGTHS, atol=1e-6)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(4))
def test_thurstone_is_at_the_mode(cuts: tuple[float, ...], seed: int) -> None:
    problem = random_problem(seed, N_ITEMS, 15, cuts)
    scale, spread = problem.scale, 1.18 * problem.scale.noise

    def cost(place: np.ndarray) -> float:
        total = 0.5 * float(place @ place) / spread**2
        for first, second, lower, upper in problem.bounded:
            apart = place[first] - place[second]
            ends = (upper - apart) / scale.noise, (lower - apart) / scale.noise
            total -= np.log(norm.cdf(ends[0]) - norm.cdf(ends[1]))
        return float(total)

    best = minimize(cost, np.zeros(N_ITEMS), method="BFGS", options={"gtol": 1e-9}).x
    found = thurstone.fit(problem.comparisons, N_ITEMS, scale)
    np.testing.assert_allclose(found.mean, best, atol=2e-6)
    width = 0.0 if not cuts else scale.cuts[0]
    wins = norm.cdf((best[0] - best[1] - width) / scale.noise)
    loses = norm.cdf((best[1] - best[0] - width) / scale.noise)
    assert chances(found)[0, 1] == pytest.approx(wins / (wins + loses), abs=1e-5)


def test_glicko_on_the_published_example() -> None:
    # Glickman, "The Glicko system": 1500 (200) beats 1400 (30), loses to 1550 (100), 1700 (300).
    scale = ResponseScale(1.0)
    before = glicko.Ratings(
        np.array([1500.0, 1400.0, 1550.0, 1700.0]),
        np.array([200.0, 30.0, 100.0, 300.0]) ** 2,
        scale,
    )
    games = Comparisons.of_levels(scale, [(0, 1), (2, 0), (3, 0)])
    after = glicko.after_period(before, games)
    assert (round(after.points[0]), round(np.sqrt(after.variance[0]), 1)) == (1464, 151.4)


def test_glicko_on_the_worked_case() -> None:
    given, expect = case("glicko")
    scale = ResponseScale(1.0)
    found = glicko.Ratings(np.array(given["mean"]), np.array(given["variance"]), scale)
    for number, game in enumerate(given["comparisons"], 1):
        found = glicko.after_period(found, Comparisons.of_levels(scale, [tuple(game)]))
        np.testing.assert_allclose(found.points, expect[f"mean_after_{number}"], rtol=1e-12)
        np.testing.assert_allclose(found.variance, expect[f"variance_after_{number}"], rtol=1e-12)


def test_glicko_plays_in_order_and_half_a_win_for_a_tie() -> None:
    scale = ResponseScale(1.0, (0.3,))
    pairs = [(0, 1), (1, 2), (0, 2)]
    found = glicko.fit(Comparisons.of_levels(scale, pairs, [1, 0, -1]), 4, scale)
    points, variance = np.full(4, 1500.0), np.full(4, 350.0**2)
    q = np.log(10) / 400
    for (i, j), score in zip(pairs, (1.0, 0.5, 0.0), strict=True):
        old_points, old_variance = points.copy(), variance.copy()
        for a, b, outcome in ((i, j, score), (j, i, 1.0 - score)):
            g = 1 / np.sqrt(1 + 3 * q**2 * old_variance[b] / np.pi**2)
            e = 1 / (1 + 10 ** (-g * (old_points[a] - old_points[b]) / 400))
            variance[a] = 1 / (1 / old_variance[a] + q**2 * g**2 * e * (1 - e))
            points[a] = old_points[a] + q * variance[a] * g * (outcome - e)
    np.testing.assert_allclose(found.points, points, rtol=1e-12)
    np.testing.assert_allclose(found.variance, variance, rtol=1e-12)


def test_glicko_takes_a_table_of_counts_as_one_period() -> None:
    scale = ResponseScale(1.0)
    wins = (1, 2)
    table = Comparisons.of_edges([(0, 1), (0, 1), (1, 2)], [wins, (0, 1), wins], [6, 4, 5])
    turned = table.chosen(np.array([2, 1, 0]))
    one, other = (glicko.fit(each, 3, scale) for each in (table, turned))
    np.testing.assert_allclose(one.points, other.points, rtol=1e-12)
    mixed = Comparisons.of_edges([(0, 1), (0, 1), (1, 2)], [wins, wins, wins], [6, 1, 5])
    by_hand = glicko.Ratings(np.full(3, 1500.0), np.full(3, 350.0**2), scale)
    for row in range(3):
        by_hand = glicko.after_period(by_hand, mixed.chosen(slice(row, row + 1)))
    np.testing.assert_allclose(glicko.fit(mixed, 3, scale).points, by_hand.points, rtol=1e-12)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("name", BASELINES)
def test_swapping_winners_and_losers_turns_everything(name: str, cuts: tuple[float, ...]) -> None:
    problem = random_problem(2, N_ITEMS, 20, cuts)
    said, scale = problem.comparisons, problem.scale
    last = len(scale.edges) - 1
    swapped = Comparisons(said.first, said.second, last - said.upper, last - said.lower, said.count)
    found, turned = (estimate(name, each, scale, N_ITEMS) for each in (said, swapped))
    np.testing.assert_allclose(turned.mean, -found.mean, atol=1e-8)
    assert found.sd is not None and turned.sd is not None
    np.testing.assert_allclose(turned.sd, found.sd, atol=1e-8)
    np.testing.assert_allclose(chances(turned), chances(found).T, atol=1e-8)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("name", ["bradley_terry", "thurstone", "glicko"])
def test_relabelling_permutes_everything(name: str, cuts: tuple[float, ...]) -> None:
    problem = random_problem(5, N_ITEMS, 20, cuts)
    said, scale = problem.comparisons, problem.scale
    to = np.random.default_rng(1).permutation(N_ITEMS)
    renamed = Comparisons(to[said.first], to[said.second], said.lower, said.upper, said.count)
    found, moved = (estimate(name, each, scale, N_ITEMS) for each in (said, renamed))
    np.testing.assert_allclose(moved.mean[to], found.mean, atol=1e-9)
    np.testing.assert_allclose(chances(moved)[np.ix_(to, to)], chances(found), atol=1e-9)


@pytest.mark.parametrize("name", BY_NAME)
def test_chances_of_a_pair_add_up(name: str) -> None:
    problem = random_problem(7, N_ITEMS, 20, TIES)
    matrix = chances(estimate(name, problem.comparisons, problem.scale, N_ITEMS))
    np.testing.assert_allclose(matrix + matrix.T, 1.0, atol=1e-12)


@pytest.mark.parametrize("name", ["bradley_terry", "thurstone", "glicko"])
def test_parts_that_nobody_joined_and_an_item_that_nobody_compared(name: str) -> None:
    scale = ResponseScale(1.0)
    pairs = [(0, 1), (0, 1), (2, 3)]
    found = estimate(name, Comparisons.of_levels(scale, pairs), scale, 5)
    alone = estimate(name, Comparisons.of_levels(scale, pairs[:2]), scale, 5)
    np.testing.assert_allclose(found.mean[:2], alone.mean[:2], atol=1e-9)
    assert found.mean[4] == 0.0 and found.mean[0] > found.mean[2] > 0.0
    assert found.sd is not None and found.sd[4] > found.sd[2] > found.sd[0]
    matrix = chances(found, 5)
    assert matrix[0, 4] > 0.5 and matrix[4, 4] == 0.5 and np.all(np.isfinite(found.mean))


@pytest.mark.parametrize("name", ["bradley_terry", "thurstone"])
def test_contradictions_leave_equals(name: str) -> None:
    scale = ResponseScale(0.9)
    said = Comparisons.of_levels(scale, [(0, 1), (1, 0)] * 8)
    found = estimate(name, said, scale, 2)
    np.testing.assert_allclose(found.mean, 0.0, atol=1e-9)
    prior = estimate(name, said.chosen(slice(0, 0)), scale, 2)
    assert found.sd is not None and prior.sd is not None and np.all(found.sd < prior.sd)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("name", ["bradley_terry", "thurstone", "without_links"])
def test_counts_are_repetitions(name: str, cuts: tuple[float, ...]) -> None:
    problem = random_problem(3, 4, 9, cuts)
    said, scale = problem.comparisons, problem.scale
    count = np.arange(1, 10)
    counted = Comparisons(said.first, said.second, said.lower, said.upper, count)
    repeated = said.chosen(np.repeat(np.arange(9), count))
    one, other = (estimate(name, each, scale, 4) for each in (counted, repeated))
    np.testing.assert_allclose(one.mean, other.mean, atol=1e-8)


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize("cuts", SCALES)
def test_ten_thousand_answers_as_counts(name: str, cuts: tuple[float, ...]) -> None:
    """So many answers of known utilities give these utilities back."""
    rng = np.random.default_rng(8)
    scale = ResponseScale(1.0, cuts)
    truth = np.array([0.9, 0.3, 0.0, -0.4, -0.8])
    rows, edges, counts = [], [], []
    for i in range(5):
        for j in range(i):
            bounds = norm.cdf(scale.edges - (truth[i] - truth[j]))
            drawn = rng.multinomial(1000, np.diff(bounds))
            for level, count in enumerate(drawn):
                if count:
                    rows.append((i, j))
                    edges.append((level, level + 1))
                    counts.append(int(count))
    said = Comparisons.of_edges(rows, edges, counts)
    assert said.n_answers == 10_000
    found = estimate(name, said, scale, 5)
    if name == "glicko":  # one step from equals, so the order is right and the scale is not
        assert kendall_tau(found.mean, truth) == pytest.approx(1.0)
    elif name == "bradley_terry" and cuts:  # its odds are those without the ties, so farther apart
        assert np.corrcoef(found.mean, truth)[0, 1] > 0.995
    else:
        np.testing.assert_allclose(found.mean - found.mean.mean(), truth - truth.mean(), atol=0.12)


def test_a_strength_is_a_win_to_bradley_terry_and_more_to_thurstone() -> None:
    scale = ResponseScale(1.0, STRENGTHS)
    weak, strong = (Comparisons.of_levels(scale, [(0, 1)], [level]) for level in (1, 3))
    for name in ("bradley_terry", "glicko"):
        one, other = estimate(name, weak, scale, 2), estimate(name, strong, scale, 2)
        np.testing.assert_array_equal(one.mean, other.mean)
    one, other = (thurstone.fit(each, 2, scale) for each in (weak, strong))
    assert other.mean[0] > one.mean[0] + 0.1


def test_without_links_keeps_the_variance_and_forgets_the_links() -> None:
    prior = prior_of()
    reduced = without_links(prior)
    assert has_links(prior) and not has_links(reduced)
    before, after = (each.covariance.diagonal().mean() for each in (prior, reduced))
    assert after == pytest.approx(before)
    assert without_links(reduced) is reduced
    assert not BASELINES["without_links"].differs(reduced)
    only = sum_of([each for each in prior.components if isinstance(each, Links)])
    alone = without_links(only).covariance.columns(np.arange(N_ITEMS))
    variance = only.covariance.diagonal().mean()
    np.testing.assert_allclose(alone, variance * np.identity(N_ITEMS))


def test_what_is_wrong_is_named() -> None:
    scale = ResponseScale(1.0)
    said = Comparisons.of_levels(scale, [(0, 3)])
    for fit in (bradley_terry.fit, thurstone.fit, glicko.fit):
        with pytest.raises(BadComparison):
            fit(said, 3, scale)
        control = Control()
        control.cancel()
        with pytest.raises(Cancelled):
            fit(said, 4, scale, control)


@pytest.mark.parametrize("seed", range(5))
def test_kendall_is_scipys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = rng.integers(0, 6, 20).astype(float), rng.integers(0, 6, 20).astype(float)
    assert kendall_tau(one, other) == pytest.approx(kendalltau(one, other).statistic)
    assert kendall_tau(one, one) == pytest.approx(1.0)
    assert np.isnan(kendall_tau(one, np.zeros(20)))


def test_kendall_counts_pairs_within_groups_only() -> None:
    groups = np.array([0, 0, 1, 1])
    one, other = np.array([1.0, 2.0, 9.0, 8.0]), np.array([5.0, 6.0, 0.0, -1.0])
    assert kendall_tau(one, other, groups) == pytest.approx(1.0)
    assert kendall_tau(one, other) < 0.5


def test_wins_alone_have_no_ties() -> None:
    problem = random_problem(1, N_ITEMS, 10, WINS)
    assert bradley_terry.fit(problem.comparisons, N_ITEMS, problem.scale).tie == 0.0
