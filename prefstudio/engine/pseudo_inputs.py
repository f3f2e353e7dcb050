"""All answers at once, seen through a few pseudo inputs (Nielsen et al.; sections 5 and 12).

Laplace's approximation over the utilities of l points among the features instead of those of n
items: the work grows with l² a distinct answer and l a further item.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.clusters import centres
from prefstudio.engine.columns import Columns
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Features, Individual
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.kernels import inverse_length_scales
from prefstudio.engine.linalg import Array, cholesky
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.engine.pseudo_mode import PseudoMode, find_mode, inverse_system, log_evidence
from prefstudio.engine.sparse_features import JITTER, SparseDifferences, SparseFeatures

N_PSEUDO_INPUTS = 20


def infer(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control | None = None,
    *,
    pseudo_inputs: Array | None = None,
    n_pseudo_inputs: int = N_PSEUDO_INPUTS,
    jitter: float = JITTER,
) -> Posterior:
    """Gaussian at the mode of the pseudo inputs' utilities, told on to all items.

    Parameters
    ----------
    prior : Prior
        One features component without a neighbour graph, with or without an individual part.
    comparisons : Comparisons
        In any order; equal ones are counted, not repeated.
    scale : ResponseScale
    control : Control, optional
        Checked every Newton step, and while pseudo inputs are placed.
    pseudo_inputs : ndarray, shape (n_pseudo_inputs, n_columns), optional
        Where the pseudo inputs lie; by default at the centres of clusters of the items.
    n_pseudo_inputs : int
        How many to place when they are not given; never more than distinct items.
    jitter : float
        On the diagonal of the pseudo inputs' covariance, as a share of their mean variance.

    Raises
    ------
    BadPrior
        When the prior holds what pseudo inputs cannot see, or they fit no column of it.
    DidNotConverge
        When the mode is not stationary to 1e-8 of a prior sd.
    """
    comparisons.check_items(prior.n_items)
    control = control or Control()
    features = sparse_features(prior, pseudo_inputs, n_pseudo_inputs, jitter, control)
    merged = comparisons.merged(len(scale.edges))
    if not len(merged):
        return _before_any_answer(prior, scale)
    sparse = SparseDifferences(features, merged, scale)
    return _posterior(prior, scale, sparse, find_mode(sparse, control))


def sparse_features(
    prior: Prior,
    pseudo_inputs: Array | None = None,
    n_pseudo_inputs: int = N_PSEUDO_INPUTS,
    jitter: float = JITTER,
    control: Control | None = None,
) -> SparseFeatures:
    """What pseudo inputs see of `prior`; parameters as in `infer`.

    Raises
    ------
    BadPrior
        When the prior holds what pseudo inputs cannot see, or they fit no column of it.
    """
    features, individual = _components(prior)
    points = pseudo_inputs
    if points is None:
        points = _placed(features, n_pseudo_inputs, control)
    return SparseFeatures(
        features.values,
        points,
        features.weight * features.amplitude,
        features.length_scale,
        features.kernel,
        individual,
        jitter,
    )


def why_not(prior: Prior) -> str:
    """Why pseudo inputs cannot stand for a prior, as a sentence without its stop; empty if not."""
    present = [component for component in prior.components if component.weight > 0.0]
    features = [component for component in present if isinstance(component, Features)]
    others = [c.name for c in present if not isinstance(c, Features | Individual)]
    if others:
        return (
            f"pseudo inputs see features only, and the prior also holds {', '.join(others)}; "
            "set its weight to 0, or use the inference ep or laplace"
        )
    if len(features) != 1:
        return (
            "pseudo inputs need exactly one component of features with a weight above 0, and the "
            f"prior has {len(features)}; give it one, or use the inference ep or laplace"
        )
    if features[0].warp is not None:
        return (
            f"pseudo inputs have no place in the neighbour graph of {features[0].name}; "
            "turn the graph off, or use the inference ep or laplace"
        )
    return ""


def _components(prior: Prior) -> tuple[Features, float]:
    """The features and the sd of the individual part; components of no weight do not count."""
    if reason := why_not(prior):
        raise BadPrior(reason)
    present = [component for component in prior.components if component.weight > 0.0]
    (features,) = (component for component in present if isinstance(component, Features))
    own = [component for component in present if isinstance(component, Individual)]
    return features, float(np.sqrt(sum(component.weight**2 for component in own)))


def _placed(features: Features, n_pseudo_inputs: int, control: Control | None) -> Array:
    """Centres of clusters, by the distances that the kernel sees."""
    if n_pseudo_inputs < 1:
        raise BadPrior(f"there must be at least 1 pseudo input, not {n_pseudo_inputs}")
    rho = inverse_length_scales(features.length_scale, features.values.shape[1])
    return centres(features.values * rho, n_pseudo_inputs, control) / rho


def _before_any_answer(prior: Prior, scale: ResponseScale) -> Posterior:
    n = prior.n_items
    variances = prior.covariance.diagonal().copy()
    base, columns = prior.covariance, Columns.empty(n)
    return Posterior(np.zeros(n), variances, prior, scale, base, columns, inference="pseudo_inputs")


def _posterior(
    prior: Prior, scale: ResponseScale, sparse: SparseDifferences, mode: PseudoMode
) -> Posterior:
    """Mean k_xᵀK̄⁻¹f̂ and covariance K − k_xᵀK̄⁻¹(K̄ − S)K̄⁻¹k_x of every item."""
    taken = _learned_factor(sparse, mode).T @ sparse.items
    variances = prior.covariance.diagonal() - np.einsum("pi,pi->i", taken, taken)
    posterior = Posterior(
        mode.whitened @ sparse.items,
        np.maximum(variances, 0.0),
        prior,
        scale,
        prior.covariance,
        Columns.of_rows(taken),
        inference="pseudo_inputs",
        log_evidence=log_evidence(sparse, mode),
        n_answers=sparse.merged.n_answers,
    )
    return posterior.folded_when_due()


def _learned_factor(sparse: SparseDifferences, mode: PseudoMode) -> Array:
    """F with F Fᵀ = I − P⁻¹ = Lᵀ K̄⁻¹ (K̄ − S) K̄⁻¹ L.

    With P = I + N Nᵀ that is P⁻¹(N Nᵀ + (N Nᵀ)²)P⁻¹, a sum of squares: it keeps its sign
    however much or little was learned, which the difference from I does not.
    """
    covariance = inverse_system(sparse, mode)
    weight = np.sqrt(sparse.merged.count * mode.answer.curvature)
    once = covariance @ (sparse.differences * weight)
    twice = once @ (sparse.differences * weight).T
    return cholesky(once @ once.T + twice @ twice.T)
