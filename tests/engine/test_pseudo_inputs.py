"""Pseudo inputs: golden numbers, a dense reference, Laplace as the limit, gradients, errors."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sparse
from numpy.testing import assert_allclose
from scipy.special import ndtr

from prefstudio.engine import laplace, pseudo_evidence, pseudo_inputs, pseudo_mode
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, BadPrior, Cancelled, DidNotConverge
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.kernels import KERNELS
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.engine.sparse_features import DIFFERENCE_VARIANCES, SparseFeatures
from prefstudio.engine.warp import Warp
from tests.engine.golden_cases import CLOSE, case
from tests.engine.problems import SCALES, STRENGTHS, TIES, WINS, bounded, random_answers


def study(seed, n_items=9, n_pseudo=4, n_answers=14, cuts=WINS, noise=0.6, individual=0.0):
    """Features seen through pseudo inputs, and answers to them with no regard to anything."""
    rng = np.random.default_rng([seed, 11])
    features = SparseFeatures(
        rng.standard_normal((n_items, 2)),
        rng.standard_normal((n_pseudo, 2)),
        amplitude=float(rng.uniform(0.5, 2.0)),
        length_scale=rng.uniform(0.6, 2.0, 2),
        individual=individual,
    )
    scale = ResponseScale(noise, tuple(noise * cut for cut in cuts))
    return features, random_answers(rng, n_items, n_answers, scale), scale


def prior_of(features):
    parts = [
        Features(
            features.values,
            kernel=features.kernel,
            amplitude=features.amplitude,
            length_scale=features.length_scale,
        )
    ]
    if features.individual:
        parts.append(Individual(len(features.values), features.individual))
    return sum_of(parts)


def infer(features, comparisons, scale):
    return pseudo_inputs.infer(
        prior_of(features),
        comparisons,
        scale,
        pseudo_inputs=features.pseudo_inputs,
        jitter=features.jitter,
    )


def kernel(features, left, right):
    apart = (left[:, None] - right[None]) / features.length_scale
    return features.amplitude**2 * np.exp(-0.5 * np.square(apart).sum(axis=2))


def likelihood(lower, upper, d, noise):
    """Log likelihood, slope and minus its second derivative, straight from the definition."""
    a, b = (lower - d) / noise, (upper - d) / noise
    z = np.where(a > 0.0, ndtr(-a) - ndtr(-b), ndtr(b) - ndtr(a))
    density_a, density_b = (np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi) for x in (a, b))
    at_a = np.where(np.isfinite(a), a, 0.0) * density_a
    at_b = np.where(np.isfinite(b), b, 0.0) * density_b
    slope = (density_a - density_b) / z
    return np.log(z), slope / noise, (slope**2 + (at_b - at_a) / z) / noise**2


def dense(features, comparisons, scale):
    """Mean, covariance and log evidence by inverting everything, each copy of an answer alone."""
    x, points, n = features.values, features.pseudo_inputs, len(features.values)
    own = kernel(features, points, points) + features.jitter * features.amplitude**2 * np.eye(
        len(points)
    )
    inverse = np.linalg.inv(own)
    told = inverse @ kernel(features, points, x)
    full = kernel(features, x, x)
    untold = full - kernel(features, points, x).T @ told
    repeated = comparisons.chosen(np.repeat(np.arange(len(comparisons)), comparisons.count))
    answers = bounded(repeated, scale)
    design = np.zeros((len(answers), n))
    for row, (i, j, _, _) in enumerate(answers):
        design[row, i], design[row, j] = 1.0, -1.0
    lower, upper = np.array([(a, b) for _, _, a, b in answers]).T
    ends = design @ untold @ design.T
    noise = np.sqrt(scale.noise**2 + 2.0 * features.individual**2 + ends.diagonal())
    a = design @ told.T
    f = np.zeros(len(points))
    for _ in range(60):
        log_p, slope, curvature = likelihood(lower, upper, a @ f, noise)
        hessian = inverse + a.T @ (curvature[:, None] * a)
        f = f + np.linalg.solve(hessian, a.T @ slope - inverse @ f)
    s = np.linalg.inv(hessian)
    log_q = log_p.sum() - 0.5 * f @ inverse @ f - 0.5 * np.linalg.slogdet(hessian @ own)[1]
    sigma = full + features.individual**2 * np.eye(n) - told.T @ (own - s) @ told
    return told.T @ f, sigma, float(log_q)


def test_golden():
    given, expect = case("pseudo_inputs")
    points = np.array(given["Xbar"])
    values = np.vstack([given["X"], points, given["predict"]])  # S is the covariance at X̄
    scale = ResponseScale(given["s"])
    comparisons = Comparisons.of_levels(scale, given["comparisons"])
    features = SparseFeatures(values, points, given["kappa"], 1.0 / given["rho"], jitter=0.0)
    posterior = infer(features, comparisons, scale)
    sigma = posterior.covariance()
    assert_allclose(posterior.mean[8:11], expect["fbar"], **CLOSE)
    assert_allclose(sigma[8:11, 8:11], expect["cov"], **CLOSE)
    assert_allclose(posterior.mean[11:], expect["predict_mean"], **CLOSE)
    assert_allclose(sigma[11:, 11:], expect["predict_cov"], **CLOSE)
    assert_allclose(posterior.probability_preferred(11, 12), expect["predict_probability"], **CLOSE)
    assert_allclose(posterior.log_evidence, expect["log_z"], **CLOSE)


def test_golden_gradient():
    given, expect = case("pseudo_inputs")
    values, points = np.array(given["X"]), np.array(given["Xbar"])
    scale = ResponseScale(given["s"])
    comparisons = Comparisons.of_levels(scale, given["comparisons"])
    features = SparseFeatures(values, points, given["kappa"], 1.0 / given["rho"], jitter=0.0)
    found = pseudo_evidence.evidence_gradient(features, comparisons, scale)
    assert_allclose(found.log_evidence, expect["log_z"], **CLOSE)
    assert_allclose(found.by_noise, expect["by_s"], **CLOSE)
    assert_allclose(found.by_amplitude, expect["by_kappa"], **CLOSE)
    by_rho = -found.by_length_scale.sum() / given["rho"] ** 2  # one ρ for both columns
    assert_allclose(by_rho, expect["by_rho"], **CLOSE)
    assert_allclose(found.by_pseudo_inputs, expect["by_Xbar"], **CLOSE)


@pytest.mark.parametrize("individual", [0.0, 0.7])
@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(8))
def test_against_a_dense_computation(seed, cuts, individual):
    features, comparisons, scale = study(seed, cuts=cuts, individual=individual)
    mean, sigma, log_q = dense(features, comparisons, scale)
    posterior = infer(features, comparisons, scale)
    assert_allclose(posterior.mean, mean, atol=1e-9)
    assert_allclose(posterior.covariance(), sigma, atol=1e-9)
    assert_allclose(posterior.variances, sigma.diagonal(), atol=1e-9)
    assert_allclose(posterior.log_evidence, log_q, rtol=1e-9)
    assert posterior.inference == "pseudo_inputs" and posterior.sites is None
    assert posterior.n_answers == 14 and posterior.n_columns == 4


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(6))
def test_pseudo_inputs_at_the_items_give_laplace(seed, cuts):
    features, comparisons, scale = study(seed, n_answers=25, cuts=cuts)
    features = replace(features, pseudo_inputs=features.values)
    found = infer(features, comparisons, scale)
    expected = laplace.infer(prior_of(features), comparisons, scale)
    assert_allclose(found.mean, expected.mean, atol=1e-6)
    assert_allclose(found.covariance(), expected.covariance(), atol=1e-6)
    assert_allclose(found.log_evidence, expected.log_evidence, atol=1e-6)


def test_enough_pseudo_inputs_are_placed_at_the_distinct_items():
    rng = np.random.default_rng(4)
    values = rng.standard_normal((6, 2))[[0, 1, 2, 3, 4, 5, 0, 1]]  # two items look like others
    prior, scale = sum_of([Features(values, length_scale=np.array([1.0, 3.0]))]), ResponseScale()
    comparisons = random_answers(rng, 8, 20, scale)
    placed = pseudo_inputs.sparse_features(prior, n_pseudo_inputs=8).pseudo_inputs
    assert_allclose(np.unique(placed, axis=0), np.unique(values, axis=0), atol=1e-15)
    found = pseudo_inputs.infer(prior, comparisons, scale)
    expected = laplace.infer(prior, comparisons, scale)
    assert_allclose(found.mean, expected.mean, atol=1e-6)
    assert_allclose(found.covariance(), expected.covariance(), atol=1e-6)
    assert_allclose(found.log_evidence, expected.log_evidence, atol=1e-6)
    assert_allclose(found.mean[6:], found.mean[:2], atol=1e-12)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(4))
def test_gradient_against_differences_of_a_dense_computation(seed, cuts):
    features, comparisons, scale = study(seed, cuts=cuts, individual=0.4)
    found = pseudo_evidence.evidence_gradient(features, comparisons, scale)

    def slope(changed, at):
        step = 1e-4

        def value(x):
            return dense(*changed(x))[2]

        rough = (value(at + step) - value(at - step)) / (2 * step)
        return (4 * (value(at + step / 2) - value(at - step / 2)) / step - rough) / 3

    def moved(name, index):
        def changed(x):
            array = np.array(getattr(features, name))
            array[index] = x
            return replace(features, **{name: array}), comparisons, scale

        return slope(changed, getattr(features, name)[index])

    close = {"rtol": 1e-5, "atol": 1e-6}
    by_noise = slope(lambda x: (features, comparisons, ResponseScale(x, scale.cuts)), scale.noise)
    assert_allclose(found.by_noise, by_noise, **close)
    for name in ("amplitude", "individual"):
        expected = slope(
            lambda x, name=name: (replace(features, **{name: x}), comparisons, scale),
            getattr(features, name),
        )
        assert_allclose(getattr(found, f"by_{name}"), expected, **close)
    assert_allclose(found.by_length_scale, [moved("length_scale", d) for d in range(2)], **close)
    expected = [[moved("pseudo_inputs", (p, d)) for d in range(2)] for p in range(4)]
    assert_allclose(found.by_pseudo_inputs, expected, **close)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(10))
def test_scale_of_everything_does_not_matter(seed, cuts):
    """log Z is the same for c²K, cs and cw, so the derivatives along that ray cancel."""
    features, comparisons, scale = study(seed, cuts=cuts, individual=0.4)
    larger = replace(features, amplitude=3 * features.amplitude, individual=1.2)
    wider = ResponseScale(3 * scale.noise, tuple(3 * cut for cut in scale.cuts))
    one = pseudo_evidence.evidence_gradient(features, comparisons, scale)
    other = pseudo_evidence.evidence_gradient(larger, comparisons, wider)
    assert_allclose(other.log_evidence, one.log_evidence, rtol=1e-11)
    assert_allclose(3 * other.by_noise, one.by_noise, rtol=1e-8, atol=1e-9)
    if not cuts:
        along = scale.noise * one.by_noise + features.amplitude * one.by_amplitude
        assert_allclose(along + features.individual * one.by_individual, 0.0, atol=1e-9)


@pytest.mark.parametrize("cuts", SCALES)
def test_a_count_is_so_many_answers(cuts):
    features, comparisons, scale = study(2, cuts=cuts)
    count = np.random.default_rng(1).integers(1, 5, len(comparisons))
    counted = replace(comparisons, count=count)
    plain = comparisons.chosen(np.repeat(np.arange(len(comparisons)), count))
    one, other = infer(features, counted, scale), infer(features, plain, scale)
    mean, sigma, log_q = dense(features, counted, scale)
    assert one.n_answers == other.n_answers == count.sum()
    assert np.array_equal(one.mean, other.mean)
    assert_allclose(one.mean, mean, atol=1e-9)
    assert_allclose(one.covariance(), sigma, atol=1e-9)
    assert_allclose(one.log_evidence, log_q, rtol=1e-9)
    gradients = [
        pseudo_evidence.evidence_gradient(features, given, scale) for given in (counted, plain)
    ]
    for name in ("by_noise", "by_amplitude", "by_length_scale", "by_pseudo_inputs"):
        assert np.array_equal(*(getattr(gradient, name) for gradient in gradients))


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(10))
def test_covariance_stays_one_and_below_the_prior(seed, cuts):
    features, comparisons, scale = study(seed, 30, 12, 100, cuts, individual=0.3 * (seed % 2))
    posterior = infer(features, comparisons, scale)
    sigma, before = posterior.covariance(), prior_of(features).covariance.columns(slice(None))
    size = before.diagonal().max()
    assert np.linalg.eigvalsh(sigma).min() > -1e-9 * size
    assert np.linalg.eigvalsh(before - sigma).min() > -1e-12 * size
    assert np.linalg.eigvalsh(before - sigma).max() > 0.1 * size


@pytest.mark.parametrize("cuts", [WINS, TIES])
def test_contradictory_answers_leave_means_equal(cuts):
    features, _, scale = study(3, cuts=cuts, individual=0.2)
    comparisons = Comparisons.of_levels(scale, [(0, 1), (1, 0)] * 4, [1] * 8)
    posterior = infer(features, comparisons, scale)
    before = pseudo_inputs.infer(
        prior_of(features), comparisons.chosen(slice(0)), scale
    ).pair_moments(0, 1)
    mean, variance = posterior.pair_moments(0, 1)
    assert_allclose(posterior.mean, 0.0, atol=1e-12)
    assert abs(mean) < 1e-12 and variance < 0.9 * before[1]


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("seed", range(10))
def test_relabelling_permutes_and_swapping_flips(seed, cuts):
    features, comparisons, scale = study(seed, 40, cuts=cuts)
    order = np.random.default_rng(seed).permutation(40)  # new item k was order[k]
    number = np.argsort(order)
    moved = replace(comparisons, first=number[comparisons.first], second=number[comparisons.second])
    turned = replace(comparisons, first=comparisons.second, second=comparisons.first)
    shuffled = replace(features, values=features.values[order])
    # pseudo inputs placed by themselves: in the same places, whatever the order of the items
    one = pseudo_inputs.infer(prior_of(features), comparisons, scale)
    other = pseudo_inputs.infer(prior_of(shuffled), moved, scale)
    flipped = pseudo_inputs.infer(prior_of(features), turned, scale)
    assert_allclose(other.mean, one.mean[order], atol=1e-9)
    assert_allclose(other.covariance(), one.covariance()[np.ix_(order, order)], atol=1e-9)
    assert_allclose(flipped.mean, -one.mean, atol=1e-9)
    assert_allclose(flipped.covariance(), one.covariance(), atol=1e-9)
    for posterior in (other, flipped):
        assert_allclose(posterior.log_evidence, one.log_evidence, rtol=1e-10)


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize("noise", [1e-3, 0.05, 30.0])
def test_extremes_of_noise_and_many_answers(noise, cuts):
    features, comparisons, scale = study(5, 12, 12, 300, cuts, noise)
    features = replace(features, pseudo_inputs=features.values)
    posterior = infer(features, comparisons, scale)
    expected = laplace.infer(prior_of(features), comparisons, scale)
    mean, sigma, log_q = dense(features, comparisons, scale)
    assert_allclose(posterior.mean, mean, atol=1e-8)
    assert_allclose(posterior.covariance(), sigma, atol=1e-8)
    assert_allclose(posterior.log_evidence, log_q, rtol=1e-6)  # the reference inverts K̄
    assert_allclose(posterior.mean, expected.mean, atol=1e-4)  # the jitter counts as noise
    assert_allclose(posterior.covariance(), expected.covariance(), atol=1e-5)


def test_pseudo_inputs_that_coincide_are_carried_by_the_jitter():
    features, comparisons, scale = study(6, cuts=TIES)
    doubled = replace(features, pseudo_inputs=np.repeat(features.pseudo_inputs, 2, axis=0))
    one, other = infer(features, comparisons, scale), infer(doubled, comparisons, scale)
    assert_allclose(other.mean, one.mean, atol=1e-6)
    assert_allclose(other.covariance(), one.covariance(), atol=1e-6)
    assert_allclose(other.log_evidence, one.log_evidence, atol=1e-6)


def test_linear_features_of_few_columns_are_laplace_again():
    rng = np.random.default_rng(8)
    prior = sum_of([Features(rng.standard_normal((30, 2)), kernel="linear", weight=0.8)])
    scale = ResponseScale(0.5, (0.3,))
    comparisons = random_answers(rng, 30, 40, scale)
    found = pseudo_inputs.infer(prior, comparisons, scale, n_pseudo_inputs=5)
    expected = laplace.infer(prior, comparisons, scale)
    assert_allclose(found.mean, expected.mean, atol=1e-6)
    assert_allclose(found.covariance(), expected.covariance(), atol=1e-6)
    assert_allclose(found.log_evidence, expected.log_evidence, atol=1e-6)


def test_every_kernel_has_its_variance_of_a_difference():
    values, rho = np.random.default_rng(0).standard_normal((2, 3)), np.array([0.5, 1.0, 2.0])
    assert DIFFERENCE_VARIANCES.keys() == KERNELS.keys()
    for name, of in KERNELS.items():
        k = of(values, values, rho)
        squared = np.square((values[0] - values[1]) * rho).sum()
        expected = k[0, 0] + k[1, 1] - 2.0 * k[0, 1]
        assert_allclose(DIFFERENCE_VARIANCES[name](squared), expected, rtol=1e-12)


def test_answers_about_items_that_look_alike_teach_nothing():
    values = np.array([[0.3, 1.0], [0.3, 1.0], [2.0, -1.0]])
    prior, scale = sum_of([Features(values)]), ResponseScale()
    comparisons = Comparisons.of_levels(scale, [(0, 1), (1, 0), (0, 1)])
    posterior = pseudo_inputs.infer(prior, comparisons, scale)
    assert np.all(posterior.mean == 0.0)
    assert_allclose(posterior.covariance(), prior.covariance.columns(slice(None)), atol=1e-14)
    assert_allclose(posterior.log_evidence, 3 * np.log(0.5), rtol=1e-12)


@pytest.mark.parametrize("n_items", [1, 5])
def test_no_answers_leave_the_prior(n_items):
    prior = sum_of([Features(np.arange(n_items)[:, None]), Individual(n_items, 0.3)])
    scale = ResponseScale()
    nothing = Comparisons.of_levels(scale, [])
    posterior = pseudo_inputs.infer(prior, nothing, scale)
    assert np.array_equal(posterior.mean, np.zeros(n_items))
    assert np.array_equal(posterior.covariance(), prior.covariance.columns(slice(None)))
    assert posterior.log_evidence == 0.0 and posterior.n_answers == 0
    assert posterior.inference == "pseudo_inputs"
    features = pseudo_inputs.sparse_features(prior)
    found = pseudo_evidence.evidence_gradient(features, nothing, scale)
    assert found.log_evidence == found.by_noise == found.by_amplitude == 0.0
    assert not found.by_length_scale.any() and not found.by_pseudo_inputs.any()


def test_the_table_knows_it():
    features, comparisons, scale = study(1)
    by_table = INFERENCES["pseudo_inputs"](prior_of(features), comparisons, scale)
    direct = pseudo_inputs.infer(prior_of(features), comparisons, scale)
    assert np.array_equal(by_table.mean, direct.mean)
    assert np.array_equal(by_table.columns.rows, direct.columns.rows)


def test_features_keep_weight_and_amplitude():
    rng = np.random.default_rng(2)
    values, scale = rng.standard_normal((7, 2)), ResponseScale()
    comparisons = random_answers(rng, 7, 10, scale)
    one = sum_of([Features(values, weight=0.5, amplitude=3.0)])
    other = sum_of([Features(values, weight=1.5, amplitude=1.0)])
    expected = pseudo_inputs.infer(other, comparisons, scale, n_pseudo_inputs=3)
    found = pseudo_inputs.infer(one, comparisons, scale, n_pseudo_inputs=3)
    assert_allclose(found.mean, expected.mean, rtol=1e-12)
    assert_allclose(found.covariance(), expected.covariance(), rtol=1e-12)
    assert found.n_columns == 3


def components(n_items=4):
    values = np.random.default_rng(0).standard_normal((n_items, 2))
    ring = np.roll(np.eye(n_items), 1, axis=0)
    links = sparse.csr_matrix(ring + ring.T)
    return values, links


def test_refuses_what_pseudo_inputs_cannot_see():
    values, links = components()
    scale = ResponseScale()
    comparisons = Comparisons.of_levels(scale, [(0, 1)])
    for parts, message in [
        ([Features(values), Links(links, name="cites")], "also holds cites; set its weight to 0"),
        ([Features(values, warp=Warp(links))], "neighbour graph of features; turn the graph off"),
        ([Individual(4)], "exactly one .* has 0; give it one, or use"),
        ([Features(values), Features(values, name="more")], "exactly one .* has 2; give it one"),
        ([Features(values, weight=0.0), Individual(4)], "exactly one"),
    ]:
        with pytest.raises(BadPrior, match=message):
            pseudo_inputs.infer(sum_of(parts), comparisons, scale)
    with pytest.raises(BadPrior, match="exactly one"):
        pseudo_inputs.infer(Prior.of_matrix(np.eye(4)), comparisons, scale)
    without_weight = sum_of([Features(values), Links(links, weight=0.0)])
    found = pseudo_inputs.infer(without_weight, comparisons, scale)
    expected = pseudo_inputs.infer(sum_of([Features(values)]), comparisons, scale)
    assert np.array_equal(found.mean, expected.mean)


def test_refuses_pseudo_inputs_that_fit_nothing():
    values, _ = components()
    prior, scale = sum_of([Features(values)]), ResponseScale()
    comparisons = Comparisons.of_levels(scale, [(0, 1)])
    for points in (np.ones((3, 5)), np.ones(3), np.array([[0.0, np.nan]])):
        with pytest.raises(BadPrior, match="rows of 2 finite numbers"):
            pseudo_inputs.infer(prior, comparisons, scale, pseudo_inputs=points)
    with pytest.raises(BadPrior, match="at least 1 pseudo input"):
        pseudo_inputs.infer(prior, comparisons, scale, n_pseudo_inputs=0)
    with pytest.raises(BadComparison, match="outside"):
        pseudo_inputs.infer(prior, Comparisons.of_levels(scale, [(0, 4)]), scale)


def test_gradient_refuses_what_it_does_not_know():
    features, comparisons, scale = study(1)
    for changed in (replace(features, kernel="linear"), replace(features, amplitude=0.0)):
        with pytest.raises(BadPrior, match="squared-exponential features of some amplitude"):
            pseudo_evidence.evidence_gradient(changed, comparisons, scale)
    outside = Comparisons.of_levels(scale, [(0, 99)])
    with pytest.raises(BadComparison, match="outside"):
        pseudo_evidence.evidence_gradient(features, outside, scale)


def test_says_when_it_did_not_converge(monkeypatch):
    features, comparisons, scale = study(1, cuts=STRENGTHS)
    monkeypatch.setattr(pseudo_mode, "MAX_STEPS", 2)
    with pytest.raises(DidNotConverge, match="not stationary after 2 Newton steps"):
        infer(features, comparisons, scale)


def test_stops_when_asked():
    features, comparisons, scale = study(1)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        pseudo_inputs.infer(prior_of(features), comparisons, scale, control)
