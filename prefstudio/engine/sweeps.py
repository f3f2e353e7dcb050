"""Sites refined one after another, the belief following each: slower than rounds, and surer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import Differences
from prefstudio.engine.linalg import Array
from prefstudio.engine.probit import tilt
from prefstudio.engine.repeated import settled_copies

MANY_COPIES = 4  # of one answer: from here on moving all at once may overstep

# (row, scale, mean, variance, τ, ν) → the row's new (τ, ν)
Refined = Callable[[Comparisons, ResponseScale, float, float, float, float], tuple[float, float]]


def swept(
    differences: Differences,
    merged: Comparisons,
    scale: ResponseScale,
    sites: tuple[Array, Array],
    way: Refined,
    control: Control,
) -> tuple[Array, Array]:
    """Every site refined once, the covariance following each (section 3's sweep).

    Parameters
    ----------
    differences, merged, scale
        The problem.
    sites : (ndarray, ndarray)
        (τ, ν) of one copy of every answer.
    way : `refined` or `refined_together`
    control : Control
        Checked at every site.
    """
    precision, shift = sites[0].copy(), sites[1].copy()
    covariance, mean = differences.moments(merged.count * precision, merged.count * shift)
    for t in range(len(merged)):
        control.check()
        i, j, count = differences.first[t], differences.second[t], merged.count[t]
        column = covariance[i] - covariance[j]
        variance = max(column[i] - column[j], 0.0)
        m_d = mean[i] - mean[j]
        row = merged.chosen(slice(t, t + 1))
        new = way(row, scale, m_d, variance, precision[t], shift[t])
        d_precision, d_shift = new[0] - precision[t], new[1] - shift[t]
        precision[t], shift[t] = new
        c = 1.0 + variance * count * d_precision
        mean += column * (count * (d_shift - d_precision * m_d) / c)
        covariance -= np.multiply.outer(column, column * (count * d_precision / c))
    return precision, shift


def refined(
    row: Comparisons,
    scale: ResponseScale,
    mean: float,
    variance: float,
    precision: float,
    shift: float,
) -> tuple[float, float]:
    """One site anew from its cavity; its copies follow."""
    kept = max(1.0 - precision * variance, 1e-12)
    cavity_mean = np.atleast_1d((mean - variance * shift) / kept)
    cavity_variance = np.atleast_1d(variance / kept)
    lower, upper = scale.edges[row.lower], scale.edges[row.upper]
    answer = tilt(lower, upper, cavity_mean, cavity_variance, scale.noise)
    return float(answer.precision[0]), float(answer.shift[0])


def refined_together(
    row: Comparisons,
    scale: ResponseScale,
    mean: float,
    variance: float,
    precision: float,
    shift: float,
) -> tuple[float, float]:
    """One site and its copies anew from what is left without any of them."""
    count = int(row.count[0])
    kept = 1.0 - count * precision * variance
    if count >= MANY_COPIES and variance > 0.0 and kept > 0.0:
        bounds = float(scale.edges[row.lower[0]]), float(scale.edges[row.upper[0]])
        cavity = (mean - variance * count * shift) / kept, variance / kept
        settled = settled_copies(bounds, *cavity, count, scale.noise, (precision, shift))
        if settled is not None:
            return settled
    return refined(row, scale, mean, variance, precision, shift)
