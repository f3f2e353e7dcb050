"""From links to weights and covariances: golden numbers, closed forms and what always holds."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from prefstudio.engine import link_graph
from prefstudio.engine.errors import BadPrior
from tests.engine.golden_cases import CLOSE, case


def weights_of(n_items, links):
    rows = [(*link, 1.0) if len(link) == 2 else link for link in links]
    source, target, weight = np.array(rows).reshape(-1, 3).T
    directed = link_graph.weight_matrix(n_items, source.astype(int), target.astype(int), weight)
    return link_graph.undirected(directed)


def no_links(n_items):
    return sparse.csr_matrix((n_items, n_items))


def complete(n_items):
    return sparse.csr_matrix(np.ones((n_items, n_items)) - np.eye(n_items))


def test_golden_regularized_laplacian():
    given_, expect = case("regularized_laplacian")
    weights = weights_of(given_["n"], given_["links"])
    kernel = link_graph.regularized_laplacian(weights, given_["beta"], given_["iota"])
    assert_allclose(kernel, expect["cov"], **CLOSE)
    assert_allclose(kernel.sum(axis=1), expect["row_sum"], **CLOSE)
    assert np.all(kernel.diagonal() <= np.array(expect["variance_bound"]) * (1 + 1e-12))


def test_golden_six_papers_prior():
    given_, expect = case("six_papers")
    links = [tuple(given_["items"].index(item) for item in link) for link in given_["links"]]
    weights = weights_of(len(given_["items"]), links)
    kernel = link_graph.regularized_laplacian(weights, given_["beta"], given_["iota"])
    assert_allclose(kernel, expect["prior_cov"], **CLOSE)


def test_golden_common_cause_by_cliques_and_by_links():
    given_, expect = case("common_cause")
    weights = weights_of(given_["n"], given_["links"])
    assert_allclose(link_graph.common_cause(weights), expect["cov"], **CLOSE)
    fallback = link_graph.common_cause(weights, clique_work=0)
    assert_allclose(fallback, expect["cov_edges_only"], **CLOSE)


def test_golden_directed_roles():
    given_, expect = case("directed_links")
    source, target = np.array(given_["links"]).T
    weights = link_graph.weight_matrix(given_["n"], source, target, np.ones(len(source)))
    assert_allclose(link_graph.linked(weights).toarray(), expect["linked"])
    assert_allclose(link_graph.linking(weights).toarray(), expect["linking"])


@st.composite
def graphs(draw):
    n_items = draw(st.integers(1, 12))
    pairs = list(itertools.combinations(range(n_items), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    weights = draw(st.lists(st.floats(0.01, 20.0), min_size=len(chosen), max_size=len(chosen)))
    links = [(i, j, w) for (i, j), w in zip(chosen, weights, strict=True)]
    return weights_of(n_items, links) if links else no_links(n_items)


@settings(max_examples=80, deadline=None)
@given(graphs(), st.floats(0.1, 5.0), st.floats(0.1, 5.0))
def test_regularized_laplacian_always(weights, beta, iota):
    n_items = weights.shape[0]
    kernel = link_graph.regularized_laplacian(weights, beta, iota)
    dense = weights.toarray()
    precision = beta * (np.diag(dense.sum(axis=1)) - dense + np.eye(n_items) / iota**2)
    assert_allclose(precision @ kernel, np.eye(n_items), atol=1e-9)
    assert_allclose(kernel.sum(axis=1), iota**2 / beta, rtol=1e-9)
    assert kernel.min() >= 0.0
    assert np.array_equal(kernel, kernel.T)
    # section 13: bounds on the variances from the degrees alone
    degree = dense.sum(axis=1)
    lower = 1.0 / (beta * (degree + 1.0 / iota**2))
    upper = 1.0 / (beta * (1.0 / iota**2 + dense @ (1.0 / (1.0 + iota**2 * degree))))
    assert np.all(kernel.diagonal() >= lower * (1 - 1e-12))
    assert np.all(kernel.diagonal() <= upper * (1 + 1e-12))


@settings(max_examples=80, deadline=None)
@given(graphs(), st.sampled_from([0, 200_000]))
def test_common_cause_always(weights, clique_work):
    kernel = link_graph.common_cause(weights, clique_work)
    assert_allclose(kernel.diagonal(), 1.0, rtol=1e-12)
    assert np.linalg.eigvalsh(kernel).min() > -1e-12
    assert kernel.min() >= 0.0
    apart = (weights.toarray() == 0.0) & ~np.eye(len(kernel), dtype=bool)
    assert np.all(kernel[apart] == 0.0)  # without a link there is no common clique


@pytest.mark.parametrize("n_items", [2, 5, 60])
def test_all_items_linked(n_items):
    beta, iota = 0.7, 1.3
    kernel = link_graph.regularized_laplacian(complete(n_items), beta, iota)
    c = 1.0 / iota**2  # (nI − J + cI)⁻¹ = (I + J/c)/(n + c)
    expect = (np.eye(n_items) + 1.0 / c) / (beta * (n_items + c))
    assert_allclose(kernel, expect, rtol=1e-10)
    assert_allclose(link_graph.common_cause(complete(n_items)), 1.0)  # one clique holds all


@pytest.mark.parametrize("n_items", [1, 4])
def test_no_links_at_all(n_items):
    kernel = link_graph.regularized_laplacian(no_links(n_items), 2.0, 3.0)
    assert_allclose(kernel, 4.5 * np.eye(n_items))
    assert_allclose(link_graph.common_cause(no_links(n_items)), np.eye(n_items))
    by_links = link_graph.common_cause(no_links(n_items), clique_work=0)
    assert_allclose(by_links, np.eye(n_items))


def test_large_sparse_graph_is_the_dense_inverse():
    n_items = 400
    ring = sparse.diags([1.0, 1.0], [1, -1], shape=(n_items, n_items)).tolil()
    ring[0, n_items - 1] = ring[n_items - 1, 0] = 2.5
    weights = sparse.csr_matrix(ring)
    kernel = link_graph.regularized_laplacian(weights, 1.0, 2.0)
    dense = weights.toarray()
    precision = np.diag(dense.sum(axis=1)) - dense + np.eye(n_items) / 4.0
    assert_allclose(kernel, np.linalg.inv(precision), rtol=1e-9, atol=1e-13)


def test_more_cliques_than_the_bound_allows():
    """3¹² maximal cliques: listing them would take minutes, the links take their place."""
    groups = np.repeat(np.arange(12), 3)
    adjacency = (groups[:, None] != groups[None, :]).astype(float)
    kernel = link_graph.common_cause(sparse.csr_matrix(adjacency))
    degree = adjacency.sum(axis=1)
    expect = adjacency / np.sqrt(np.outer(degree, degree)) + np.eye(36)
    assert_allclose(kernel, expect, rtol=1e-12)


def test_links_given_twice_add_up_and_both_directions_count():
    weights = link_graph.weight_matrix(
        3, np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([1.0, 2.0, 4.0])
    )
    assert_allclose(weights.toarray(), [[0, 3, 0], [4, 0, 0], [0, 0, 0]])
    assert_allclose(link_graph.undirected(weights).toarray(), [[0, 7, 0], [7, 0, 0], [0, 0, 0]])


def test_a_link_of_no_weight_is_no_link():
    weights = link_graph.weight_matrix(2, np.array([0]), np.array([1]), np.array([0.0]))
    assert weights.nnz == 0
    assert_allclose(link_graph.common_cause(link_graph.undirected(weights)), np.eye(2))


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_weights_that_mean_nothing(weight):
    with pytest.raises(BadPrior, match="weight"):
        link_graph.weight_matrix(2, np.array([0]), np.array([1]), np.array([weight]))


def test_a_link_to_itself():
    with pytest.raises(BadPrior, match="itself"):
        link_graph.weight_matrix(2, np.array([1]), np.array([1]), np.array([1.0]))


@pytest.mark.parametrize(("beta", "iota"), [(0.0, 1.0), (1.0, -1.0), (np.nan, 1.0)])
def test_kernel_parameters_that_mean_nothing(beta, iota):
    with pytest.raises(BadPrior, match="positive"):
        link_graph.regularized_laplacian(no_links(2), beta, iota)


@pytest.mark.parametrize("hub_weight", [False, True])
def test_projection_relates_items_that_share_a_neighbour(hub_weight):
    item = np.array([0, 1, 2, 0, 1, 3])
    other = np.array([0, 0, 0, 1, 1, 2])  # hub 0 has degree 3, hub 1 two, hub 2 one
    projection = link_graph.project(4, item, other, np.ones(6), hub_weight)
    weights = projection.weights().toarray()
    first, second = (0.5, 1.0) if hub_weight else (1.0, 1.0)
    expect = np.zeros((4, 4))
    expect[0, 1] = expect[1, 0] = first + second
    expect[0, 2] = expect[2, 0] = expect[1, 2] = expect[2, 1] = first
    assert_allclose(weights, expect)
    assert_allclose(projection.degrees(), expect.sum(axis=1), atol=1e-15)


def test_projection_keeps_a_hub_as_one_column():
    n_items = 10_000
    items = np.arange(n_items)
    projection = link_graph.project(n_items, items, np.zeros(n_items, int), np.ones(n_items), True)
    assert projection.factor.nnz == n_items
    assert_allclose(projection.degrees(), 1.0)  # each of 9,999 others counts 1/9,999


def test_projection_without_links():
    nothing = np.array([], dtype=int)
    projection = link_graph.project(3, nothing, nothing, np.array([]))
    assert projection.weights().nnz == 0
    assert_allclose(projection.degrees(), 0.0)


def test_nearest_neighbours_by_hand():
    values = np.array([[0.0], [1.0], [3.0], [3.5], [100.0]])
    weights = link_graph.nearest_neighbour_weights(values, 1).toarray()
    expect = np.zeros((5, 5))
    for i, j in [(0, 1), (2, 3), (3, 4)]:  # the outlier chose 3, and either one's choice counts
        expect[i, j] = expect[j, i] = 1.0
    assert_allclose(weights, expect)


def test_nearest_neighbours_against_all_distances():
    rng = np.random.default_rng(2)
    values = rng.standard_normal((700, 3))  # more than one block
    weights = link_graph.nearest_neighbour_weights(values, 4).toarray()
    distance = np.linalg.norm(values[:, None] - values[None, :], axis=2)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance, dtype=bool)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :4], True, axis=1)
    assert np.array_equal(weights > 0, near | near.T)


@pytest.mark.parametrize(("n_items", "neighbours"), [(1, 3), (4, 0), (3, 10)])
def test_nearest_neighbours_of_few_items(n_items, neighbours):
    values = np.arange(n_items, dtype=float)[:, None]
    weights = link_graph.nearest_neighbour_weights(values, neighbours)
    links = n_items * (n_items - 1) if neighbours else 0
    assert weights.nnz == links


def test_default_iota_looks_at_linked_items_only():
    assert link_graph.default_iota(np.array([4.0, 0.0, 4.0])) == 1.0
    assert link_graph.default_iota(np.zeros(3)) == 1.0
    assert_allclose(link_graph.default_iota(np.array([16.0])), 0.5)


@pytest.mark.parametrize("degree", [1e-320, 1e-30, 1e30, 1e300])
def test_default_reach_is_a_number_that_can_be_squared(degree):
    iota = link_graph.default_iota(np.array([degree, 0.0]))
    assert 1e-5 < iota < 1e5
