"""Laplace's approximation: golden numbers, a textbook reference, stationarity, gradients."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import scipy.sparse as sparse
from numpy.testing import assert_allclose
from scipy.stats import norm

from prefstudio.engine import laplace, laplace_mode, link_graph
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, Cancelled, DidNotConverge
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.engine.warp import Warp
from tests.engine import reference
from tests.engine.golden_cases import CLOSE, case, problem

ALL_CUTS = [(), (0.25,), (0.2, 0.7, 1.5)]


@dataclass(frozen=True)
class Fixed:
    """A component with a given matrix and nothing to learn but its weight."""

    given: np.ndarray
    weight: float = 1.0
    name: str = "fixed"

    def matrix(self):
        return self.given.copy()

    def derivatives(self):
        return {}


def study(seed, n_items=7, n_answers=12, cuts=(), noise=0.7, rank=None):
    rng = np.random.default_rng([seed, 5])
    covariance = reference.random_covariance(rng, n_items, rank)
    scale = ResponseScale(noise, tuple(noise * cut for cut in cuts))
    pairs = reference.random_pairs(rng, n_items, n_answers)
    levels = rng.choice(scale.levels, n_answers)
    return covariance, Comparisons.of_levels(scale, pairs, levels), scale


def infer(covariance, comparisons, scale):
    return laplace.infer(Prior.of_matrix(covariance), comparisons, scale)


def answers_of(comparisons, scale):
    rows = zip(
        np.repeat(comparisons.first, comparisons.count),
        np.repeat(comparisons.second, comparisons.count),
        np.repeat(scale.edges[comparisons.lower], comparisons.count),
        np.repeat(scale.edges[comparisons.upper], comparisons.count),
        strict=True,
    )
    return [(int(i), int(j), float(a), float(b)) for i, j, a, b in rows]


def test_golden():
    given, expect = case("laplace")
    covariance = np.array(given["cov0"])
    _, comparisons, scale = problem(given)
    posterior = laplace.infer(sum_of([Fixed(covariance)]), comparisons, scale)
    assert_allclose(posterior.mean, expect["mean"], **CLOSE)
    assert_allclose(posterior.covariance(), expect["cov"], **CLOSE)
    assert_allclose(posterior.log_evidence, expect["log_z"], **CLOSE)
    gradient = laplace.evidence_gradient(posterior)
    assert_allclose(gradient["noise"], expect["by_s"], **CLOSE)
    assert_allclose(gradient["fixed.weight"] / 2.0, expect["by_amplitude"], **CLOSE)
    assert (posterior.inference, posterior.n_answers) == ("laplace", len(given["comparisons"]))


@pytest.mark.parametrize("n_answers", [3, 12, 60])  # fewer and more distinct answers than items
@pytest.mark.parametrize("cuts", ALL_CUTS)
@pytest.mark.parametrize("seed", range(5))
def test_against_a_textbook(seed, cuts, n_answers):
    covariance, comparisons, scale = study(seed, 7, n_answers, cuts)
    answers = answers_of(comparisons, scale)
    mean, sigma, log_q = reference.laplace(covariance, answers, scale.noise)
    posterior = infer(covariance, comparisons, scale)
    assert_allclose(posterior.mean, mean, rtol=1e-8, atol=1e-9)
    assert_allclose(posterior.covariance(), sigma, rtol=1e-8, atol=1e-9)
    assert_allclose(posterior.variances, sigma.diagonal(), rtol=1e-8)
    assert_allclose(posterior.log_evidence, log_q, rtol=1e-9)


@pytest.mark.parametrize("rank", [None, 2])  # 2: a singular prior
@pytest.mark.parametrize("n_answers", [4, 60])
@pytest.mark.parametrize("cuts", ALL_CUTS)
@pytest.mark.parametrize("noise", [0.1, 1.0, 10.0])
def test_the_mode_is_stationary(noise, cuts, n_answers, rank):
    """K⁻¹f = Aᵀ ∂log p/∂d, seen as f = K Aᵀ ∂log p/∂d."""
    covariance, comparisons, scale = study(2, 9, n_answers, cuts, noise, rank)
    posterior = infer(covariance, comparisons, scale)
    answers = answers_of(comparisons, scale)
    a = reference.design(9, answers)
    d = a @ posterior.mean
    lower = np.array([answer[2] for answer in answers])
    upper = np.array([answer[3] for answer in answers])
    z = norm.cdf((upper - d) / noise) - norm.cdf((lower - d) / noise)
    slope = (norm.pdf((lower - d) / noise) - norm.pdf((upper - d) / noise)) / (z * noise)
    residual = posterior.mean - covariance @ a.T @ slope
    assert np.max(np.abs(residual)) < 1e-8


@pytest.mark.parametrize("seed", range(20))
def test_few_and_many_answers_agree(seed):
    """The same belief through the space of answers and through that of items."""
    covariance, comparisons, scale = study(seed, 8, 5, ALL_CUTS[seed % 3], rank=3)
    few = infer(covariance, comparisons, scale)
    # answers of an item that is nobody's kin push the problem into the items' space
    joined = np.zeros((12, 12))
    joined[:8, :8], joined[8:, 8:] = covariance, np.eye(4)
    pairs = [(i, j) for i in range(8, 12) for j in range(8, 12) if i != j]
    more = Comparisons.of_levels(scale, pairs)
    both = Comparisons(
        *(
            np.concatenate([getattr(comparisons, name), getattr(more, name)])
            for name in ("first", "second", "lower", "upper", "count")
        )
    )
    many = infer(joined, both, scale)
    assert_allclose(many.mean[:8], few.mean, atol=1e-9)
    assert_allclose(many.covariance()[:8, :8], few.covariance(), atol=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_covariance_is_one_and_below_the_prior(seed):
    cuts = ALL_CUTS[seed % 3]
    covariance, comparisons, scale = study(seed, 6, 3 + seed, cuts, rank=[None, 2][seed % 2])
    sigma = infer(covariance, comparisons, scale).covariance()
    assert np.array_equal(sigma, sigma.T)
    assert np.linalg.eigvalsh(sigma).min() > -1e-10
    assert np.linalg.eigvalsh(covariance - sigma).min() > -1e-10


@pytest.mark.parametrize("times", [1, 7])
@pytest.mark.parametrize("cuts", ALL_CUTS)
def test_contradictory_answers_leave_the_means_equal(times, cuts):
    covariance = reference.random_covariance(np.random.default_rng(3), 4)
    scale = ResponseScale(0.8, cuts)
    pairs = [(0, 1), (1, 0)] * times
    posterior = infer(covariance, Comparisons.of_levels(scale, pairs), scale)
    assert_allclose(posterior.mean, 0.0, atol=1e-12)
    before = covariance[0, 0] + covariance[1, 1] - 2.0 * covariance[0, 1]
    assert posterior.pair_moments(0, 1)[1] < 0.9 * before


def test_order_and_counting_do_not_matter():
    covariance, comparisons, scale = study(1, 5, 30, ALL_CUTS[2])
    shuffled = comparisons.chosen(np.random.default_rng(0).permutation(30))
    merged = comparisons.merged(len(scale.edges))
    assert len(merged) < 30
    one = infer(covariance, comparisons, scale)
    for other in (infer(covariance, shuffled, scale), infer(covariance, merged, scale)):
        assert_allclose(other.mean, one.mean, atol=1e-10)
        assert_allclose(other.log_evidence, one.log_evidence, rtol=1e-12)
        assert other.n_answers == 30


def test_sites_carry_the_whole_posterior():
    """Σ = (K⁻¹ + AᵀTA)⁻¹ and mean = ΣAᵀν from the sites that are handed on."""
    covariance, comparisons, scale = study(4, 6, 14, ALL_CUTS[1])
    posterior = infer(covariance, comparisons, scale)
    sites = posterior.sites
    a = np.zeros((len(sites.comparisons), 6))
    rows = np.arange(len(a))
    a[rows, sites.comparisons.first], a[rows, sites.comparisons.second] = 1.0, -1.0
    count = sites.comparisons.count
    precision = np.linalg.inv(covariance) + a.T @ ((count * sites.precision)[:, None] * a)
    assert_allclose(posterior.covariance(), np.linalg.inv(precision), atol=1e-9)
    mean = np.linalg.solve(precision, a.T @ (count * sites.shift))
    assert_allclose(posterior.mean, mean, atol=1e-9)


def test_many_answers_of_a_large_count():
    """10,000 answers on few items, far more than fit a chance of one each."""
    rng = np.random.default_rng(9)
    scale = ResponseScale(0.5)
    pairs = [(i, j) for i in range(6) for j in range(6) if i != j]
    counts = rng.integers(1, 700, len(pairs))
    comparisons = Comparisons.of_edges(pairs, [scale.win] * len(pairs), counts)
    covariance = reference.random_covariance(rng, 6)
    posterior = infer(covariance, comparisons, scale)
    mean, sigma, _ = reference.laplace(covariance, answers_of(comparisons, scale), 0.5)
    assert posterior.n_answers == counts.sum() > 5000
    assert_allclose(posterior.mean, mean, atol=1e-8)
    assert_allclose(posterior.covariance(), sigma, atol=1e-8)


def test_no_answers_is_the_prior():
    scale, prior = ResponseScale(), sum_of([Individual(3, 0.7)])
    posterior = laplace.infer(prior, Comparisons.of_levels(scale, []), scale)
    assert_allclose(posterior.covariance(), 0.49 * np.eye(3))
    assert np.all(posterior.mean == 0.0) and posterior.log_evidence == 0.0
    assert laplace.evidence_gradient(posterior) == {"individual.weight": 0.0, "noise": 0.0}


def test_equal_items_learn_nothing_of_each_other():
    scale = ResponseScale()
    posterior = infer(np.ones((2, 2)), Comparisons.of_levels(scale, [(0, 1)] * 3), scale)
    assert_allclose(posterior.mean, 0.0, atol=1e-15)
    assert_allclose(posterior.covariance(), 1.0)
    assert_allclose(posterior.log_evidence, 3.0 * np.log(0.5), rtol=1e-14)


def components():
    rng = np.random.default_rng(21)
    values = rng.standard_normal((9, 2))
    links = np.triu((rng.random((9, 9)) < 0.3) * rng.uniform(0.5, 2.0, (9, 9)), 1)
    warp = Warp(link_graph.nearest_neighbour_weights(values, 2), 0.6)
    scales = np.array([0.8, 1.9])
    return (
        Links(link_graph.undirected(sparse.csr_matrix(links)), 0.8, beta=1.4, iota=0.7),
        Features(values, 0.9, amplitude=1.2, length_scale=scales, warp=warp),
        Individual(9, 0.5),
    )


def moved(component, key, step):
    factor = np.exp(step)
    if key == "strength":
        return replace(component, warp=replace(component.warp, strength=0.6 * factor))
    if key.startswith("length_scale["):
        scales = component.length_scale.copy()
        scales[int(key[-2])] *= factor
        return replace(component, length_scale=scales)
    return replace(component, **{key: getattr(component, key) * factor})


@pytest.mark.parametrize("n_answers", [6, 40])
@pytest.mark.parametrize("cuts", ALL_CUTS)
def test_gradient_of_the_evidence_against_finite_differences(cuts, n_answers):
    _, comparisons, scale = study(8, 9, n_answers, cuts)
    parts, h = components(), 1e-4
    gradient = laplace.evidence_gradient(laplace.infer(sum_of(parts), comparisons, scale))
    assert set(gradient) == {*sum_of(parts).derivative_names(), "noise"}

    def log_evidence(name, step):
        if name == "noise":
            louder = ResponseScale(scale.noise + step, scale.cuts)
            return laplace.infer(sum_of(parts), comparisons, louder).log_evidence
        owner, key = name.split(".")
        changed = [moved(part, key, step) if part.name == owner else part for part in parts]
        return laplace.infer(sum_of(changed), comparisons, scale).log_evidence

    for name, value in gradient.items():
        numeric = (log_evidence(name, h) - log_evidence(name, -h)) / (2 * h)
        assert_allclose(value, numeric, rtol=1e-5, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("n_answers", [6, 40])
def test_only_the_ratio_of_prior_and_noise_is_told_by_wins_and_losses(n_answers):
    """log q is the same for c²K and cs, so the log derivatives add up to nothing."""
    _, comparisons, scale = study(8, 9, n_answers)
    posterior = laplace.infer(sum_of(components()), comparisons, scale)
    gradient = laplace.evidence_gradient(posterior)
    weights = sum(value for name, value in gradient.items() if name.endswith(".weight"))
    assert_allclose(weights + scale.noise * gradient["noise"], 0.0, atol=1e-10)


def test_gradient_does_not_mind_a_folded_posterior():
    _, comparisons, scale = study(8, 9, 6)
    posterior = laplace.infer(sum_of(components()), comparisons, scale)
    one, other = map(laplace.evidence_gradient, (posterior, posterior.folded()))
    assert_allclose(list(other.values()), list(one.values()), rtol=1e-9, atol=1e-12)


def test_failing_to_converge_is_an_error(monkeypatch):
    monkeypatch.setattr(laplace_mode, "MAX_STEPS", 2)
    covariance, comparisons, scale = study(1, 6, 20, noise=0.05)
    with pytest.raises(DidNotConverge, match="2 Newton steps"):
        infer(covariance, comparisons, scale)


def test_stops_when_asked():
    covariance, comparisons, scale = study(1)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        laplace.infer(Prior.of_matrix(covariance), comparisons, scale, control)


def test_refuses_unknown_items():
    scale = ResponseScale()
    with pytest.raises(BadComparison, match="outside"):
        infer(np.eye(3), Comparisons.of_levels(scale, [(0, 3)]), scale)
