"""What a prior is the sum of: features, links and what is an item's own (section 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Protocol

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.errors import BadPrior
from prefstudio.engine.kernels import BY_LENGTH_SCALE, KERNELS, inverse_length_scales
from prefstudio.engine.linalg import Array, owned, read_only
from prefstudio.engine.link_graph import common_cause, regularized_laplacian
from prefstudio.engine.warp import Warp, Warping

LINK_KERNELS = ("regularized_laplacian", "common_cause")


class Component(Protocol):
    """One term ω² K of the prior, with the derivatives of its hyperparameters."""

    @property
    def name(self) -> str:
        """What hyperparameters of this component are called by."""

    @property
    def weight(self) -> float:
        """ω; the covariance is scaled by its square."""

    def matrix(self) -> Array:
        """K without its weight, a new array of shape (n_items, n_items)."""

    def derivatives(self) -> dict[str, Callable[[Array], Array]]:
        """∂K/∂log θ restricted to given items, by the hyperparameter's name (weight left out)."""


@dataclass(frozen=True, slots=True, eq=False)
class Individual:
    """K = I: what is an item's own and no feature or link explains."""

    n_items: int
    weight: float = 0.5
    name: str = "individual"

    def matrix(self) -> Array:
        """Identity, shape (n_items, n_items)."""
        return np.identity(self.n_items)

    def derivatives(self) -> dict[str, Callable[[Array], Array]]:
        """None: the individual part has a weight and nothing else."""
        return {}


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Items joined by a relation are alike.

    Parameters
    ----------
    weights : sparse, shape (n_items, n_items)
        Symmetric, nothing negative, zero diagonal; see `link_graph`.
    kernel : str
        One of `LINK_KERNELS`; beta and iota mean something to the regularised Laplacian only.
    """

    weights: sparse.csr_matrix
    weight: float = 1.0
    kernel: str = "regularized_laplacian"
    beta: float = 1.0
    iota: float = 1.0
    name: str = "links"

    def matrix(self) -> Array:
        """Covariance of the relation, shape (n_items, n_items)."""
        if self.kernel == "regularized_laplacian":
            return regularized_laplacian(self.weights, self.beta, self.iota)
        if self.kernel == "common_cause":
            return common_cause(self.weights)
        raise BadPrior(f"no link kernel is called {self.kernel!r}; use {' or '.join(LINK_KERNELS)}")

    def derivatives(self) -> dict[str, Callable[[Array], Array]]:
        """By log β and log ι, for the regularised Laplacian."""
        if self.kernel != "regularized_laplacian":
            return {}
        kernel = cache(self.matrix)  # made when the first of them is asked for

        def by_beta(items: Array) -> Array:
            return -kernel()[np.ix_(items, items)]

        def by_iota(items: Array) -> Array:
            rows = kernel()[items]
            return (2.0 * self.beta / self.iota**2) * (rows @ rows.T)

        return {"beta": by_beta, "iota": by_iota}


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Items with similar features are alike.

    Parameters
    ----------
    values : ndarray, shape (n_items, n_columns)
        Standardised already where that is wanted.
    length_scale : float or ndarray
        One for all columns, or one a column (automatic relevance determination).
    warp : Warp, optional
        The semi-supervised neighbour graph.
    """

    values: Array
    weight: float = 1.0
    kernel: str = "squared_exponential"
    amplitude: float = 1.0
    length_scale: float | Array = 1.0
    warp: Warp | None = None
    name: str = "features"

    def __post_init__(self) -> None:
        values = owned(self.values)
        if values.ndim != 2 or not np.all(np.isfinite(values)):
            raise BadPrior("features must be a table of finite numbers, one row an item")
        if self.kernel not in KERNELS:
            raise BadPrior(f"no kernel is called {self.kernel!r}; use {' or '.join(KERNELS)}")
        object.__setattr__(self, "values", read_only(values))

    @property
    def _rho(self) -> Array:
        return inverse_length_scales(self.length_scale, self.values.shape[1])

    def unwarped(self) -> Array:
        """K before the semi-supervised step, shape (n_items, n_items)."""
        kernel = KERNELS[self.kernel](self.values, self.values, self._rho)
        kernel *= self.amplitude**2
        return kernel

    def matrix(self) -> Array:
        """Covariance of the features, shape (n_items, n_items)."""
        kernel = self.unwarped()
        return self.warp.applied(kernel) if self.warp else kernel

    def derivatives(self) -> dict[str, Callable[[Array], Array]]:
        """By the log of the amplitude, the length scales and the warp's strength."""
        warping = Warping(self.warp, self.unwarped) if self.warp else None
        found: dict[str, Callable[[Array], Array]] = {
            "amplitude": partial(self._by_amplitude, warping)
        }
        n_scales = np.size(self.length_scale)
        columns = np.arange(self.values.shape[1])
        if n_scales == 1:
            found["length_scale"] = partial(self._by_length_scale, warping, columns)
        else:
            for d in columns:
                chosen = columns[d : d + 1]
                found[f"length_scale[{d}]"] = partial(self._by_length_scale, warping, chosen)
        if warping is not None:
            found["strength"] = warping.by_strength
        return found

    def _by_amplitude(self, warping: Warping | None, items: Array) -> Array:
        return _among(items, 2.0 * self.unwarped(), warping)

    def _by_length_scale(self, warping: Warping | None, columns: Array, items: Array) -> Array:
        change = BY_LENGTH_SCALE[self.kernel](self.values, self._rho, columns)
        return _among(items, self.amplitude**2 * change, warping)


def _among(items: Array, change: Array, warping: Warping | None) -> Array:
    """∂K among `items`, through the warp if there is one."""
    return warping.by_kernel(change, items) if warping else change[np.ix_(items, items)]
