"""Centres of clusters: the same every time, never more than there are rows to tell apart."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from prefstudio.engine.clusters import centres
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled


def squared_error(values, points):
    return np.square(values[:, None] - points[None]).sum(axis=2).min(axis=1).sum()


def test_finds_clusters_that_are_plain_to_see():
    rng = np.random.default_rng(0)
    middles = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], [10.0, 10.0]])
    values = np.repeat(middles, 25, axis=0) + 0.1 * rng.standard_normal((100, 2))
    expected = values.reshape(4, 25, 2).mean(axis=1)
    found = centres(values, 4)
    assert_allclose(found[np.lexsort(found.T.round())], expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_every_centre_is_the_mean_of_the_rows_nearest_to_it(seed):
    values = np.random.default_rng(seed).standard_normal((80, 3))
    points = centres(values, 7)
    owner = np.square(values[:, None] - points[None]).sum(axis=2).argmin(axis=1)
    assert points.shape == (7, 3)
    for k, point in enumerate(points):
        assert_allclose(values[owner == k].mean(axis=0), point, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_order_of_rows_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 5, (60, 2)).astype(float)
    assert np.array_equal(centres(values, 6), centres(rng.permutation(values), 6))


def test_repeated_rows_pull_as_often_as_they_occur():
    values = np.array([[0.0], [0.0], [0.0], [1.0], [9.0]])
    assert_allclose(centres(values, 2), [[0.25], [9.0]], atol=1e-15)


def test_never_more_than_distinct_rows():
    values = np.array([[1.0, 0.0], [1.0, -0.0], [2.0, 0.0], [1.0, 0.0]])
    assert np.array_equal(centres(values, 20), [[1.0, 0.0], [2.0, 0.0]])
    assert centres(np.ones((1, 3)), 20).shape == (1, 3)
    assert centres(np.ones((4, 0)), 20).shape == (1, 0)
    assert centres(np.ones((0, 2)), 20).shape == (0, 2)


def test_rows_too_close_to_square_their_distance():
    values = np.arange(5.0)[:, None] * 1e-200
    assert 1 <= len(centres(values, 3)) <= 3


def test_more_centres_leave_less():
    values = np.random.default_rng(3).standard_normal((100, 2))
    left = [squared_error(values, centres(values, k)) for k in (1, 4, 16, 64)]
    assert_allclose(left[0], np.square(values - values.mean(axis=0)).sum())
    assert left[0] > left[1] > left[2] > left[3] > 0.0


def test_stops_when_asked():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        centres(np.arange(20.0)[:, None], 4, control)
