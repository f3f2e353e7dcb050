"""Priors as sums of components: values, derivatives, the semi-supervised step, refusals."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sparse
from numpy.testing import assert_allclose

from prefstudio.engine import link_graph
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.engine.warp import Warp
from tests.engine.golden_cases import CLOSE, case

N_ITEMS = 9


def relation(seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(0.2, 2.0, (N_ITEMS, N_ITEMS)) * (rng.random((9, 9)) < 0.3), 1)
    return sparse.csr_matrix(upper + upper.T)


def everything():
    """One component of every kind, each hyperparameter away from its default."""
    rng = np.random.default_rng(11)
    values = rng.standard_normal((N_ITEMS, 2))
    warp = Warp(link_graph.nearest_neighbour_weights(values, 2), 0.6)
    return (
        Links(relation(1), 0.8, beta=1.4, iota=0.7, name="cites"),
        Features(values, 0.9, amplitude=1.2, length_scale=np.array([0.8, 1.9]), warp=warp),
        Features(values, 0.4, "linear", 0.7, 1.3, name="trend"),
        Links(relation(2), 0.6, "common_cause", name="coauthor"),
        Individual(N_ITEMS, 0.5),
    )


def dense(prior):
    return prior.covariance.columns(np.arange(prior.n_items)).copy()


def test_sum_is_the_weighted_sum_of_its_parts():
    parts = everything()
    expect = sum(part.weight**2 * part.matrix() for part in parts)
    assert_allclose(dense(sum_of(parts)), expect, rtol=1e-12)
    # the individual part may stand anywhere
    assert_allclose(dense(sum_of(parts[::-1])), expect, rtol=1e-12)


@pytest.mark.parametrize("order", [1, -1])
def test_a_prior_knows_the_mean_variance_of_its_parts(order):
    parts = everything()[::order]
    expect = [part.matrix().diagonal().mean() for part in parts]
    assert_allclose(sum_of(parts).unit_variances, expect, rtol=1e-12)


def test_several_relations_each_count():
    one, two = Links(relation(1), 0.8, name="one"), Links(relation(2), 0.6, name="two")
    expect = 0.64 * one.matrix() + 0.36 * two.matrix()
    prior = sum_of([one, two])
    assert_allclose(dense(prior), expect, rtol=1e-12)
    assert prior.is_nonnegative
    assert_allclose(prior.covariance.difference(2, 5), expect[2] - expect[5], atol=1e-14)
    assert_allclose(prior.covariance.diagonal(), expect.diagonal(), rtol=1e-14)


def moved(component, key, step):
    """The component with one hyperparameter multiplied by e^step."""
    factor = np.exp(step)
    if key == "strength":
        return replace(component, warp=replace(component.warp, strength=0.6 * factor))
    if key.startswith("length_scale["):
        scales = component.length_scale.copy()
        scales[int(key[len("length_scale[") : -1])] *= factor
        return replace(component, length_scale=scales)
    return replace(component, **{key: getattr(component, key) * factor})


NAMES = [
    "cites.weight",
    "cites.beta",
    "cites.iota",
    "features.weight",
    "features.amplitude",
    "features.length_scale[0]",
    "features.length_scale[1]",
    "features.strength",
    "trend.weight",
    "trend.amplitude",
    "trend.length_scale",
    "coauthor.weight",
    "individual.weight",
]


def test_every_hyperparameter_has_a_name():
    assert sorted(sum_of(everything()).derivative_names()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("items", [np.arange(N_ITEMS), np.array([7, 2, 3])])
def test_derivative_against_finite_differences(name, items):
    parts, h = everything(), 1e-4
    owner, key = name.split(".")

    def covariance(step):
        changed = [moved(p, key, step) if p.name == owner else p for p in parts]
        return dense(sum_of(changed))[np.ix_(items, items)]

    numeric = (covariance(h) - covariance(-h)) / (2 * h)
    analytic = dict(sum_of(parts).derivatives(items))[name]
    assert np.max(np.abs(numeric)) > 1e-4  # or the comparison would say nothing
    assert_allclose(analytic, numeric, rtol=1e-5, atol=1e-7)


def test_golden_semi_supervised():
    given_, expect = case("semi_supervised")
    values = np.array(given_["X"])
    features = Features(values, amplitude=given_["kappa"], length_scale=1.0 / given_["rho"])
    before = features.matrix() + given_["individual_variance"] * np.eye(len(values))
    assert_allclose(before, expect["cov_before"], **CLOSE)
    weights = np.zeros((5, 5))
    for i, j in given_["links"]:
        weights[i, j] = weights[j, i] = 1.0
    warp = Warp(sparse.csr_matrix(weights), given_["strength"])
    assert_allclose(warp.applied(before), expect["cov"], **CLOSE)
    # an item outside the graph
    both = Features(
        np.vstack([values, given_["new_x"]]),
        amplitude=given_["kappa"],
        length_scale=1.0 / given_["rho"],
    ).matrix()
    to_items = both[:5, 5:]
    operator = warp.operator(before)
    assert_allclose((operator @ to_items).ravel(), expect["new_cov_with_items"], **CLOSE)


def test_semi_supervised_is_the_sum_of_precisions():
    rng = np.random.default_rng(4)
    values = rng.standard_normal((8, 2)) * 3.0
    graph = link_graph.nearest_neighbour_weights(values, 2)
    plain = Features(values, length_scale=1.0)
    warped = Features(values, length_scale=1.0, warp=Warp(graph, 0.7)).matrix()
    links = graph.toarray()
    laplacian = 0.7 * (np.diag(links.sum(axis=1)) - links)
    expect = np.linalg.inv(np.linalg.inv(plain.matrix()) + laplacian)
    assert_allclose(warped, expect, rtol=1e-8, atol=1e-12)
    assert np.array_equal(warped, warped.T)


def test_semi_supervised_survives_a_singular_kernel():
    """Equal items make K singular; neither K nor L is ever inverted."""
    values = np.repeat(np.arange(4.0), 2)[:, None]
    warp = Warp(link_graph.nearest_neighbour_weights(values, 3), 5.0)
    warped = Features(values, warp=warp).matrix()
    assert np.linalg.eigvalsh(warped).min() > -1e-12
    assert_allclose(warped[0], warped[1], atol=1e-12)
    assert np.all(warped.diagonal() < 1.0)


def test_sign_of_entries_is_known():
    rng = np.random.default_rng(0)
    values = rng.standard_normal((6, 2))
    assert sum_of([Features(values), Individual(6)]).is_nonnegative
    assert not sum_of([Features(values, kernel="linear")]).is_nonnegative


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        (np.ones((2, 3)), "square"),
        (np.array([[1.0, 0.5], [0.2, 1.0]]), "symmetric"),
        (np.array([[-1.0, 0.0], [0.0, 1.0]]), "negative"),
        (np.array([[np.nan, 0.0], [0.0, 1.0]]), "finite"),
        (np.array([[np.inf, 0.0], [0.0, 1.0]]), "finite"),
    ],
)
def test_matrices_that_are_no_covariance(matrix, reason):
    with pytest.raises(BadPrior, match=reason):
        Prior.of_matrix(matrix)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ([], "at least one"),
        ([Individual(3), Individual(3)], "share a name"),
        ([Individual(3, -0.5)], "negative"),
        ([Individual(3, np.nan)], "number"),
        ([Features(np.ones((4, 1))), Links(sparse.csr_matrix((3, 3)))], "different numbers"),
        ([Links(sparse.csr_matrix((3, 3)), kernel="gravity")], "gravity"),
    ],
)
def test_sums_that_mean_nothing(parts, reason):
    with pytest.raises(BadPrior, match=reason):
        sum_of(parts)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"values": np.array([[1.0], [np.nan]])}, "finite"),
        ({"values": np.ones(3)}, "table"),
        ({"values": np.ones((3, 1)), "kernel": "gravity"}, "gravity"),
    ],
)
def test_features_that_mean_nothing(options, reason):
    with pytest.raises(BadPrior, match=reason):
        Features(**options)


def test_covariance_cannot_be_written_to():
    prior = sum_of([Individual(3)])
    with pytest.raises(ValueError, match="read-only"):
        prior.covariance.diagonal()[0] = 7.0


def test_individual_part_of_another_size_is_refused():
    with pytest.raises(BadPrior, match="different numbers"):
        sum_of([Features(np.ones((4, 1))), Individual(3)])
