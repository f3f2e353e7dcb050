"""The belief before any answer: a weighted sum of components (section 1).

Only this file knows that the sum is held as one dense matrix; everybody else asks the prior's
covariance for columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Protocol

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.covariance import Covariance, DenseCovariance
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.kernels import BY_LENGTH_SCALE, KERNELS, inverse_length_scales
from prefstudio.engine.linalg import Array, owned, read_only, symmetrise
from prefstudio.engine.link_graph import common_cause, laplacian, regularized_laplacian

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
class Warp:
    """The semi-supervised step K̃ = (K⁻¹ + L)⁻¹ without inverting K or L."""

    neighbour_weights: sparse.csr_matrix
    strength: float = 1.0

    def laplacian(self) -> sparse.csr_matrix:
        """L = strength × the Laplacian of the neighbour graph."""
        return self.strength * laplacian(self.neighbour_weights)

    def operator(self, kernel: Array) -> Array:
        """P = (I + K L)⁻¹, so that K̃ = P K."""
        system = np.asarray((self.laplacian() @ kernel).T)  # K L, both being symmetric
        system[np.diag_indices_from(system)] += 1.0
        return np.linalg.inv(system)

    def applied(self, kernel: Array) -> Array:
        """K̃, exactly symmetric."""
        return symmetrise(self.operator(kernel) @ kernel)

    def new_item(self, kernel: Array, to_items: Array, own: Array) -> Array:
        """Covariance of items outside the graph: k(x, x') − k_xᵀ (I + L K)⁻¹ L k_x'.

        Parameters
        ----------
        kernel : ndarray, shape (n_items, n_items)
            K before the warp.
        to_items : ndarray, shape (n_items, n_new)
            Kernel between the items and the new ones.
        own : ndarray, shape (n_new, n_new)
            Kernel among the new ones.
        """
        spread = self.laplacian() @ to_items
        return own - to_items.T @ (self.operator(kernel).T @ spread)


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
        found: dict[str, Callable[[Array], Array]] = {"amplitude": self._by_amplitude}
        n_scales = np.size(self.length_scale)
        columns = np.arange(self.values.shape[1])
        if n_scales == 1:
            found["length_scale"] = partial(self._by_length_scale, columns)
        else:
            for d in columns:
                found[f"length_scale[{d}]"] = partial(self._by_length_scale, columns[d : d + 1])
        if self.warp is not None:
            found["strength"] = self._by_strength
        return found

    def _by_amplitude(self, items: Array) -> Array:
        return self._through_warp(2.0 * self.unwarped(), items)

    def _by_length_scale(self, columns: Array, items: Array) -> Array:
        change = BY_LENGTH_SCALE[self.kernel](self.values, self._rho, columns)
        return self._through_warp(self.amplitude**2 * change, items)

    def _by_strength(self, items: Array) -> Array:
        assert self.warp is not None
        kernel = self.matrix()  # ∂K̃/∂log strength = −K̃ L K̃
        return -kernel[items] @ np.asarray(self.warp.laplacian() @ kernel[:, items])

    def _through_warp(self, change: Array, items: Array) -> Array:
        """∂K̃ = P (∂K) Pᵀ."""
        if self.warp is None:
            return change[np.ix_(items, items)]
        rows = self.warp.operator(self.unwarped())[items]
        return rows @ change @ rows.T


@dataclass(frozen=True, slots=True, eq=False)
class Prior:
    """Utilities ξ ~ N(0, K) before any answer.

    Attributes
    ----------
    covariance : K, by columns.
    components : what K is the sum of; empty when K was given as a matrix.
    is_nonnegative : no entry of K is negative, which tightens the bounds of section 7.
    """

    covariance: Covariance
    components: tuple[Component, ...]
    is_nonnegative: bool

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.covariance.n_items

    @classmethod
    def of_matrix(cls, matrix: Array, components: Sequence[Component] = ()) -> Prior:
        """A prior whose covariance is known as a matrix.

        Raises
        ------
        BadPrior
            When the matrix is not square, symmetric and finite with variances of at least 0.
        """
        matrix = owned(matrix)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise BadPrior("a covariance must be a square matrix")
        smallest = float(matrix.min(initial=0.0))
        largest = float(matrix.max(initial=0.0))
        if not (np.isfinite(smallest) and np.isfinite(largest)):
            raise BadPrior("a covariance must hold finite numbers only")
        if np.any(matrix.diagonal() < 0.0) or not _is_symmetric(matrix, max(largest, -smallest)):
            raise BadPrior("a covariance must be symmetric and have no negative variance")
        return cls(DenseCovariance(matrix), tuple(components), smallest >= 0.0)

    def derivative_names(self) -> tuple[str, ...]:
        """Names of all hyperparameters, as `derivative` takes them."""
        names = []
        for component in self.components:
            names += [f"{component.name}.{key}" for key in ("weight", *component.derivatives())]
        return tuple(names)

    def derivatives(self, items: Array) -> Iterator[tuple[str, Array]]:
        """∂K/∂log θ restricted to `items` for every hyperparameter, one after another."""
        for component in self.components:
            squared = component.weight**2
            weighted = 2.0 * squared * component.matrix()[np.ix_(items, items)]
            yield f"{component.name}.weight", weighted
            for key, change in component.derivatives().items():
                yield f"{component.name}.{key}", squared * change(items)

    def derivative(self, name: str, items: Array) -> Array:
        """∂K/∂log θ of one hyperparameter, shape (n_chosen, n_chosen)."""
        if name not in self.derivative_names():
            raise BadPrior(f"the prior has no hyperparameter called {name!r}")
        return next(change for known, change in self.derivatives(items) if known == name)


def sum_of(components: Sequence[Component]) -> Prior:
    """K = Σ ω² K_c over `components`.

    Raises
    ------
    BadPrior
        When there is none, a weight is negative, or two share a name.
    """
    if not components:
        raise BadPrior("a prior needs at least one component")
    if len({component.name for component in components}) < len(components):
        raise BadPrior("two components of the prior share a name")
    total: Array | None = None
    for component in components:
        if not (np.isfinite(component.weight) and component.weight >= 0.0):
            raise BadPrior(f"the weight of {component.name} must be a number that is not negative")
        total = _add(total, component)
    assert total is not None
    total.flags.writeable = False  # nobody else holds it, so it need not be copied
    return Prior.of_matrix(total, components)


def _add(total: Array | None, component: Component) -> Array:
    """Add ω² K in place; the individual part needs no matrix of its own."""
    if total is None:
        total = component.matrix()
        total *= component.weight**2
        return total
    if isinstance(component, Individual):
        _check_size(len(total), component.n_items)
        total[np.diag_indices_from(total)] += component.weight**2
        return total
    matrix = component.matrix()
    _check_size(len(total), len(matrix))
    matrix *= component.weight**2
    total += matrix
    return total


def _check_size(n_items: int, other: int) -> None:
    if n_items != other:
        raise BadPrior(
            f"components of the prior speak of different numbers of items: {n_items} and {other}"
        )


def _is_symmetric(matrix: Array, scale: float, block: int = 256) -> bool:
    """Whether entries agree across the diagonal to rounding, block by block."""
    return all(
        np.allclose(
            matrix[start : start + block], matrix[:, start : start + block].T, 1e-9, 1e-9 * scale
        )
        for start in range(0, len(matrix), block)
    )
