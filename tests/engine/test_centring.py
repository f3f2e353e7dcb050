"""Utilities about the average, against the matrix C = I − 11ᵀ/n written out."""

from __future__ import annotations

import numpy as np
import pytest

from prefstudio.engine.centring import centred, centred_covariance
from tests.engine.reference import random_covariance

GROUPS = [None, np.array([0, 1, 0, 1, 1, 0, 2])]


def projection(n_items: int, groups: np.ndarray | None) -> np.ndarray:
    codes = np.zeros(n_items, dtype=int) if groups is None else groups
    alike = (codes[:, None] == codes).astype(float)
    return np.eye(n_items) - alike / alike.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("seed", range(3))
def test_values_and_covariances_are_projected(seed: int, groups: np.ndarray | None) -> None:
    rng = np.random.default_rng(seed)
    values, matrix = rng.normal(size=7), random_covariance(rng, 7)
    project = projection(7, groups)
    np.testing.assert_allclose(centred(values, groups), project @ values, atol=1e-12)
    expected = project @ matrix @ project.T
    np.testing.assert_allclose(centred_covariance(matrix.copy(), groups), expected, atol=1e-12)


def test_values_are_not_written_and_may_be_read_only() -> None:
    values = np.arange(4.0)
    values.setflags(write=False)
    np.testing.assert_allclose(centred(values), [-1.5, -0.5, 0.5, 1.5])
    np.testing.assert_array_equal(values, np.arange(4.0))


def test_the_common_level_is_nobodys_news() -> None:
    """A covariance that is all common level is nothing about the average."""
    np.testing.assert_allclose(centred_covariance(np.full((5, 5), 3.0)), 0.0, atol=1e-12)
