"""What an answer and a fold may allocate, as tracemalloc sees it."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Features, Individual
from prefstudio.engine.incremental import condition
from prefstudio.engine.posterior import FOLD_AT, Posterior
from prefstudio.engine.prior import Prior, sum_of
from tests.engine import reference


class Peak:
    matrices = 0.0


@contextmanager
def peak_of(n_items: int) -> Iterator[Peak]:
    """Largest memory inside the block above what was there before, in n×n matrices."""
    peak = Peak()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    try:
        yield peak
        most = tracemalloc.get_traced_memory()[1]
        peak.matrices = (most - before) / (8.0 * n_items**2)
    finally:
        tracemalloc.stop()


def prior_of(n_items: int) -> Prior:
    values = np.random.default_rng(0).standard_normal((n_items, 3))
    return sum_of([Features(values), Individual(n_items)])


def answered(posterior: Posterior, n_answers: int) -> Posterior:
    pairs = reference.random_pairs(np.random.default_rng(1), posterior.n_items, n_answers)
    for first, second in pairs:
        posterior = condition(posterior, first, second, *posterior.scale.win)
    return posterior


def test_the_measure_sees_a_matrix():
    with peak_of(500) as peak:
        np.ones((500, 500))
    assert 0.99 < peak.matrices < 1.1


def test_one_answer_allocates_less_than_a_matrix():
    posterior = answered(Posterior.of_prior(prior_of(1000), ResponseScale()), FOLD_AT // 2)
    with peak_of(1000) as peak:
        condition(posterior, 3, 5, *posterior.scale.win)
    assert peak.matrices < 0.05


def test_the_answer_that_folds_allocates_one_matrix_and_a_block_of_rows():
    posterior = answered(Posterior.of_prior(prior_of(1000), ResponseScale()), FOLD_AT)
    assert posterior.n_columns == FOLD_AT
    with peak_of(1000) as peak:
        after = condition(posterior, 3, 5, *posterior.scale.win)
    assert after.n_columns == 1
    assert 1.0 < peak.matrices < 1.6


def test_memory_does_not_grow_with_the_session():
    before_anything = Posterior.of_prior(prior_of(200), ResponseScale())
    peaks = []
    for n_folds in (3, 6):
        with peak_of(200) as peak:
            answered(before_anything, n_folds * FOLD_AT)
        peaks.append(peak.matrices)
    assert peaks[1] < 1.05 * peaks[0]


@pytest.mark.slow
def test_five_thousand_items_fit_three_matrices_through_two_folds():
    n_items = 5000
    prior = prior_of(n_items)
    with peak_of(n_items) as peak:
        posterior = Posterior.of_prior(prior, ResponseScale())
        posterior = answered(posterior, 2 * FOLD_AT + 2)
    assert posterior.n_columns < FOLD_AT
    # beside the prior: a base, the one that follows it, and the columns between them
    assert peak.matrices < 3.0


@pytest.mark.slow
def test_a_dense_prior_of_five_thousand_items_fits_three_matrices():
    with peak_of(5000) as peak:
        prior_of(5000)
    assert peak.matrices < 3.0
