"""A simulated study from its first answer on: ask, answer, update, learn now and then."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine import ep, incremental
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Features, Individual, Links
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.criteria.information import bald, entropy_gain
from prefstudio.engine.hyperparameters import problem_of
from prefstudio.engine.learning import learn
from prefstudio.engine.linalg import Array
from prefstudio.engine.link_graph import default_iota, regularized_laplacian
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import sum_of
from tests.benchmarks.experiments.people import Judge

LEARN_EVERY = 50
SETTLE_EVERY = 10  # answers between two runs of EP; single updates in between


@dataclass(frozen=True, slots=True)
class Way:
    """A way of asking and of learning.

    Attributes
    ----------
    criterion, horizon : as a study's settings have them.
    pool : choose from so many random pairs, or from all when 0.
    learn_every : answers between two times of learning; 0 is never.
    settle_every : answers between two runs of EP.
    """

    criterion: str
    horizon: float = math.inf
    pool: int = 0
    learn_every: int = LEARN_EVERY
    settle_every: int = SETTLE_EVERY


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where a simulated study stands; `scale_spread` is what learning left open."""

    posterior: Posterior
    answers: tuple[tuple[int, int], ...]
    scale_spread: float = 0.0

    @property
    def asked(self) -> set[tuple[int, int]]:
        """Pairs that were answered, the smaller number first."""
        return {(min(pair), max(pair)) for pair in self.answers}


def course(
    components: Sequence[Component],
    scale: ResponseScale,
    judge: Judge,
    way: Way,
    stops: Collection[int],
    rng: np.random.Generator,
) -> Iterator[tuple[int, Standing]]:
    """Ask until the last of `stops`; yields the number of answers and EP's belief at each."""
    problem = problem_of(components, scale)
    prior = sum_of(components)
    posterior = Posterior.of_prior(prior, scale)
    settled: Posterior | None = None
    scale_spread = 0.0
    allowed = AllowedPairs.of(prior.n_items)
    answers: list[tuple[int, int]] = []
    while len(answers) < max(stops):
        pair = next_pair(posterior, allowed, way, rng)
        if pair is None:
            return
        answers.append(judge.answer(*pair))
        allowed = allowed.without(*pair)
        count = len(answers)
        if way.learn_every and count % way.learn_every == 0:
            present = Comparisons.of_levels(scale, answers)
            learned = learn(problem, present, scale, n_starts=1, mean_scale=True, rng=rng)
            problem = replace(problem, components=learned.components)  # its priors stay
            prior, scale_spread = sum_of(learned.components), learned.scale_spread
        elif count % way.settle_every and count not in stops:
            posterior = incremental.condition(posterior, *answers[-1], *scale.win)
            continue
        settled = ep.infer(prior, Comparisons.of_levels(scale, answers), scale, start=settled)
        posterior = settled
        if count in stops:
            yield count, Standing(posterior, tuple(answers), scale_spread)


def next_pair(
    posterior: Posterior, allowed: AllowedPairs, way: Way, rng: np.random.Generator
) -> tuple[int, int] | None:
    """The pair that `way` asks next; None when no pair is left."""
    if way.pool:
        return _best_of_pool(posterior, allowed, way, rng)
    found = CRITERIA[way.criterion].best(posterior, allowed, horizon=way.horizon, rng=rng)
    return (found[0].first, found[0].second) if found else None


def _best_of_pool(
    posterior: Posterior, allowed: AllowedPairs, way: Way, rng: np.random.Generator
) -> tuple[int, int] | None:
    """The best of some random pairs, by the same formula as of all."""
    first, second = np.sort(rng.integers(0, allowed.n_items, (2, way.pool)), axis=0)
    permitted = allowed.permits(first, second)
    first, second = first[permitted], second[permitted]
    if not len(first):
        return next_pair(posterior, allowed, replace(way, pool=0), rng)
    items, where = np.unique(np.concatenate([first, second]), return_inverse=True)
    columns = posterior.covariance_columns(items)
    own = posterior.variances
    shared = columns[where[: len(first)], second]
    variance = np.maximum(own[first] + own[second] - 2.0 * shared, 0.0)
    value = POOLED[way.criterion](
        posterior.scale, posterior.mean[first] - posterior.mean[second], variance
    )
    best = int(np.argmax(value))
    return int(first[best]), int(second[best])


POOLED = {"entropy_gain": entropy_gain, "bald": bald}


def default_components(
    features: Array | None, links: sparse.csr_matrix | None = None, n_items: int = 0
) -> list[Component]:
    """The components of a study that says nothing: each of weight 1/√c, a mean variance of 1.

    Parameters
    ----------
    features : ndarray, shape (n_items, n_columns), optional
        As measured; standardised here.
    links : sparse, shape (n_items, n_items), optional
        Symmetric weights.
    n_items : int
        Needed when there are neither.
    """
    found: list[Component] = []
    if features is not None:
        values = standardised(features)
        found.append(Features(values, length_scale=math.sqrt(values.shape[1])))
        n_items = len(values)
    if links is not None:
        iota = default_iota(np.asarray(links.sum(axis=1)).ravel())
        beta = float(regularized_laplacian(links, 1.0, iota).diagonal().mean())
        found.append(Links(links, beta=beta, iota=iota))
        n_items = links.shape[0]
    found.append(Individual(n_items))
    weight = 1.0 / math.sqrt(len(found))
    return [replace(each, weight=weight) for each in found]


def standardised(values: Array) -> Array:
    """Mean 0 and population sd 1 a column; a constant column becomes 0."""
    spread = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0)
