"""Bradley–Terry: one log strength an item, and wins by their difference; links and features unused.

P(i ≻ j) = e^{θ_i}/(e^{θ_i} + e^{θ_j}). Ties are Davidson's (1970): with ν > 0,

    P(i) : P(tie) : P(j) = e^{d/2} : ν : e^{−d/2},   d = θ_i − θ_j

so that log ν is one more unknown, there when an answer is a tie. Every unknown has the weak prior
N(0, 2²), without which an item that always wins would have no finite strength; one sd above the
average wins 88 % of the time. The log posterior is concave (a log-sum-exp of linear functions),
Newton's steps find its mode, and the uncertainty is the inverse of its curvature there. How
clearly an item won says nothing here: a strength counts as a win, or as a tie.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.estimate import LogisticEstimate
from prefstudio.engine.linalg import Array, cholesky, inverse_lower, read_only

PRIOR_SD = 2.0  # logits
MAX_STEPS = 100
SETTLED = 1e-10  # logits that the last step may move
ROUNDING = 1e-12  # of the log posterior: a step that loses no more is taken
SHORTEST_STEP = 1e-6


def fit(
    comparisons: Comparisons, n_items: int, scale: ResponseScale, control: Control | None = None
) -> LogisticEstimate:
    """Log strengths at the posterior's mode.

    Parameters
    ----------
    comparisons : Comparisons
        In any order; a row counts as often as it was answered.
    n_items : int
    scale : ResponseScale
        Says which answers are ties.
    control : Control, optional
        Checked every step.

    Raises
    ------
    DidNotConverge
        When Newton's steps do not settle.
    """
    comparisons.check_items(n_items)
    items, among = comparisons.among_compared()
    strength, sd = np.zeros(n_items), np.full(n_items, PRIOR_SD)
    if not len(items):
        return LogisticEstimate(read_only(strength), read_only(sd), scale)
    posterior = _LogPosterior(among.merged(len(scale.edges)), len(items), len(scale.edges))
    mode, deviation = _mode(posterior, control or Control())
    strength[items], sd[items] = mode[: len(items)], deviation[: len(items)]
    tie = float(np.exp(mode[-1])) if posterior.has_ties else 0.0
    return LogisticEstimate(read_only(strength), read_only(sd), scale, tie)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Log posterior at one place, its slope and minus its second derivative."""

    value: float
    slope: Array
    curvature: Array


class _LogPosterior:
    """Of the strengths of the compared items and, where there are ties, of log ν behind them."""

    def __init__(self, merged: Comparisons, n_items: int, n_edges: int) -> None:
        self._merged = merged
        self._won = merged.winners(n_edges)
        self._count = merged.count.astype(float)
        self.has_ties = bool(np.any(self._won == 0))
        self.size = n_items + self.has_ties

    def look(self, place: Array) -> _Look:
        first, second, count = self._merged.first, self._merged.second, self._count
        half = 0.5 * (place[first] - place[second])
        log_tie = np.full(len(half), place[-1] if self.has_ties else -np.inf)
        total = logsumexp([half, -half, log_tie], axis=0)
        win, lose, tie = (np.exp(each - total) for each in (half, -half, log_tie))
        said = np.where(self._won == 0, log_tie, self._won * half)
        value = float(count @ (said - total)) - 0.5 * float(place @ place) / PRIOR_SD**2
        slope = -place / PRIOR_SD**2
        by_difference = 0.5 * count * (self._won - (win - lose))
        np.add.at(slope, first, by_difference)
        np.add.at(slope, second, -by_difference)
        bend = 0.25 * count * (win + lose - (win - lose) ** 2)
        curvature = self._curvature(bend)
        if self.has_ties:
            slope[-1] += count @ ((self._won == 0) - tie)
            self._add_tie(curvature, -0.5 * count * (win - lose) * tie, count @ (tie * (1.0 - tie)))
        return _Look(value, slope, curvature)

    def _curvature(self, bend: Array) -> Array:
        first, second = self._merged.first, self._merged.second
        curvature = np.zeros((self.size, self.size))
        for row, column, sign in (
            (first, first, 1.0),
            (second, second, 1.0),
            (first, second, -1.0),
            (second, first, -1.0),
        ):
            np.add.at(curvature, (row, column), sign * bend)
        curvature[np.diag_indices_from(curvature)] += 1.0 / PRIOR_SD**2
        return curvature

    def _add_tie(self, curvature: Array, crossed: Array, own: float) -> None:
        np.add.at(curvature[-1], self._merged.first, crossed)
        np.add.at(curvature[-1], self._merged.second, -crossed)
        curvature[:-1, -1] = curvature[-1, :-1]
        curvature[-1, -1] += own


def _mode(posterior: _LogPosterior, control: Control) -> tuple[Array, Array]:
    """Where the log posterior is largest, and the sd of every unknown there."""
    place = np.zeros(posterior.size)
    look = posterior.look(place)
    for _ in range(MAX_STEPS):
        control.check()
        root = inverse_lower(cholesky(look.curvature))  # (L⁻¹)ᵀ L⁻¹ is the inverse
        step = root.T @ (root @ look.slope)
        place, look = _climbed(posterior, place, look, step)
        if np.max(np.abs(step)) <= SETTLED:
            return place, np.sqrt(np.sum(root * root, axis=0))
    raise DidNotConverge("the strengths of Bradley–Terry did not settle")


def _climbed(
    posterior: _LogPosterior, place: Array, look: _Look, step: Array
) -> tuple[Array, _Look]:
    """One step up, shortened until it is one."""
    length = 1.0
    while True:
        further = posterior.look(place + length * step)
        is_up = further.value >= look.value - ROUNDING * abs(look.value)
        if is_up or length < SHORTEST_STEP:
            return place + length * step, further
        length *= 0.5
