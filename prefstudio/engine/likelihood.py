"""How likely an answer is at a known difference, and how that changes with it (sections 4, 12).

The likelihood of an interval is a normal law's mass in it, so its logarithm plus d²/2s² is the
cumulant generating function of y*, d/s² the natural parameter: every derivative is a cumulant of
a normal law kept to an interval. The noise needs no formulas of its own, since the likelihood p
obeys the heat equation ∂p/∂s = s ∂²p/∂d².
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.linalg import Array
from prefstudio.engine.probit import TiltedMoments, tilt

NODES, NODE_WEIGHTS = np.polynomial.legendre.leggauss(64)
NEGLIGIBLE = 37.0  # a density e⁻³⁷ times its largest value adds nothing to a double


@dataclass(frozen=True, slots=True, eq=False)
class HigherDerivatives:
    """What the gradient of Laplace's evidence needs beyond gain g and curvature D.

    Attributes
    ----------
    curvature_by_difference : ∂D/∂d.
    gain_by_noise, curvature_by_noise : ∂g/∂s and ∂D/∂s at a fixed difference.
    """

    curvature_by_difference: Array
    gain_by_noise: Array
    curvature_by_noise: Array


def log_likelihood(answers: Comparisons, scale: ResponseScale, difference: Array) -> TiltedMoments:
    """Log likelihood, its slope (`gain`) and minus its second derivative (`curvature`).

    Of one copy of every answer, at `difference` = ξ_first − ξ_second, shape (n_answers,).
    """
    lower, upper = scale.edges[answers.lower], scale.edges[answers.upper]
    return tilt(lower, upper, difference, np.zeros(len(answers)), scale.noise)


def higher_derivatives(
    answers: Comparisons, scale: ResponseScale, difference: Array
) -> HigherDerivatives:
    """Third-order terms of the log likelihood of one copy of every answer."""
    s = scale.noise
    lower, upper = scale.edges[answers.lower], scale.edges[answers.upper]
    third, fourth = cumulants((lower - difference) / s, (upper - difference) / s)
    first = tilt(lower, upper, difference, np.zeros(len(answers)), s)
    g, curvature = first.gain, first.curvature
    slope = -third / s**3  # ∂D/∂d
    bend = -fourth / s**4  # ∂²D/∂d²
    return HigherDerivatives(
        slope,
        -s * (slope + 2.0 * g * curvature),
        s * (bend - 2.0 * curvature**2 + 2.0 * g * slope),
    )


def cumulants(lower: Array, upper: Array) -> tuple[Array, Array]:
    """Third and fourth cumulant of a standard normal kept to (lower, upper).

    By quadrature around the law's mode over the part that matters, so that no digits are lost
    far in a tail, where the closed forms are differences of large numbers.
    """
    mode = np.clip(0.0, lower, upper)
    reach = 2.0 * NEGLIGIBLE / (np.sqrt(mode**2 + 2.0 * NEGLIGIBLE) + np.abs(mode))
    low = np.maximum(lower - mode, -reach)
    high = np.minimum(upper - mode, reach)
    offset = 0.5 * np.multiply.outer(high - low, NODES) + 0.5 * (high + low)[..., None]
    weight = NODE_WEIGHTS * np.exp(-offset * (mode[..., None] + 0.5 * offset))
    weight /= weight.sum(axis=-1, keepdims=True)
    offset -= np.sum(weight * offset, axis=-1, keepdims=True)
    second, third, fourth = (np.sum(weight * offset**k, axis=-1) for k in (2, 3, 4))
    return third, fourth - 3.0 * second**2
