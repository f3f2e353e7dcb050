"""The last update in numbers: what was expected, what was said, and what moved."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.study.comparisons import Outcome


@dataclass(frozen=True, slots=True)
class Move:
    """One item that the answer moved.

    Attributes
    ----------
    position
        The item.
    change
        New mean less old mean, as it is drawn.
    why
        Such as "compared", "linked to Matrix" or "similar to Matrix".
    """

    position: int
    change: float
    why: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One answer and what it did.

    Attributes
    ----------
    a, b
        Positions of the items; A stood left.
    mean, variance
        Of the difference that was answered, before the answer; with the noise in `variance`.
    z
        Mean over the square root of the variance, signed for the answer.
    p
        Chance of the answer before it was given, Φ(z) where it was a plain choice.
    slope, curvature
        First and second derivative of the log chance, the two moments of maths.
    moves
        The items that moved most, the furthest first, at most six.
    """

    a: int
    b: int
    outcome: Outcome
    mean: float
    variance: float
    z: float
    p: float
    slope: float
    curvature: float
    moves: tuple[Move, ...]
