"""Expectation propagation as the textbooks write it, to compare the engine with.

Sites are refined one after another, the posterior is formed anew after each from dense matrices,
repeated answers are repeated sites, and moments come from quadrature. Slow, short, and without a
line of the engine's own code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

Array = np.ndarray
Bounded = tuple[int, int, float, float]  # first, second, and the bounds of d + noise

NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)
FADED = 90.0  # twice the exponent at which a normal density no longer counts


@dataclass(frozen=True, eq=False)
class Reference:
    """What EP says: moments of the utilities, the sites and the evidence."""

    mean: Array
    cov: Array
    precision: Array
    shift: Array
    log_evidence: float


def truncated_normal(lower: Array, upper: Array) -> tuple[Array, Array, Array]:
    """Log mass, mean and variance of a standard normal kept to (lower, upper), by quadrature."""
    lower, upper = np.broadcast_arrays(np.asarray(lower, float), np.asarray(upper, float))
    mode = np.clip(0.0, lower, upper)
    reach = FADED / (np.sqrt(mode**2 + FADED) + np.abs(mode))  # where the density has faded
    left, right = np.maximum(lower, mode - reach), np.minimum(upper, mode + reach)
    half = 0.5 * (right - left)
    offset = 0.5 * (left + right) - mode + np.multiply.outer(NODES, half)  # from the mode
    weight = WEIGHTS.reshape(-1, *[1] * half.ndim) * np.exp(-offset * (mode + 0.5 * offset))
    mass = weight.sum(axis=0)
    mean = (weight * offset).sum(axis=0) / mass
    variance = (weight * (offset - mean) ** 2).sum(axis=0) / mass
    log_mass = np.log(mass * half) - 0.5 * mode**2 - 0.5 * np.log(2.0 * np.pi)
    return log_mass, mode + mean, variance


def tilted(
    lower: Array, upper: Array, mean: Array, variance: Array, noise: float
) -> tuple[Array, Array, Array]:
    """Log Z, mean and variance of d ~ N(mean, variance) given lower < d + noise·ε < upper.

    y = d + noise·ε is normal and then kept to the interval; d given y is normal too, so its
    moments follow by the laws of total expectation and total variance.
    """
    spread = np.sqrt(noise**2 + variance)
    log_z, y_mean, y_variance = truncated_normal((lower - mean) / spread, (upper - mean) / spread)
    slope = variance / spread**2
    given_y = noise**2 * slope
    new_mean = mean + slope * spread * y_mean
    return log_z, new_mean, given_y + slope**2 * spread**2 * y_variance


def tilted_by_brute_force(
    lower: float, upper: float, mean: float, variance: float, noise: float
) -> tuple[float, float, float]:
    """The same three numbers by a sum over a fine grid of d."""
    sd = np.sqrt(variance)
    x = np.linspace(-14.0, 14.0, 100_001)
    d = mean + sd * x
    weight = np.exp(-0.5 * x * x) * (28.0 / 100_000 / np.sqrt(2.0 * np.pi))
    weight *= ndtr((upper - d) / noise) - ndtr((lower - d) / noise)
    z = weight.sum()
    new_mean = (weight @ d) / z
    return float(np.log(z)), float(new_mean), float(weight @ (d - new_mean) ** 2 / z)


def gaussian(prior: Array, design: Array, precision: Array, shift: Array) -> tuple[Array, Array]:
    """Mean and covariance of N(0, prior) times exp(−½ τ d² + ν d) for every row of `design`."""
    gram = design @ prior @ design.T
    system = np.identity(len(design)) + precision[:, None] * gram
    taken = np.linalg.solve(system, precision[:, None] * (design @ prior))
    cov = prior - prior @ design.T @ taken
    return cov @ (design.T @ shift), 0.5 * (cov + cov.T)


def design_of(n_items: int, answers: Sequence[Bounded]) -> Array:
    """One row e_first − e_second for every answer."""
    design = np.zeros((len(answers), n_items))
    for t, (first, second, _, _) in enumerate(answers):
        design[t, first], design[t, second] = 1.0, -1.0
    return design


def textbook_ep(prior: Array, answers: Sequence[Bounded], noise: float) -> Reference:
    """Sequential EP, run on until no site moves."""
    n_sites = len(answers)
    design = design_of(len(prior), answers)
    bounds = np.array([answer[2:] for answer in answers])
    precision, shift = np.zeros(n_sites), np.zeros(n_sites)
    for _ in range(500):
        before = np.concatenate([precision * noise**2, shift * noise])
        for t in range(n_sites):
            _refine(prior, design, bounds, noise, precision, shift, t)
        after = np.concatenate([precision * noise**2, shift * noise])
        if np.max(np.abs(after - before)) < 1e-13:
            break
    else:
        raise AssertionError("the reference itself did not settle")
    mean, cov = gaussian(prior, design, precision, shift)
    evidence = _log_evidence(prior, design, bounds, noise, precision, shift)
    return Reference(mean, cov, precision, shift, evidence)


def _cavity(mean: float, variance: float, precision: float, shift: float) -> tuple[float, float]:
    cavity_precision = 1.0 / variance - precision
    return (mean / variance - shift) / cavity_precision, 1.0 / cavity_precision


def _refine(
    prior: Array,
    design: Array,
    bounds: Array,
    noise: float,
    precision: Array,
    shift: Array,
    t: int,
) -> None:
    mean, cov = gaussian(prior, design, precision, shift)
    a = design[t]
    cavity = _cavity(a @ mean, a @ cov @ a, precision[t], shift[t])
    _, new_mean, new_variance = tilted(*bounds[t], *cavity, noise)
    precision[t] = 1.0 / new_variance - 1.0 / cavity[1]
    shift[t] = new_mean / new_variance - cavity[0] / cavity[1]


def _log_evidence(
    prior: Array, design: Array, bounds: Array, noise: float, precision: Array, shift: Array
) -> float:
    """log ∫ N(ξ; 0, K) Π C_t exp(−½ τ_t d_t² + ν_t d_t), C_t so that every site has its Z_t."""
    mean, cov = gaussian(prior, design, precision, shift)
    total = 0.5 * (np.linalg.slogdet(cov)[1] - np.linalg.slogdet(prior)[1])
    total += 0.5 * (design.T @ shift) @ mean
    for t, a in enumerate(design):
        m, v = a @ mean, a @ cov @ a
        cavity_mean, cavity_variance = _cavity(m, v, precision[t], shift[t])
        log_z = tilted(*bounds[t], cavity_mean, cavity_variance, noise)[0]
        gained = m**2 / v + np.log(v) - cavity_mean**2 / cavity_variance - np.log(cavity_variance)
        total += float(log_z) - 0.5 * gained
    return float(total)


def fixed_point_error(
    prior: Array,
    answers: Sequence[Bounded],
    count: Array,
    noise: float,
    precision: Array,
    shift: Array,
) -> float:
    """How far sites are from reproducing the tilted moments, in sd of each difference.

    Works for any number of answers and for singular priors, where `textbook_ep` would not end.
    """
    design = design_of(len(prior), answers)
    bounds = np.array([answer[2:] for answer in answers])
    mean, cov = gaussian(prior, design, count * precision, count * shift)
    m, v = design @ mean, np.einsum("ti,ij,tj->t", design, cov, design, optimize=True)
    able = v > 1e-13 * prior.diagonal().max()
    m, v, bounds = m[able], v[able], bounds[able]
    kept = 1.0 - precision[able] * v
    cavity = (m - v * shift[able]) / kept, v / kept
    _, new_mean, new_variance = tilted(bounds[:, 0], bounds[:, 1], *cavity, noise)
    return float(
        np.max(np.maximum(np.abs(new_mean - m) / np.sqrt(v), np.abs(new_variance / v - 1)))
    )
