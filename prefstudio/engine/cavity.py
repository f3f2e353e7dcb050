"""A belief without one of its answers: the cavity of that answer's site (section 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.covariance import Covariance
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior


@dataclass(frozen=True, slots=True, eq=False)
class RaisedCovariance:
    """Another covariance, and more along one column: base + column columnᵀ."""

    base: Covariance
    column: Array

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.base.n_items

    def diagonal(self) -> Array:
        """Variances, shape (n_items,)."""
        return self.base.diagonal() + np.square(self.column)

    def columns(self, items: Array | slice) -> Array:
        """Columns of `items` as rows, shape (n_chosen, n_items)."""
        return self.base.columns(items) + np.multiply.outer(self.column[items], self.column)

    def difference(self, first: int, second: int) -> Array:
        """Column `first` minus column `second`."""
        raised = (self.column[first] - self.column[second]) * self.column
        return self.base.difference(first, second) + raised


def without(posterior: Posterior, answer: Comparisons) -> Posterior:
    """What all other answers say, their sites as they are.

    Conditioning it on the answer leads back to `posterior` where that is EP's fixed point.

    Parameters
    ----------
    posterior : Posterior
        With sites.
    answer : Comparisons
        One row, which is among those that were learned from; one copy of it is taken out.

    Raises
    ------
    ValueError
        When the answer is none that was learned from.
    """
    sites = posterior.sites
    assert sites is not None
    (row,) = answer.merged(len(posterior.scale.edges)).as_rows()
    place = sites.comparisons.as_rows().index(row)
    precision, shift = float(sites.precision[place]), float(sites.shift[place])
    first, second = row[:2]
    column = posterior.difference(first, second)  # k = Σa
    mean, variance = posterior.pair_moments(first, second)
    kept = 1.0 - precision * variance  # c, with Δτ = −τ and Δν = −ν
    raised = column * np.sqrt(precision / kept)
    return replace(
        posterior,
        mean=read_only(posterior.mean + column * (precision * mean - shift) / kept),
        variances=read_only(posterior.variances + np.square(raised)),
        base=RaisedCovariance(posterior.base, raised),
        n_answers=posterior.n_answers - 1,
        sites=None,
    )
