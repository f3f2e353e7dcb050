"""Every bound that lets the search skip a pair is never below what it bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from prefstudio.engine import ep, incremental
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.criteria import visits
from prefstudio.engine.criteria.bracket import (
    PARABOLA,
    bracket,
    bracket_of_one,
    slope_of_parabola,
)
from prefstudio.engine.criteria.half_differences import HalfDifferences
from prefstudio.engine.criteria.owners import Owners, leading, owner_bounds
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import FOLD_AT, Posterior
from prefstudio.engine.prior import Prior
from tests.engine.reference import random_covariance, random_pairs
from tests.engine.reference_criteria import fast_expected_loss

SCALE = ResponseScale(0.7)


def _shape(c: Array) -> Array:
    """b(c) = Φ(−c) + c N(c), without the engine."""
    tail = np.array([0.5 * math.erfc(x / math.sqrt(2.0)) for x in c])
    return tail + c * np.exp(-0.5 * c * c) / math.sqrt(2.0 * math.pi)


@pytest.mark.parametrize("farthest", [1e-3, 0.02, 0.3, 0.9, 1.0, 1.1, 2.0, 2.5, 3.3, 8.0, 30.0])
def test_the_parabola_is_above_wherever_the_loss_reaches(farthest: float) -> None:
    c = np.linspace(0.0, farthest, 20_001)
    shape = _shape(c)
    bound = PARABOLA - slope_of_parabola(shape[-1:]) * c * c
    assert np.all(bound >= shape)


def test_the_parabola_is_close_at_the_farthest() -> None:
    """Or it would let everything through."""
    c = np.array([0.5, 1.0, 2.0, 3.0])
    shape = _shape(c)
    assert np.all(PARABOLA - slope_of_parabola(shape) * c * c <= shape + 0.04)


def test_no_parabola_falls_where_nothing_is_out_of_reach() -> None:
    assert slope_of_parabola(np.array([0.0]))[0] == 0.0


def test_one_bracket_is_as_many() -> None:
    rng = np.random.default_rng(0)
    for distance, variance in rng.uniform(0.0, 3.0, (50, 2)):
        many = bracket(np.array([distance]), np.array([variance]))[0]
        assert bracket_of_one(distance**2, variance) == pytest.approx(many, rel=1e-13)


def _answered(posterior: Posterior, rng: np.random.Generator, n_answers: int) -> Posterior:
    for first, second in random_pairs(rng, posterior.n_items, n_answers):
        posterior = incremental.condition(posterior, int(first), int(second), *SCALE.win)
    return posterior


def _beliefs(rng: np.random.Generator, n_items: int) -> Iterator[Posterior]:
    """Before any answer, on the prior, on a folded base and on EP's, of either sign."""
    matrix = random_covariance(rng, n_items)
    for given in (matrix, np.abs(matrix) + n_items * np.identity(n_items), np.identity(n_items)):
        prior = Prior.of_matrix(given)
        posterior = Posterior.of_prior(prior, SCALE)
        yield posterior
        yield _answered(posterior, rng, 5)
        yield _answered(posterior, rng, FOLD_AT - 1).folded()
        yield _answered(posterior, rng, 2 * FOLD_AT + 30)
        pairs = random_pairs(rng, n_items, 12)
        answers = Comparisons.of_levels(SCALE, [(int(i), int(j)) for i, j in pairs])
        yield _answered(ep.infer(prior, answers, SCALE), rng, 3)


def _owned_losses(owners: Owners, horizon: float) -> Array:
    """Losses of the pairs that each owner has, 0 elsewhere, shape (n_owners, n_items)."""
    posterior = owners.posterior
    loss = fast_expected_loss(posterior.mean, posterior.covariance(), horizon)
    behind = np.ones((len(owners.items), posterior.n_items), dtype=bool)
    for place in range(len(owners.items)):
        behind[place, owners.items[: place + 1]] = False
    return np.where(behind, np.nan_to_num(loss[owners.items]), 0.0)


