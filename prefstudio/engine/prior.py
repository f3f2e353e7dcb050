"""The belief before any answer: a weighted sum of components (section 1).

Only this file knows that the sum is held as one dense matrix; everybody else asks the prior's
covariance for columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.components import Component, Individual
from prefstudio.engine.covariance import Covariance, DenseCovariance
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.linalg import Array, owned


@dataclass(frozen=True, slots=True, eq=False)
class Prior:
    """Utilities ξ ~ N(0, K) before any answer.

    Attributes
    ----------
    covariance : K, by columns.
    components : what K is the sum of; empty when K was given as a matrix.
    is_nonnegative : no entry of K is negative, which tightens the bounds of section 7.
    unit_variances : mean variance of each component without its weight, kept from the making of
        K, since the diagonal of one may take as long as its matrix.
    """

    covariance: Covariance
    components: tuple[Component, ...]
    is_nonnegative: bool
    unit_variances: tuple[float, ...] = ()

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.covariance.n_items

    @classmethod
    def of_matrix(
        cls,
        matrix: Array,
        components: Sequence[Component] = (),
        unit_variances: Sequence[float] = (),
    ) -> Prior:
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
        is_nonnegative = smallest >= 0.0
        covariance = DenseCovariance(matrix)
        return cls(covariance, tuple(components), is_nonnegative, tuple(unit_variances))

    def derivative_names(self) -> tuple[str, ...]:
        """Names of all hyperparameters, as `derivatives` has them."""
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
    units: list[float] = []
    for component in components:
        if not (np.isfinite(component.weight) and component.weight >= 0.0):
            raise BadPrior(f"the weight of {component.name} must be a number that is not negative")
        total, unit = _add(total, component)
        units.append(unit)
    assert total is not None
    total.flags.writeable = False  # nobody else holds it, so it need not be copied
    return Prior.of_matrix(total, components, units)


def _add(total: Array | None, component: Component) -> tuple[Array, float]:
    """Add ω² K in place, and tell the mean variance of K.

    The individual part needs no matrix of its own.
    """
    if total is not None and isinstance(component, Individual):
        _check_size(len(total), component.n_items)
        total[np.diag_indices_from(total)] += component.weight**2
        return total, 1.0
    matrix = component.matrix()
    unit = float(matrix.trace()) / max(1, len(matrix))
    matrix *= component.weight**2
    if total is None:
        return matrix, unit
    _check_size(len(total), len(matrix))
    total += matrix
    return total, unit


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
