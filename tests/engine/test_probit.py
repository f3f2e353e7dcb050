"""Tilted moments of one answer: golden numbers, quadrature, both tails, and what always holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.integrate import quad_vec
from scipy.special import log_ndtr
from scipy.stats import norm

from prefstudio.engine.probit import TiltedMoments, hazard, log_probability, one_step, tilt
from tests.engine.golden_cases import MOMENTS, bounds, case


def tilt_one(lower, upper, mean, variance, noise) -> TiltedMoments:
    return tilt(np.array([lower]), np.array([upper]), np.array([mean]), np.array([variance]), noise)


PROBIT = list(zip(*case("probit_moments"), strict=True))
INTERVALS = [
    pair for name in ("tie_moments", "strength_moments") for pair in zip(*case(name), strict=True)
]


@pytest.mark.parametrize(("given_", "expect"), PROBIT)
def test_golden_hazard(given_, expect):
    z = np.array([expect["z"]])
    r, z_plus_r, w, v = hazard(z)
    assert_allclose(r, expect["r"], rtol=1e-12, atol=0)
    assert_allclose(z_plus_r, expect["z_plus_r"], rtol=1e-12, atol=0)
    assert_allclose(w, expect["w"], rtol=1e-12, atol=0)
    assert_allclose(v, 1.0 - expect["w"], rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize(("given_", "expect"), PROBIT)
def test_golden_win(given_, expect):
    m, v, s = given_["m"], given_["v"], given_["s"]
    answer = tilt_one(0.0, np.inf, m, v, s)
    assert_allclose(answer.log_z, expect["log_z"], rtol=1e-12, atol=0)
    assert_allclose(answer.precision, expect["tau"], rtol=1e-12, atol=0)
    assert_allclose(answer.shift, expect["nu"], rtol=1e-12, atol=0)
    assert_allclose(m + v * answer.gain, expect["mean"], **MOMENTS)
    assert_allclose(v - v * v * answer.curvature, expect["var"], **MOMENTS)


@pytest.mark.parametrize(("given_", "expect"), INTERVALS)
def test_golden_interval(given_, expect):
    m, v, s = given_["m"], given_["v"], given_["s"]
    answer = tilt_one(*bounds(given_["interval"]), m, v, s)
    assert_allclose(answer.log_z, expect["log_z"], **MOMENTS)
    assert_allclose(answer.precision, expect["tau"], **MOMENTS)
    assert_allclose(answer.shift, expect["nu"], **MOMENTS)
    assert_allclose(answer.gain, expect["g"], **MOMENTS)
    assert_allclose(answer.by_noise, expect["by_s"], **MOMENTS)
    assert_allclose(answer.by_lower, expect["by_lo"], **MOMENTS)
    assert_allclose(answer.by_upper, expect["by_hi"], **MOMENTS)
    assert_allclose(m + v * answer.gain, expect["mean"], **MOMENTS)
    assert_allclose(v - v * v * answer.curvature, expect["var"], **MOMENTS)


def by_quadrature(lower, upper, m, v, s):
    """log Z, mean and variance of the tilted law, by adaptive integration over d."""
    sd = np.sqrt(v)

    def integrand(u):
        d = m + sd * u
        mass = norm.cdf((upper - d) / s) - norm.cdf((lower - d) / s)
        return norm.pdf(u) * mass * np.array([1.0, u, u * u])

    (z, first, second), _ = quad_vec(integrand, -12.0, 12.0, epsabs=1e-13, epsrel=1e-12)
    mean = first / z
    return np.log(z), m + sd * mean, v * (second / z - mean**2)


@pytest.mark.parametrize("seed", range(40))
def test_interval_against_quadrature(seed):
    rng = np.random.default_rng(seed)
    m, v = rng.normal(0.0, 1.5), rng.uniform(0.05, 4.0)
    s, half = rng.uniform(0.3, 2.0), rng.uniform(0.02, 3.0)
    lower, upper = [(-half, half), (half, np.inf), (-np.inf, -half), (half, 2.0 * half)][seed % 4]
    log_z, mean, variance = by_quadrature(lower, upper, m, v, s)
    answer = tilt_one(lower, upper, m, v, s)
    assert_allclose(answer.log_z[0], log_z, rtol=1e-8, atol=1e-9)
    assert_allclose(m + v * answer.gain[0], mean, rtol=1e-8, atol=1e-8)
    assert_allclose(v - v**2 * answer.curvature[0], variance, rtol=1e-8)
    # the site alone, met with the prior, must give the same moments
    assert_allclose(v / (1.0 + v * answer.precision[0]), variance, rtol=1e-8)
    site_mean = (m + v * answer.shift[0]) / (1.0 + v * answer.precision[0])
    assert_allclose(site_mean, mean, rtol=1e-8, atol=1e-8)


def asymptotic_rest(x: float) -> float:
    """N(x)/Φ(−x) − x for large x by its asymptotic series."""
    coefficients = [1, -2, 10, -74, 706, -8162, 110410]
    return sum(c / x ** (2 * k + 1) for k, c in enumerate(coefficients))


@pytest.mark.parametrize("variance", [1e-12, 1.0, 1e8])
@pytest.mark.parametrize("z", [-1e6, -40.0, 40.0, 1e6])
def test_far_tails_at_any_variance(z, variance):
    q = np.sqrt(1.0 + variance)
    answer = tilt_one(0.0, np.inf, z * q, variance, 1.0)
    assert_allclose(answer.log_z[0], log_ndtr(z), rtol=1e-12)
    if z < 0:
        rest = asymptotic_rest(-z)
        assert_allclose(answer.gain[0], (rest - z) / q, rtol=1e-13)
        assert_allclose(answer.curvature[0], (rest - z) * rest / q**2, rtol=1e-12)
        assert 0.0 < answer.precision[0] <= 1.0
    else:
        assert 0.0 <= answer.gain[0] < 1e-300
        assert 0.0 <= answer.precision[0] < 1e-300
    kept = 1.0 + variance * answer.precision[0]
    combined = (z * q + variance * answer.shift[0]) / kept
    after = z * q + variance * answer.gain[0]  # a small difference of large numbers
    assert_allclose(combined, after, rtol=1e-12, atol=1e-15 * abs(z) * q)


@pytest.mark.parametrize("centre", [-1e5, -300.0, -30.0, 0.0, 30.0, 300.0, 1e5])
@pytest.mark.parametrize("half", [1e-8, 1e-3, 0.5, 5.0])
def test_ties_far_away_pull_to_their_nearer_end(centre, half):
    """A tie that is all but impossible still moves d to the edge of its band."""
    noise = 1e-3
    answer = tilt_one(-half, half, centre, 1.0, noise)
    after = centre + answer.gain[0]
    variance = 1.0 - answer.curvature[0]
    assert np.isfinite(answer.log_z[0])
    assert 0.0 <= answer.precision[0] <= (1.0 + 1e-9) / noise**2
    assert 0.0 < variance <= 1.0
    if centre == 0.0:
        assert_allclose(after, 0.0, atol=1e-12)
    else:  # y* lies within some 1/|centre| of the near edge, and d is all but y*
        slack = 3.0 / abs(centre) + 2.0 * noise**2 * abs(centre)
        assert_allclose(after, np.sign(centre) * half, atol=slack)
        assert variance <= 2.0 * (noise**2 + min(half, 1.0 / abs(centre)) ** 2)


finite = {"allow_nan": False, "allow_infinity": False}
means = st.floats(-1e4, 1e4, **finite)
variances = st.one_of(st.just(0.0), st.floats(1e-12, 1e8, **finite))
noises = st.floats(1e-3, 1e3, **finite)
widths = st.floats(1e-3, 50.0, **finite)
shapes = st.sampled_from(["win", "loss", "tie", "level"])


def interval_of(shape: str, width: float) -> tuple[float, float]:
    return {
        "win": (width, np.inf),
        "loss": (-np.inf, -width),
        "tie": (-width, width),
        "level": (width, 2.0 * width),
    }[shape]


@settings(max_examples=300, deadline=None)
@given(means, variances, noises, widths, shapes)
def test_precision_lies_between_zero_and_one_over_noise_squared(m, v, s, width, shape):
    answer = tilt_one(*interval_of(shape, width * s), m, v, s)
    assert np.isfinite(answer.log_z[0]) and answer.log_z[0] <= 1e-12
    assert 0.0 <= answer.precision[0] * s**2 <= 1.0 + 1e-9
    assert 0.0 <= answer.curvature[0] * (s**2 + v) <= 1.0 + 1e-9
    assert np.isfinite(answer.shift[0])


@settings(max_examples=200, deadline=None)
@given(means, variances, noises, widths, shapes)
def test_the_fast_path_is_the_same_step(m, v, s, width, shape):
    lower, upper = interval_of(shape, width * s)
    answer = tilt_one(lower, upper, m, v, s)
    log_z, gain, curvature = one_step(lower, upper, m, v, s)
    assert_allclose(log_z, answer.log_z[0], rtol=1e-14)
    assert_allclose(gain, answer.gain[0], rtol=1e-13)
    assert_allclose(curvature, answer.curvature[0], rtol=1e-13)


@settings(max_examples=200, deadline=None)
@given(means, variances, noises, widths, shapes)
def test_the_other_side_mirrors(m, v, s, width, shape):
    lower, upper = interval_of(shape, width * s)
    one = tilt_one(lower, upper, m, v, s)
    other = tilt_one(-upper, -lower, -m, v, s)
    assert_allclose(other.log_z, one.log_z, rtol=1e-13)
    unit = 1.0 / np.sqrt(s**2 + v)
    assert_allclose(other.gain, -one.gain, rtol=1e-12, atol=1e-14 * unit)
    assert_allclose(other.curvature, one.curvature, rtol=1e-12, atol=1e-13 * unit**2)
    assert_allclose(other.by_lower, -one.by_upper, rtol=1e-9, atol=1e-14 * unit)
    assert_allclose(other.by_noise, one.by_noise, rtol=1e-9, atol=1e-12 * s * unit**2)


@settings(max_examples=150, deadline=None)
@given(means, variances, noises, widths)
def test_a_win_is_likelier_and_teaches_less_the_better_the_winner(m, v, s, width):
    steps = np.linspace(0.0, 3.0 * np.sqrt(s**2 + v), 7)
    answer = tilt(np.full(7, width), np.full(7, np.inf), m + steps, np.full(7, v), s)
    assert np.all(np.diff(answer.log_z) >= 0.0)
    assert np.all(np.diff(answer.gain) <= 0.0)
    assert np.all(np.diff(answer.precision) <= 1e-15 / s**2)
    assert np.all(answer.gain >= 0.0)


@settings(max_examples=100, deadline=None)
@given(means, variances, noises, st.lists(widths, min_size=1, max_size=3, unique=True))
def test_all_answers_together_are_certain_and_move_nothing(m, v, s, cuts):
    edges = np.concatenate([-np.sort(cuts)[::-1], np.sort(cuts)]) * s
    m = np.clip(m, -50.0 * s, 50.0 * s)
    lower = np.concatenate([[-np.inf], edges])
    upper = np.concatenate([edges, [np.inf]])
    n = len(lower)
    answer = tilt(lower, upper, np.full(n, m), np.full(n, v), s)
    p = np.exp(answer.log_z)
    assert_allclose(p.sum(), 1.0, rtol=1e-12)
    assert_allclose(p @ answer.gain * np.sqrt(s**2 + v), 0.0, atol=1e-12)
    q = np.sqrt(s**2 + v)
    # standardised bounds have lost some digits of a narrow tie's width
    assert_allclose(np.exp(log_probability((lower - m) / q, (upper - m) / q)), p, rtol=1e-9)


@pytest.mark.parametrize("shape", ["win", "loss", "tie", "level"])
def test_derivatives_by_bounds_noise_and_mean(shape):
    lower, upper = interval_of(shape, 0.6)
    m, v, s, h = 0.35, 0.8, 0.7, 1e-6

    def log_z(lower=lower, upper=upper, m=m, s=s):
        return tilt_one(lower, upper, m, v, s).log_z[0]

    answer = tilt_one(lower, upper, m, v, s)
    by_noise = (log_z(s=s + h) - log_z(s=s - h)) / (2 * h)
    by_mean = (log_z(m=m + h) - log_z(m=m - h)) / (2 * h)
    bend = tilt_one(lower, upper, m + h, v, s).gain - tilt_one(lower, upper, m - h, v, s).gain
    assert_allclose(answer.by_noise[0], by_noise, rtol=1e-7)
    assert_allclose(answer.gain[0], by_mean, rtol=1e-7)
    assert_allclose(answer.curvature, -bend / (2 * h), rtol=1e-7)
    if np.isfinite(lower):
        by_lower = (log_z(lower=lower + h) - log_z(lower=lower - h)) / (2 * h)
        assert_allclose(answer.by_lower[0], by_lower, rtol=1e-7)
    if np.isfinite(upper):
        by_upper = (log_z(upper=upper + h) - log_z(upper=upper - h)) / (2 * h)
        assert_allclose(answer.by_upper[0], by_upper, rtol=1e-7)


def test_without_variance_nothing_is_learned_and_nothing_divides():
    answer = tilt_one(0.0, np.inf, 0.3, 0.0, 0.5)
    assert_allclose(answer.log_z[0], norm.logcdf(0.6), rtol=1e-14)
    assert np.all(np.isfinite([answer.gain[0], answer.curvature[0], answer.shift[0]]))
    assert_allclose(answer.precision, answer.curvature, rtol=1e-14)