@pytest.mark.parametrize("n_leading", [3, 40])
@pytest.mark.parametrize("horizon", [1.0, 20.0])
def test_no_owner_has_a_pair_above_its_bound(n_leading: int, horizon: float) -> None:
    rng = np.random.default_rng(n_leading)
    for n_items in (7, 12, 25):
        for posterior in _beliefs(rng, n_items):
            owners = leading(posterior, None, horizon, n_leading)
            bound = owner_bounds(owners)
            largest = _owned_losses(owners, horizon).max(axis=1)
            scale = posterior.prior.covariance.diagonal().max()
            has_any = largest > 0.0
            assert np.all((bound >= largest - 1e-13 * scale)[has_any])


def test_a_folded_base_gives_the_tighter_bound() -> None:
    """Two items that no answer has told much about differ by the sum of their variances."""
    n = 30
    posterior = Posterior.of_prior(Prior.of_matrix(np.identity(n) + 1.0), SCALE)
    posterior = _answered(posterior, np.random.default_rng(0), 8)
    folded = posterior.folded()
    known = replace(folded, least_covariance=-math.inf)
    with_base, without = (owner_bounds(leading(p, None, 20.0, 3)) for p in (folded, known))
    assert np.all(with_base <= without * (1.0 + 1e-12)) and np.any(with_base < 0.8 * without)


def test_the_least_covariance_is_below_all_of_the_base() -> None:
    for posterior in _beliefs(np.random.default_rng(4), 9):
        base = posterior.base.columns(slice(None))
        assert posterior.least_covariance <= base.min()


def test_half_differences_are_half_the_variances_of_differences() -> None:
    rng = np.random.default_rng(5)
    for posterior in _beliefs(rng, 11):
        matrix = posterior.covariance()
        variances = matrix.diagonal()
        items = np.array([4, 0, 9])
        expected = 0.5 * (variances[items, None] + variances - 2.0 * matrix[items])
        scale = posterior.prior.covariance.diagonal().max()
        found = HalfDifferences(posterior).of(items)
        assert_allclose(found, expected, rtol=0.0, atol=1e-13 * scale)


@pytest.mark.parametrize("horizon", [0.5, 1.0, 20.0])
def test_pairs_ruled_out_are_below_what_has_to_be_reached(horizon: float) -> None:
    rng = np.random.default_rng(6)
    ruled_out = 0
    for posterior in _beliefs(rng, 20):
        owners = leading(posterior, None, horizon, 40)
        batch = np.arange(6)
        losses = _owned_losses(owners, horizon)[batch]
        items, weight = owners.items[batch], owners.weight[batch]
        half = owners.half_differences.of(items)
        for share in (1.0, 0.9, 0.5, 0.1, 1e-3):
            least = share * losses.max()
            squared = np.square(posterior.mean[items, None] - posterior.mean)
            flat = visits._may_reach(least, weight, owner_bounds(owners)[batch], squared, half)
            others = np.delete(losses.ravel(), flat)
            assert np.all(others < least)
            ruled_out += np.count_nonzero(others)
    assert ruled_out > 1000


def test_a_likely_value_is_one_of_the_values_and_a_large_one() -> None:
    rng = np.random.default_rng(7)
    for posterior in _beliefs(rng, 20):
        owners = leading(posterior, None, 20.0, 40)
        batch = np.arange(8)
        items, weight = owners.items[batch], owners.weight[batch]
        half = owners.half_differences.of(items)
        half[batch, items] = visits.CLOSED
        squared = np.square(posterior.mean[items, None] - posterior.mean)
        values = weight[:, None] * bracket(np.sqrt(squared), np.maximum(2.0 * half, 0.0))
        likely = visits._likely_value(weight, owner_bounds(owners)[batch], squared, half, 1e-14)
        assert np.min(np.abs(values - likely)) <= 1e-12 * likely
        assert likely >= 0.3 * values.max()
