"""Feature kernels against their formulas written out, and their derivatives."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from prefstudio.engine.errors import BadPrior
from prefstudio.engine.kernels import (
    BY_LENGTH_SCALE,
    KERNELS,
    inverse_length_scales,
    linear,
    squared_exponential,
)


def written_out(left, right, rho, name):
    result = np.empty((len(left), len(right)))
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            if name == "squared_exponential":
                distance = sum((r * (a - b)) ** 2 for r, a, b in zip(rho, x, y, strict=True))
                result[i, j] = np.exp(-distance / 2)
            else:
                result[i, j] = sum(r * r * a * b for r, a, b in zip(rho, x, y, strict=True))
    return result


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_is_its_formula_for_any_two_sets(name):
    rng = np.random.default_rng(3)
    left, right = rng.standard_normal((7, 3)), rng.standard_normal((4, 3))
    rho = np.array([0.4, 1.7, 0.9])
    expect = written_out(left, right, rho, name)
    assert_allclose(KERNELS[name](left, right, rho), expect, rtol=1e-12)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("columns", [[0], [2], [0, 1, 2]])
def test_derivative_by_log_length_scale(name, columns):
    rng = np.random.default_rng(5)
    values, scales, h = rng.standard_normal((6, 3)), np.array([0.6, 2.0, 1.1]), 1e-5

    def kernel(step):
        moved = scales.copy()
        moved[columns] *= np.exp(step)
        return KERNELS[name](values, values, 1.0 / moved)

    numeric = (kernel(h) - kernel(-h)) / (2 * h)
    analytic = BY_LENGTH_SCALE[name](values, 1.0 / scales, np.array(columns))
    assert_allclose(analytic, numeric, rtol=1e-7, atol=1e-9)


def test_squared_exponential_far_near_and_between():
    values = np.array([[0.0], [0.0], [1e-9], [1e6]])
    kernel = squared_exponential(values, values, np.ones(1))
    assert kernel[0, 1] == 1.0
    assert kernel.max() <= 1.0  # no rounding above one, even for large coordinates
    assert kernel[0, 3] == 0.0
    assert_allclose(kernel, kernel.T, atol=0)


def test_squared_exponential_of_large_coordinates_never_exceeds_one():
    values = 1e4 + np.random.default_rng(1).standard_normal((200, 5))
    kernel = squared_exponential(values, values, np.ones(5))
    assert kernel.max() <= 1.0
    assert_allclose(kernel.diagonal(), 1.0, atol=1e-6)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_positive_semi_definite(name):
    values = np.random.default_rng(8).standard_normal((40, 2))
    eigenvalues = np.linalg.eigvalsh(KERNELS[name](values, values, np.ones(2)))
    assert eigenvalues.min() > -1e-12 * eigenvalues.max()


def test_linear_knows_the_origin():
    assert_allclose(linear(np.zeros((1, 2)), np.ones((1, 2)), np.ones(2)), [[0.0]])


def test_one_length_scale_serves_all_columns():
    assert_allclose(inverse_length_scales(4.0, 3), [0.25, 0.25, 0.25])
    assert_allclose(inverse_length_scales(np.array([1.0, 2.0]), 2), [1.0, 0.5])


@pytest.mark.parametrize(
    ("scale", "n_columns"),
    [(0.0, 2), (-1.0, 2), (np.inf, 1), (np.nan, 1), (np.array([1.0, 2.0]), 3)],
)
def test_length_scales_that_mean_nothing(scale, n_columns):
    with pytest.raises(BadPrior, match="length scale"):
        inverse_length_scales(scale, n_columns)
