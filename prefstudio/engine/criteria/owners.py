"""Who owns which pairs in the search for the largest expected loss, and what they may be worth.

The earlier item of a pair in rank order owns it (section 7), so that an owner's weight is its
pairs' weight, and one bound an owner tells which of them need a look at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from prefstudio.engine.criteria.half_differences import HalfDifferences
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranks import group_ranks, rank_order

SLACK = 1.0 + 1e-12  # rounding of a bound must never exclude the pair it bounds


@dataclass(frozen=True, slots=True, eq=False)
class Owners:
    """Items that own their pairs: with all items behind them in this order, and all others.

    Attributes
    ----------
    items : item numbers, in an order in which a pair's weight is its earlier item's.
    weight : e^{−γ/h} of each.
    beyond : weight that no pair of two other items exceeds; 0 when there are no others.
    place : place of every item in the order, behind all others where it has none.
    half_differences : ½ Var(ξ_i − ξ_j) of an owner's pairs.
    """

    posterior: Posterior
    items: Array
    weight: Array
    beyond: float
    place: Array = field(init=False)
    half_differences: HalfDifferences = field(init=False)

    def __post_init__(self) -> None:
        place = np.full(self.posterior.n_items, len(self.items))
        place[self.items] = np.arange(len(self.items))
        object.__setattr__(self, "place", place)
        object.__setattr__(self, "half_differences", HalfDifferences(self.posterior))


def leading(posterior: Posterior, groups: Array | None, horizon: float, n_leading: int) -> Owners:
    """The leading items in rank order; all items where they are few or in groups."""
    n_items = posterior.n_items
    if groups is not None:
        ranks = group_ranks(posterior.mean, posterior.sd, groups)
        order = np.argsort(ranks, kind="stable")
        return Owners(posterior, order, np.exp(-ranks[order] / horizon), 0.0)
    if n_items <= 2 * n_leading:
        order, ranks = rank_order(posterior.mean, posterior.sd)
        return Owners(posterior, order, np.exp(-ranks / horizon), 0.0)
    first = n_items - n_leading - 1
    candidates = np.argpartition(posterior.mean, first)[first:]  # and the next one behind
    sd = np.sqrt(posterior.variances.max(keepdims=True))
    order, ranks = rank_order(posterior.mean[candidates], sd)
    weight = np.exp(ranks / -horizon)
    return Owners(posterior, candidates[order[:-1]], weight[:-1], float(weight[-1]))


def owner_bounds(owners: Owners) -> Array:
    """u_i ≥ every pair that the item at place i owns; −∞ where it owns none."""
    posterior = owners.posterior
    bound = _by_base(owners)
    if posterior.base is posterior.prior.covariance or posterior.least_covariance < 0.0:
        np.minimum(bound, _by_deviations(owners), out=bound)
    bound *= owners.weight
    bound *= 0.5 * SLACK
    if not owners.beyond:
        bound[-1:] = -np.inf
    return bound


def _by_deviations(owners: Owners) -> Array:
    """A bound on the variance of each owner's differences, (σ_i + σ_j)² or less."""
    posterior = owners.posterior
    variance = posterior.variances[owners.items]
    sd, largest = np.sqrt(variance), np.sqrt(_widest(posterior.variances, owners))
    product = sd * largest
    prior = posterior.prior
    if prior.is_nonnegative:  # Σ_ij ≥ −c_i c_j where the prior has no negative entry
        taken = prior.covariance.diagonal() - posterior.variances
        c = np.sqrt(np.maximum(taken, 0.0) + posterior.rounding())
        product = np.minimum(product, c[owners.items] * _widest(c, owners))
    return variance + largest * largest + 2.0 * product


def _by_base(owners: Owners) -> Array:
    """The same by the base: answers since it was made can only have narrowed a difference."""
    posterior = owners.posterior
    variance = posterior.base.diagonal() + posterior.rounding()
    bound = variance[owners.items] + _widest(variance, owners)
    bound -= 2.0 * posterior.least_covariance
    return bound


def _widest(values: Array, owners: Owners) -> Array | float:
    """The largest value of each owner's partners."""
    if owners.beyond:  # those not ranked may be anybody's partner
        return float(values.max())
    largest = np.zeros(len(owners.items))
    largest[:-1] = np.maximum.accumulate(values[owners.items[:0:-1]])[::-1]
    return largest


def highest(bound: Array, least: float, size: int) -> Array:
    """Places of the `size` largest bounds, or of all that reach `least` if these are fewer."""
    places = np.flatnonzero(bound >= least)
    if len(places) <= size:
        return places
    return places[np.argpartition(bound[places], -size)[-size:]]
