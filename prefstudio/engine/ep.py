"""All answers at once: expectation propagation to its fixed point (section 3).

Every distinct answer is a Gaussian site on one difference of utilities. A round refines all
sites from one factorisation, and rounds are mixed (`mixing`); where they do not settle, sites are
refined one after another. Nothing here needs more of the prior than the columns of the compared
items.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import Differences, differences_of
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.mixing import SiteMixing
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.engine.prior import Prior
from prefstudio.engine.probit import TiltedMoments, tilt
from prefstudio.engine.sweeps import Refined, refined, refined_together, swept

TOLERANCE = 1e-12  # of a difference's own scale
ROUNDING = 1e-9  # a change this small that no longer shrinks is rounding
MAX_ROUNDS = 60
MAX_SWEEPS = 200
FIRST_SWEEPS = 4  # bring the sites near enough for rounds to settle


@dataclass(frozen=True, slots=True, eq=False)
class _Round:
    """One look at all sites: the marginals they imply and the sites those call for."""

    mean: Array
    variance: Array
    cavity_mean: Array
    cavity_variance: Array
    answer: TiltedMoments


def infer(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    control: Control | None = None,
    start: Posterior | None = None,
) -> Posterior:
    """Posterior at EP's fixed point, with its log evidence.

    Parameters
    ----------
    prior : Prior
    comparisons : Comparisons
        In any order; equal ones share a site with a count.
    scale : ResponseScale
    control : Control, optional
        Checked every round.
    start : Posterior, optional
        An earlier result whose sites are taken over where the same answers occur; adding,
        removing or changing an answer then takes a few rounds only.

    Raises
    ------
    DidNotConverge
        When neither rounds nor single steps settle.
    """
    comparisons.check_items(prior.n_items)
    control = control or Control()
    merged = comparisons.merged(len(scale.edges))
    if not len(merged):
        return _without_answers(prior, scale, merged)
    differences = differences_of(prior, merged)
    precision, shift = _taken_over(merged, start)
    problem = Problem(differences, merged, scale, control)
    precision, shift = _settled(problem, precision, shift)
    log_evidence = problem.log_evidence(problem.look(precision, shift), precision, shift)
    return posterior_at(prior, problem, (precision, shift), log_evidence)


def site_answers(posterior: Posterior) -> TiltedMoments:
    """Tilted moments of every site at its cavity; gradients of the evidence sum over them."""
    sites = posterior.sites
    assert sites is not None
    differences = differences_of(posterior.prior, sites.comparisons)
    return _look(
        differences, sites.comparisons, posterior.scale, sites.precision, sites.shift
    ).answer


def _without_answers(prior: Prior, scale: ResponseScale, merged: Comparisons) -> Posterior:
    empty = Posterior.of_prior(prior, scale)
    return Posterior(
        empty.mean,
        empty.variances,
        prior,
        scale,
        empty.base,
        empty.columns,
        inference="ep",
        sites=Sites(merged, np.zeros(0), np.zeros(0)),
    )


def _taken_over(merged: Comparisons, start: Posterior | None) -> tuple[Array, Array]:
    """Sites of an earlier posterior for the answers that are still there, else zero."""
    precision, shift = np.zeros(len(merged)), np.zeros(len(merged))
    if start is None or start.sites is None or not len(start.sites.comparisons):
        return precision, shift
    known = {row: k for k, row in enumerate(start.sites.comparisons.as_rows())}
    for t, row in enumerate(merged.as_rows()):
        k = known.get(row)
        if k is not None:
            precision[t] = start.sites.precision[k]
            shift[t] = start.sites.shift[k]
    return precision, shift


def _look(
    differences: Differences,
    merged: Comparisons,
    scale: ResponseScale,
    precision: Array,
    shift: Array,
) -> _Round:
    count = merged.count
    mean, variance = differences.marginals(count * precision, count * shift)
    kept = np.maximum(1.0 - precision * variance, 1e-12)
    cavity_variance = variance / kept
    cavity_mean = (mean - variance * shift) / kept
    answer = tilt(
        scale.edges[merged.lower],
        scale.edges[merged.upper],
        cavity_mean,
        cavity_variance,
        scale.noise,
    )
    return _Round(mean, variance, cavity_mean, cavity_variance, answer)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """What stays the same while sites move."""

    differences: Differences
    merged: Comparisons
    scale: ResponseScale
    control: Control

    def look(self, precision: Array, shift: Array) -> _Round:
        """What all sites imply, and what that calls for."""
        return _look(self.differences, self.merged, self.scale, precision, shift)

    def swept(self, precision: Array, shift: Array, way: Refined) -> tuple[Array, Array]:
        """Every site refined once, one after another."""
        sites = precision, shift
        return swept(self.differences, self.merged, self.scale, sites, way, self.control)

    def residual(self, look: _Round, precision: Array, shift: Array) -> float:
        """How far the next round would move a difference, in units of its own scale."""
        spread = np.minimum(self.scale.noise**2 + look.variance, self.differences.variances)
        spread = np.maximum(spread, np.finfo(float).tiny)  # v = 0 is legal and does not move
        d_precision = self.merged.count * (look.answer.precision - precision)
        d_shift = self.merged.count * (look.answer.shift - shift)
        mean = look.variance * np.abs(d_shift - d_precision * look.mean) / np.sqrt(spread)
        variance = np.square(look.variance) * np.abs(d_precision) / spread
        return float(max(np.max(mean), np.max(variance)))

    def log_evidence(self, look: _Round, precision: Array, shift: Array) -> float:
        """Section 3's natural form: no determinant of K alone."""
        m, v, count = look.cavity_mean, look.cavity_variance, self.merged.count
        spread = 1.0 + v * precision
        log_site = -0.5 * np.log1p(v * precision)
        log_site += (2.0 * m * shift + v * shift**2 - precision * m**2) / (2.0 * spread)
        total = count @ (look.answer.log_z - log_site)
        total -= 0.5 * self.differences.log_determinant(count * precision)
        total += 0.5 * (count * shift) @ look.mean  # ½ νᵀ(AΣAᵀ)ν
        return float(total)

    def rounding(self, precision: Array) -> float:
        """A residual this small may be rounding, which B's largest eigenvalue enlarges."""
        largest = 1.0 + np.max(self.merged.count * precision * self.differences.variances)
        return max(ROUNDING, 4.0 * np.finfo(float).eps * float(largest))


