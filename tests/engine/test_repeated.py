"""Many equal answers to one pair: the site of each, against the definition of EP."""

from __future__ import annotations

import numpy as np
import pytest

from prefstudio.engine.repeated import _Copies, _grown, settled_copies
from tests.engine.reference_ep import textbook_ep, tilted

INTERVALS = [(0.0, np.inf), (-0.3, 0.3), (-np.inf, -0.3), (1.0, 3.0)]  # in units of the noise


def assert_settled(
    bounds: tuple[float, float], mean: float, variance: float, count: int, noise: float
) -> None:
    """One copy out of `count` reproduces its tilted moments."""
    found = settled_copies(bounds, mean, variance, count, noise)
    assert found is not None
    precision, shift = found
    total = 1.0 / variance + count * precision
    m, v = (mean / variance + count * shift) / total, 1.0 / total
    kept = 1.0 - precision * v
    _, new_mean, new_variance = tilted(*bounds, (m - v * shift) / kept, v / kept, noise)
    assert abs(new_mean - m) < 1e-6 * np.sqrt(v)
    assert new_variance == pytest.approx(v, rel=1e-6)


@pytest.mark.parametrize("interval", INTERVALS)
@pytest.mark.parametrize("noise", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("count", [4, 100, 100_000])
def test_every_copy_reproduces_its_moments(
    interval: tuple[float, float], noise: float, count: int
) -> None:
    bounds = (noise * interval[0], noise * interval[1])
    for variance in (1e-6, 4.0, 400.0):
        for distance in (0.0, -2.0, 3.0):  # in sd
            assert_settled(bounds, distance * np.sqrt(variance), variance, count, noise)


@pytest.mark.parametrize("noise", [0.01, 1.0])
@pytest.mark.parametrize("count", [100, 100_000])
def test_the_root_for_few_copies_leads_to_that_for_many(noise: float, count: int) -> None:
    """Where nothing near is known, as after a thousand surprises in a row."""
    for bounds in ((0.0, np.inf), (-np.inf, -0.3 * noise)):
        for variance in (4.0, 40.0, 400.0):
            for distance in (0.0, -6.0, 3.0):
                copies = _Copies(bounds, distance * np.sqrt(variance), variance, noise)
                unknown = _grown(copies, count)
                assert unknown is not None
                np.testing.assert_allclose(copies.gap(unknown, count), 0.0, atol=1e-6)


def test_a_few_copies_are_as_many_sites() -> None:
    variance, noise = 2.0, 0.5
    prior = 0.5 * variance * np.identity(2)  # of two items whose difference is d
    reference = textbook_ep(prior, [(0, 1, 0.0, np.inf)] * 6, noise)
    found = settled_copies((0.0, np.inf), 0.0, variance, 6, noise)
    np.testing.assert_allclose(found, (reference.precision[0], reference.shift[0]), rtol=1e-9)
