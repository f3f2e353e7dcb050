"""The last update in numbers: what was expected, what was said, and what moved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import one_step
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.move_reasons import STILL, MoveReasons

MOST_MOVES = 6


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
        "compared"; "linked to Matrix" or "similar to Matrix" where that was known before any
        answer; "compared with Matrix before" or "through earlier answers" where answers tied it
        to the pair; "the average moved" where the item stood still and is drawn about an average
        that did not.
    """

    position: int
    change: float
    why: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One answer and what it did to what all others say (sections 2 and 11).

    The difference is that of the better item less the other, of A less B in a tie; the answer
    says that it fell, noise included, between two bounds.

    Attributes
    ----------
    a, b
        Positions of the items; A stood left.
    mean, variance
        Of the difference that was answered, before the answer; with the noise in `variance`
        (m_d and q²).
    z
        How far the mean lies on the answer's side of its bound, over the root of the variance;
        mean over that root where the answer has two bounds.
    p
        Chance of the answer before it was given, Φ(z) where it has one bound.
    slope, curvature
        First and minus the second derivative of the log chance by the mean: g and ρ, the two
        moments of maths. Means move by k g, covariances by −k kᵀ ρ.
    moves
        The items that moved most, the furthest first, at most six.
    number
        Which answer it is, counted from 1.
    n_outcomes
        How many answers were possible.
    strength
        How clearly, 1 to 3; None when that was not said.
    spread
        Variance of the difference before the answer, without the noise (v).
    mean_after, spread_after
        Mean and variance of the difference after it (the tilted moments).
    push
        x̄ = q g: r = N(z)/Φ(z) where the answer has one bound.
    low, high
        The bounds less the mean over the root of the variance; infinite where there is none.
    bound
        The lower bound itself, in utility, where there is no upper one; else half the interval.
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
    number: int
    n_outcomes: int
    strength: int | None
    spread: float
    mean_after: float
    spread_after: float
    push: float
    low: float
    high: float
    bound: float

    @property
    def is_one_sided(self) -> bool:
        """Whether the answer says "at least so much better", as a plain choice does."""
        return math.isinf(self.high)


class _Said(NamedTuple):
    """An answer, turned so that the better item comes first."""

    first: int
    second: int
    lower: float
    upper: float


def explain(
    model: ResolvedModel,
    study: Study,
    before: Posterior,
    answer: Comparison,
    earlier: Comparisons,
    *,
    is_centred: bool,
) -> Explanation:
    """What one more answer did to what was believed before it.

    Parameters
    ----------
    model
        The model that `before` is a posterior of.
    study
        The facts, for names and links.
    before
        What all other answers say: the incremental posterior before this one, or of EP the
        belief that is left when its site is taken out. One update leads to the belief after it.
    answer
        An answer between two items of the model; no skip.
    earlier
        The answers that `before` was learned from.
    is_centred
        Whether utilities are drawn about the average of their group.
    """
    said = _said(model, answer)
    column = before.difference(said.first, said.second)  # k = Σa
    spread = max(float(column[said.first] - column[said.second]), 0.0)
    mean = float(before.mean[said.first] - before.mean[said.second])
    noise = model.scale.noise
    log_z, slope, curvature = one_step(said.lower, said.upper, mean, spread, noise)
    variance = noise**2 + spread
    change, pair = column * slope, (said.first, said.second)
    reasons = MoveReasons(model, study, before, pair, change, earlier)
    scale = math.sqrt(variance)
    low, high = (said.lower - mean) / scale, (said.upper - mean) / scale
    is_one_sided = math.isinf(high)
    return Explanation(
        a=model.position(answer.a),
        b=model.position(answer.b),
        outcome=answer.outcome,
        mean=mean,
        variance=variance,
        z=-low if is_one_sided else mean / scale,
        p=math.exp(log_z),
        slope=slope,
        curvature=curvature,
        moves=_moves(model, reasons, change, is_centred),
        number=before.n_answers + 1,
        n_outcomes=_n_outcomes(model, answer),
        strength=_strength(model, answer),
        spread=spread,
        mean_after=mean + spread * slope,
        spread_after=max(spread - spread**2 * curvature, 0.0),
        push=scale * slope,
        low=low,
        high=high,
        bound=said.lower if is_one_sided else 0.5 * (said.upper - said.lower),
    )


def _said(model: ResolvedModel, answer: Comparison) -> _Said:
    row = model.comparisons([answer])
    first, second = int(row.first[0]), int(row.second[0])
    edges = model.scale.edges
    lower, upper = float(edges[row.lower[0]]), float(edges[row.upper[0]])
    if answer.outcome is Outcome.B:
        return _Said(second, first, -upper, -lower)
    return _Said(first, second, lower, upper)


def _strength(model: ResolvedModel, answer: Comparison) -> int | None:
    """How clearly, where the model listens to it and it was no tie."""
    if not answer.strength or len(model.scale.cuts) < 2:
        return None
    return abs(answer.strength)


def _n_outcomes(model: ResolvedModel, answer: Comparison) -> int:
    """All levels where one was given; else A, B and, where it is allowed, a tie."""
    n_levels = len(model.scale.levels)
    return n_levels if answer.strength is not None else min(n_levels, 3)


def _moves(
    model: ResolvedModel, reasons: MoveReasons, change: Array, is_centred: bool
) -> tuple[Move, ...]:
    drawn = centred(change, model.groups) if is_centred else change
    size = np.abs(drawn)
    furthest = np.argsort(-size, kind="stable")[:MOST_MOVES]
    moved = furthest[size[furthest] > STILL * np.abs(change).max(initial=0.0)]
    return tuple(Move(int(k), float(drawn[k]), reasons.of(int(k))) for k in moved)
