"""One answer at a time: the rank-one update (section 2), AXPGP's assumed-density filter."""

from __future__ import annotations

import itertools
import math

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.many_copies import many_copies
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.engine.probit import one_step

FEW_COPIES = 64  # of one answer: so many are taken one after the other


def condition(
    posterior: Posterior, first: int, second: int, lower_edge: int, upper_edge: int
) -> Posterior:
    """The belief after one more answer; the given posterior stays as it is.

    Parameters
    ----------
    posterior : Posterior
    first, second : int
        The compared items; d = ξ_first − ξ_second.
    lower_edge, upper_edge : int
        Edges of the response scale that bound the answer, as ``ResponseScale.edge_indices``
        gives them.

    Returns
    -------
    Posterior
        Shares everything with the given one but its newest column.
    """
    return _conditioned(posterior, first, second, (lower_edge, upper_edge), 1)


def condition_on_row(
    posterior: Posterior, comparisons: Comparisons, row: int, control: Control
) -> Posterior:
    """The belief after one more row of comparisons, as often as it counts.

    A few copies are taken one after the other, as if each had a row of its own; of many the same
    pass is followed in strides, so that it takes no longer for more of them.
    """
    pair = int(comparisons.first[row]), int(comparisons.second[row])
    edges = int(comparisons.lower[row]), int(comparisons.upper[row])
    count = int(comparisons.count[row])
    n_steps, copies = (1, count) if count > FEW_COPIES else (count, 1)
    for _ in range(n_steps):
        control.check()
        posterior = _conditioned(posterior, *pair, edges, copies)
    return posterior


def _conditioned(
    posterior: Posterior, first: int, second: int, edges: tuple[int, int], count: int
) -> Posterior:
    """The belief after `count` equal answers; they add one column."""
    if first == second:
        raise BadComparison("an item cannot be compared with itself")
    posterior = posterior.folded_when_due()
    column = posterior.difference(first, second)  # k = Σa
    variance = max(float(column[first] - column[second]), 0.0)
    mean = float(posterior.mean[first] - posterior.mean[second])
    bounds = float(posterior.scale.edges[edges[0]]), float(posterior.scale.edges[edges[1]])
    noise = posterior.scale.noise
    if count == 1:
        log_z, gain, curvature = one_step(*bounds, mean, variance, noise)
    else:
        log_z, gain, curvature = many_copies(bounds, mean, variance, noise, count)
    new_mean = posterior.mean + column * gain
    column *= math.sqrt(curvature)  # what U gains
    log_evidence, n_answers = posterior.log_evidence + log_z, posterior.n_answers + count
    return _with_column(posterior, new_mean, column, log_evidence, n_answers)


def condition_on_average(posterior: Posterior, first: int, second: int) -> Posterior:
    """The belief as if a pair had been answered by the average answer (section 7).

    The mean stays and Σ ← Σ − k kᵀ Σ_y P_y ρ_y: exactly the covariance that is expected after
    the answer, whatever may be answered. Nothing was answered, so no answer is counted.
    """
    posterior = posterior.folded_when_due()
    column = posterior.difference(first, second)
    mean, variance = posterior.pair_moments(first, second)
    column *= math.sqrt(expected_curvature(posterior, mean, variance))
    return _with_column(
        posterior, posterior.mean, column, posterior.log_evidence, posterior.n_answers
    )


def expected_curvature(posterior: Posterior, mean: float, variance: float) -> float:
    """Mean over the possible answers of how much of k kᵀ an answer takes from Σ: Σ_y P_y ρ_y.

    Parameters
    ----------
    posterior : Posterior
        For the scale of its answers.
    mean, variance : float
        Of the difference of the two items.
    """
    scale, expected = posterior.scale, 0.0
    for lower, upper in itertools.pairwise(scale.edges):
        log_chance, _, curvature = one_step(
            float(lower), float(upper), mean, max(variance, 0.0), scale.noise
        )
        expected += math.exp(log_chance) * curvature
    return expected


def _with_column(
    posterior: Posterior, mean: Array, column: Array, log_evidence: float, n_answers: int
) -> Posterior:
    """The belief with another mean and one more column taken from Σ."""
    columns = posterior.columns
    if posterior.last is not None:
        columns = columns.with_column(posterior.last)
    return Posterior(
        mean,
        np.maximum(posterior.variances - column * column, 0.0),
        posterior.prior,
        posterior.scale,
        posterior.base,
        columns,
        read_only(column),
        "incremental",
        log_evidence,
        n_answers,
        None,
        posterior.least_covariance,
    )


def infer(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control | None = None,
) -> Posterior:
    """One pass over the answers in the order they were given."""
    comparisons.check_items(prior.n_items)
    control = control or Control()
    posterior, n_answers = Posterior.of_prior(prior, scale), comparisons.n_answers
    for row in range(len(comparisons)):
        posterior = condition_on_row(posterior, comparisons, row, control)
        control.report(posterior.n_answers, n_answers)
    return posterior
