"""The last update in numbers: what was expected, what was said, and what moved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.probit import one_step
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import Study
from prefstudio.study.links import RelationLinks
from prefstudio.study.model import ResolvedModel

MOST_MOVES = 6
STILL = 1e-9  # an item that moved by less than this share of the furthest did not move

COMPARED = "compared"
AVERAGE_MOVED = "the average moved"


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
        "compared", "linked to Matrix", "similar to Matrix", or "the average moved" where the
        item stood still and is drawn about an average that did not.
    """

    position: int
    change: float
    why: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One answer and what it did, by the incremental update (sections 2 and 11).

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
    model: ResolvedModel, study: Study, before: Posterior, answer: Comparison, *, is_centred: bool
) -> Explanation:
    """What one more answer did to what was believed before it.

    Parameters
    ----------
    model
        The model that `before` is a posterior of.
    study
        The facts, for names and links.
    before
        The incremental posterior before the answer.
    answer
        An answer between two items of the model; no skip.
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
        moves=_moves(model, study, said, column * slope, is_centred),
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
    model: ResolvedModel, study: Study, said: _Said, change: Array, is_centred: bool
) -> tuple[Move, ...]:
    drawn = centred(change, model.groups) if is_centred else change
    size = np.abs(drawn)
    furthest = np.argsort(-size, kind="stable")[:MOST_MOVES]
    moved = furthest[size[furthest] > STILL * np.abs(change).max(initial=0.0)]
    reasons = _Reasons(model, study, said, change)
    return tuple(Move(int(k), float(drawn[k]), reasons.of(int(k))) for k in moved)


class _Reasons:
    """Why an item moved: it was compared, or hangs together with one that was."""

    def __init__(self, model: ResolvedModel, study: Study, said: _Said, change: Array) -> None:
        self._pair = said.first, said.second
        self._change = change
        self._still = STILL * float(np.abs(change).max(initial=0.0))
        self._names = [study.items.by_id(model.item_ids[k]).name for k in self._pair]
        self._linked = [_linked_to(model, study, k) for k in self._pair]

    def of(self, position: int) -> str:
        """The reason, in a few words."""
        if position in self._pair:
            return COMPARED
        if abs(self._change[position]) <= self._still:
            return AVERAGE_MOVED
        sides = [side for side in (0, 1) if position in self._linked[side]]
        word = "linked" if sides else "similar"
        return f"{word} to {self._names[self._moved_alike(position, sides or [0, 1])]}"

    def _moved_alike(self, position: int, sides: list[int]) -> int:
        """The side whose item moved the same way, or else the first of them."""
        up = self._change[position] > 0.0
        alike = (side for side in sides if (self._change[self._pair[side]] > 0.0) == up)
        return next(alike, sides[0])


def _linked_to(model: ResolvedModel, study: Study, position: int) -> frozenset[int]:
    """Positions in the model of all items that a relation links to one of them."""
    place = study.items.index(model.item_ids[position])
    found = {int(k) for links in study.links.values() for k in _neighbours(links, place)}
    names = {study.items.ids[k] for k in found}
    return frozenset(k for k, item_id in enumerate(model.item_ids) if item_id in names)


def _neighbours(links: RelationLinks, place: int) -> Array:
    """Places of the items linked to one either way, or that share a thing with it."""
    counts = links.weight > 0.0
    source, target = links.source[counts], links.target[counts]
    things = target[source == place]
    if links.relation.bipartite:
        return np.asarray(source[np.isin(target, things)])
    return np.concatenate([things, source[target == place]])
