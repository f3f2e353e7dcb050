"""From links to weights, and from weights to covariances (section 1)."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.errors import BadPrior
from prefstudio.engine.linalg import Array, sparse_inverse, symmetrise

logger = logging.getLogger(__name__)

DEGREES = 1e-8, 1e8  # a mean degree beyond these is taken as the nearer end
CLIQUE_WORK = 200_000  # clique memberships to enumerate before edges take the cliques' place


def weight_matrix(n_items: int, source: Array, target: Array, weight: Array) -> sparse.csr_matrix:
    """Links as a sparse matrix, row = source; links given twice add up.

    Raises
    ------
    BadPrior
        When a weight is negative or not finite, or a link joins an item to itself.
    """
    weight = np.asarray(weight, dtype=float)
    if not np.all(np.isfinite(weight)) or np.any(weight < 0.0):
        raise BadPrior("every link's weight must be a number that is not negative")
    if np.any(np.asarray(source) == np.asarray(target)):
        raise BadPrior("a link cannot join an item to itself")
    weights = sparse.csr_matrix((weight, (source, target)), shape=(n_items, n_items))
    weights.eliminate_zeros()
    return weights


def undirected(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """Both directions of every link, as one symmetric matrix."""
    return (weights + weights.T).tocsr()


def linked(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """Items that the same item links to are related: WᵀW, its diagonal zeroed."""
    return _without_diagonal(weights.T @ weights)


def linking(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """Items that link to the same item are related: WWᵀ, its diagonal zeroed."""
    return _without_diagonal(weights @ weights.T)


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """A bipartite relation seen from the items' side, kept as a sparse product.

    A shared neighbour of degree 10,000 would be a clique of 50 million links; the product
    F Fᵀ never forms them until a dense covariance is asked for.

    Attributes
    ----------
    factor : sparse, shape (n_items, n_others)
        Two items are related by the inner product of their rows.
    """

    factor: sparse.csr_matrix

    def weights(self) -> sparse.csr_matrix:
        """Item by item weights, the diagonal zeroed."""
        return _without_diagonal(self.factor @ self.factor.T)

    def degrees(self) -> Array:
        """Weighted degree of every item, without forming the weights."""
        ones = np.ones(self.factor.shape[0])
        own = np.asarray(self.factor.multiply(self.factor).sum(axis=1)).ravel()
        return np.asarray(self.factor @ (self.factor.T @ ones)).ravel() - own


def project(
    n_items: int, item: Array, other: Array, weight: Array, hub_weight: bool = False
) -> Projection:
    """Items are related when they share a neighbour.

    Parameters
    ----------
    item, other, weight : ndarray
        One row a link between an item and one of the other side's nodes.
    hub_weight : bool
        Weigh each shared neighbour by 1/(degree − 1), so that hubs count less.
    """
    n_others = int(np.max(other)) + 1 if len(other) else 0
    incidence = sparse.csr_matrix((np.asarray(weight, float), (item, other)), (n_items, n_others))
    if hub_weight:
        degree = np.diff(incidence.tocsc().indptr)
        share = 1.0 / np.sqrt(np.maximum(degree - 1, 1))
        incidence = (incidence @ sparse.diags(share)).tocsr()
    return Projection(incidence)


def laplacian(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """Δ = D − W of a symmetric weight matrix."""
    degree = np.asarray(weights.sum(axis=1)).ravel()
    return (sparse.diags(degree) - weights).tocsr()


def regularized_laplacian(weights: sparse.csr_matrix, beta: float, iota: float) -> Array:
    """K = [β(Δ + I/ι²)]⁻¹, shape (n_items, n_items)."""
    for name, value in (("beta", beta), ("iota", iota)):
        if not (np.isfinite(value) and value > 0.0):
            raise BadPrior(f"{name} of a link kernel must be a positive number, not {value}")
    n_items = weights.shape[0]
    precision = beta * (laplacian(weights) + sparse.identity(n_items) / iota**2)
    covariance = symmetrise(sparse_inverse(sparse.csc_matrix(precision)))
    return np.maximum(covariance, 0.0, out=covariance)  # no entry is negative but by rounding


def common_cause(weights: sparse.csr_matrix, clique_work: int = CLIQUE_WORK) -> Array:
    """Hidden common cause: shared maximal cliques, scaled to unit variances.

    When enumerating cliques takes more than `clique_work` memberships, edges (and a singleton
    for each isolated item) stand in for cliques.
    """
    membership = _clique_membership(weights, clique_work)
    if membership is None:
        logger.info("more cliques than the bound allows: links take their place")
        membership = _edge_membership(weights)
    shared = (membership @ membership.T).toarray().astype(float)
    scale = 1.0 / np.sqrt(shared.diagonal())
    shared *= scale[:, None]
    shared *= scale[None, :]
    return shared


def nearest_neighbour_weights(
    values: Array, neighbours: int, block: int = 512
) -> sparse.csr_matrix:
    """A link of weight 1 where either item is among the other's nearest (Euclidean).

    Equal distances go to the item that comes first, so the graph does not depend on chance.
    """
    n_items = len(values)
    k = min(neighbours, n_items - 1)
    if k <= 0:
        return sparse.csr_matrix((n_items, n_items))
    squared = np.einsum("id,id->i", values, values)
    chosen = np.empty((n_items, k), dtype=np.int64)
    for start in range(0, n_items, block):
        rows = np.arange(start, min(start + block, n_items))
        distance = squared[rows, None] + squared[None, :] - 2.0 * values[rows] @ values.T
        distance[np.arange(len(rows)), rows] = np.inf
        chosen[rows] = np.argsort(distance, axis=1, kind="stable")[:, :k]
    source = np.repeat(np.arange(n_items), k)
    graph = sparse.csr_matrix((np.ones(n_items * k), (source, chosen.ravel())), (n_items, n_items))
    return graph.maximum(graph.T).tocsr()


def default_iota(degree: Array) -> float:
    """ι = 2/√(mean weighted degree of the linked items); 1 when nothing is linked."""
    linked_degree = degree[degree > 0.0]
    if not len(linked_degree):
        return 1.0
    return 2.0 / float(np.sqrt(np.clip(linked_degree.mean(), *DEGREES)))


def _clique_membership(weights: sparse.csr_matrix, clique_work: int) -> sparse.csr_matrix | None:
    import networkx  # takes long, and few priors count cliques

    graph = networkx.from_scipy_sparse_array(sparse.csr_array(weights))
    rows: list[int] = []
    columns: list[int] = []
    for number, clique in enumerate(networkx.find_cliques(graph)):
        rows.extend(clique)
        columns.extend([number] * len(clique))
        if len(rows) > clique_work:
            return None
    n_cliques = columns[-1] + 1 if columns else 0
    return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), (weights.shape[0], n_cliques))


def _edge_membership(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    upper = sparse.triu(weights, k=1).tocoo()
    isolated = np.flatnonzero(np.diff(weights.indptr) == 0)
    n_edges = upper.nnz
    rows = np.concatenate([upper.row, upper.col, isolated])
    edge = np.arange(n_edges)
    columns = np.concatenate([edge, edge, n_edges + np.arange(len(isolated))])
    shape = (weights.shape[0], n_edges + len(isolated))
    return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape)


def _without_diagonal(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    weights = sparse.csr_matrix(weights - sparse.diags(weights.diagonal()))
    weights.eliminate_zeros()
    return weights