def _settled(problem: Problem, precision: Array, shift: Array) -> tuple[Array, Array]:
    """The fixed point, by the cheapest way that leads there."""
    found = _by_rounds(problem, precision, shift)
    found = found or _by_rounds(problem, *_after_sweeps(problem, refined))
    if found is not None:
        return found
    near = _after_sweeps(problem, refined_together)
    return _by_rounds(problem, *near) or _by_mixed_sweeps(problem, *near)


def _by_rounds(problem: Problem, precision: Array, shift: Array) -> tuple[Array, Array] | None:
    """All sites at once, mixed; None when that does not settle."""
    mixing = SiteMixing(problem.scale.noise)
    residuals: list[float] = []
    for done in range(MAX_ROUNDS):
        problem.control.report(done, MAX_ROUNDS)
        look = problem.look(precision, shift)
        residuals.append(problem.residual(look, precision, shift))
        if _has_settled(residuals, problem.rounding(precision)):
            return precision, shift
        if not np.isfinite(residuals[-1]) or (done >= 12 and min(residuals[-4:]) > 0.1):
            return None
        precision, shift = mixing.next(precision, shift, look.answer.precision, look.answer.shift)
    return None


def _has_settled(residuals: list[float], rounding: float) -> bool:
    if residuals[-1] <= TOLERANCE:
        return True
    recent = residuals[-4:]
    return len(recent) == 4 and max(recent) <= rounding and min(recent) == recent[0]


def _after_sweeps(problem: Problem, way: Refined) -> tuple[Array, Array]:
    precision, shift = np.zeros(len(problem.merged)), np.zeros(len(problem.merged))
    for _ in range(FIRST_SWEEPS):
        precision, shift = problem.swept(precision, shift, way)
    return precision, shift


def _by_mixed_sweeps(problem: Problem, precision: Array, shift: Array) -> tuple[Array, Array]:
    """Sites one after another, with mixing between sweeps: slow and safe."""
    mixing = SiteMixing(problem.scale.noise)
    residuals: list[float] = []
    for done in range(MAX_SWEEPS):
        problem.control.report(done, MAX_SWEEPS)
        residuals.append(problem.residual(problem.look(precision, shift), precision, shift))
        if _has_settled(residuals, problem.rounding(precision)):
            return precision, shift
        further = problem.swept(precision, shift, refined_together)
        precision, shift = mixing.next(precision, shift, *further)
    raise DidNotConverge(
        f"expectation propagation did not settle in {MAX_SWEEPS} sweeps "
        f"(last change {residuals[-1]:.1e}); try a larger noise"
    )


def posterior_at(
    prior: Prior, problem: Problem, sites: tuple[Array, Array], log_evidence: float
) -> Posterior:
    """The belief that (τ, ν) of every distinct answer imply."""
    precision, shift = sites
    differences, merged = problem.differences, problem.merged
    total_precision, total_shift = merged.count * precision, merged.count * shift
    alpha = differences.coefficients(total_precision, total_shift)
    base, columns = differences.conditioned(prior.covariance, total_precision)
    taken = np.einsum("ti,ti->i", columns.rows, columns.rows)
    posterior = Posterior(
        alpha @ prior.covariance.columns(differences.items),
        np.maximum(base.diagonal() - taken, 0.0),
        prior,
        problem.scale,
        base,
        columns,
        inference="ep",
        log_evidence=log_evidence,
        n_answers=merged.n_answers,
        sites=Sites(merged, read_only(precision), read_only(shift)),
    )
    return posterior.folded_when_due()
