"""Plain textbook computations to compare the engine with; they share no code with it.

Answers are (first, second, lower, upper): d + s ε with d = ξ_first − ξ_second fell in between.
"""

import numpy as np
from scipy.stats import norm

Answer = tuple[int, int, float, float]


def tilted_moments(
    lower: float, upper: float, mean: float, variance: float, noise: float
) -> tuple[float, float, float]:
    """log Z, mean and variance of d ~ N(mean, variance) after the answer, on a fine grid."""
    sd = np.sqrt(variance)
    centre, reach = mean, 12.0 * sd
    d = np.linspace(centre - reach, centre + reach, 40_001)
    mass = norm.cdf((upper - d) / noise) - norm.cdf((lower - d) / noise)
    weight = mass * norm.pdf(d, mean, sd)
    z = np.trapezoid(weight, d)
    tilted = np.trapezoid(weight * d, d) / z
    spread = np.trapezoid(weight * (d - tilted) ** 2, d) / z
    return float(np.log(z)), float(tilted), float(spread)


def filtered(
    covariance: np.ndarray, answers: list[Answer], noise: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Assumed-density filtering with a dense covariance and moments from a grid."""
    mean, sigma, log_z = np.zeros(len(covariance)), covariance.copy(), 0.0
    for first, second, lower, upper in answers:
        a = np.zeros(len(covariance))
        a[first], a[second] = 1.0, -1.0
        k = sigma @ a
        m, v = float(a @ mean), float(a @ k)
        step, tilted, spread = tilted_moments(lower, upper, m, v, noise)
        mean = mean + k * (tilted - m) / v
        sigma = sigma - np.outer(k, k) * (v - spread) / v**2
        log_z += step
    return mean, sigma, log_z


def design(n_items: int, answers: list[Answer]) -> np.ndarray:
    """Rows e_first − e_second."""
    matrix = np.zeros((len(answers), n_items))
    for row, (first, second, _, _) in enumerate(answers):
        matrix[row, first], matrix[row, second] = 1.0, -1.0
    return matrix


def laplace(
    covariance: np.ndarray, answers: list[Answer], noise: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Laplace's approximation by Newton's method on K⁻¹, for well-conditioned K."""
    a = design(len(covariance), answers)
    lower = np.array([answer[2] for answer in answers])
    upper = np.array([answer[3] for answer in answers])
    inverse = np.linalg.inv(covariance)
    f = np.zeros(len(covariance))
    for _ in range(60):
        log_p, slope, curvature = _log_likelihood(lower, upper, a @ f, noise)
        hessian = inverse + a.T @ (curvature[:, None] * a)
        f = f + np.linalg.solve(hessian, a.T @ slope - inverse @ f)
    log_p, slope, curvature = _log_likelihood(lower, upper, a @ f, noise)
    hessian = inverse + a.T @ (curvature[:, None] * a)
    log_q = log_p.sum() - 0.5 * f @ inverse @ f
    log_q -= 0.5 * np.linalg.slogdet(hessian @ covariance)[1]
    return f, np.linalg.inv(hessian), float(log_q)


def _log_likelihood(
    lower: np.ndarray, upper: np.ndarray, d: np.ndarray, noise: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    a, b = (lower - d) / noise, (upper - d) / noise
    z = norm.cdf(b) - norm.cdf(a)
    at_a = np.where(np.isfinite(a), a, 0.0) * norm.pdf(a)
    at_b = np.where(np.isfinite(b), b, 0.0) * norm.pdf(b)
    slope = (norm.pdf(a) - norm.pdf(b)) / z
    return np.log(z), slope / noise, (slope**2 + (at_b - at_a) / z) / noise**2


def random_covariance(
    rng: np.random.Generator, n_items: int, rank: int | None = None
) -> np.ndarray:
    """A covariance of variances around 1; of the given rank, or full and well-conditioned."""
    factor = rng.standard_normal((n_items, rank or 2 * n_items))
    matrix = factor @ factor.T / factor.shape[1]
    return 0.5 * (matrix + matrix.T)


def random_pairs(rng: np.random.Generator, n_items: int, n_pairs: int) -> list[tuple[int, int]]:
    """Pairs of different items."""
    first = rng.integers(0, n_items, n_pairs)
    second = (first + rng.integers(1, n_items, n_pairs)) % n_items
    return list(zip(first.tolist(), second.tolist(), strict=True))
