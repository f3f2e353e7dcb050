"""Derivatives of an answer's likelihood at a known difference."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import norm, skewnorm, truncnorm

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.likelihood import cumulants, higher_derivatives, log_likelihood

CUTS = (0.3, 0.9, 1.7)
LEVELS = range(-3, 4)


def one_of_each_level(noise=0.7):
    scale = ResponseScale(noise, CUTS)
    return Comparisons.of_levels(scale, [(0, 1)] * 7, LEVELS), scale


@pytest.mark.parametrize("difference", [-2.5, -0.2, 0.0, 0.9, 3.0])
def test_value_is_the_chance_of_the_answer(difference):
    answers, scale = one_of_each_level()
    found = log_likelihood(answers, scale, np.full(7, difference))
    for k, level in enumerate(LEVELS):
        lower, upper = scale.interval(level)
        chance = norm.cdf(upper, difference, 0.7) - norm.cdf(lower, difference, 0.7)
        assert_allclose(np.exp(found.log_z[k]), chance, rtol=1e-12, atol=1e-15)
    assert_allclose(np.exp(found.log_z).sum(), 1.0, rtol=1e-12)


@pytest.mark.parametrize("difference", [-2.5, -0.2, 0.0, 0.9, 3.0])
def test_derivatives_against_finite_differences(difference):
    answers, scale = one_of_each_level()
    h = 1e-5

    def at(d=difference, noise=0.7):
        moved = ResponseScale(noise, CUTS)
        return log_likelihood(answers, moved, np.full(7, d))

    def slope(name, before, after):
        return (getattr(after, name) - getattr(before, name)) / (2 * h)

    by_d = at(d=difference - h), at(d=difference + h)
    by_s = at(noise=0.7 - h), at(noise=0.7 + h)
    here = at()
    higher = higher_derivatives(answers, scale, np.full(7, difference))
    close = {"rtol": 1e-7, "atol": 1e-8}
    assert_allclose(here.gain, slope("log_z", *by_d), **close)
    assert_allclose(here.curvature, -slope("gain", *by_d), **close)
    assert_allclose(higher.curvature_by_difference, slope("curvature", *by_d), **close)
    assert_allclose(here.by_noise, slope("log_z", *by_s), **close)
    assert_allclose(higher.gain_by_noise, slope("gain", *by_s), **close)
    assert_allclose(higher.curvature_by_noise, slope("curvature", *by_s), **close)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(-np.inf, np.inf), (-1.0, 0.5), (0.2, 3.0), (-np.inf, 1.0), (2.0, np.inf), (-8.0, 8.0)],
)
def test_cumulants_against_integrals(lower, upper):
    law = truncnorm(lower, upper)
    mean, low, high = law.mean(), max(lower, -12.0), min(upper, 12.0)
    second, third, fourth = (
        quad(lambda x, k=k: (x - mean) ** k * law.pdf(x), low, high, epsabs=1e-13)[0]
        for k in (2, 3, 4)
    )
    found = cumulants(np.array([lower]), np.array([upper]))
    assert_allclose(found[0], third, atol=1e-11)
    assert_allclose(found[1], fourth - 3 * second**2, atol=1e-11)


@pytest.mark.parametrize("z", [1e2, 1e4, 1e7])
def test_cumulants_far_out_are_those_of_an_exponential(z):
    """Kept to (z, ∞), x − z is all but exponential of rate z: cumulants 2/z³ and 6/z⁴."""
    third, fourth = cumulants(np.array([z, -np.inf]), np.array([np.inf, -z]))
    assert_allclose(third * z**3, [2.0, -2.0], rtol=20.0 / z**2 + 1e-10)
    assert_allclose(fourth * z**4, [6.0, 6.0], rtol=40.0 / z**2 + 1e-10)


@pytest.mark.parametrize("width", [1e-9, 1e-3])
def test_cumulants_of_a_narrow_band_are_those_of_a_uniform(width):
    third, fourth = cumulants(np.array([0.7]), np.array([0.7 + width]))
    assert_allclose(fourth, -(width**4) / 120, rtol=1e-2)
    assert abs(third[0]) < width**3 * 1e-3


def test_skewness_of_a_truncated_law_is_a_known_limit():
    """Half a normal law is a skew-normal with shape ∞, whose moments scipy knows."""
    third, fourth = cumulants(np.array([0.0]), np.array([np.inf]))
    variance, skewness, kurtosis = skewnorm(1e9).stats("vsk")
    assert_allclose(third, skewness * variance**1.5, rtol=1e-8)
    assert_allclose(fourth, kurtosis * variance**2, rtol=1e-8)
