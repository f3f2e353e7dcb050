"""A covariance that gives columns on demand; dense today, other shapes can follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from prefstudio.engine.linalg import Array, read_only


class Covariance(Protocol):
    """A symmetric positive semi-definite matrix, seen through its columns."""

    @property
    def n_items(self) -> int:
        """Number of items."""

    def diagonal(self) -> Array:
        """Variances, shape (n_items,)."""

    def columns(self, items: Array | slice) -> Array:
        """Columns of `items` as rows, shape (n_chosen, n_items); may share memory."""

    def difference(self, first: int, second: int) -> Array:
        """Column `first` minus column `second`, a new array of shape (n_items,)."""


@dataclass(frozen=True, slots=True, eq=False)
class DenseCovariance:
    """A covariance held as one matrix, read-only and exactly symmetric."""

    matrix: Array
    _variances: Array = field(init=False)  # side by side, not a row apart in memory

    def __post_init__(self) -> None:
        object.__setattr__(self, "matrix", read_only(self.matrix))
        object.__setattr__(self, "_variances", read_only(self.matrix.diagonal().copy()))

    @property
    def n_items(self) -> int:
        """Number of items."""
        return len(self.matrix)

    def diagonal(self) -> Array:
        """Variances, shape (n_items,)."""
        return self._variances

    def columns(self, items: Array | slice) -> Array:
        """Columns of `items` as rows, shape (n_chosen, n_items)."""
        return self.matrix[items]

    def difference(self, first: int, second: int) -> Array:
        """Column `first` minus column `second`."""
        return self.matrix[first] - self.matrix[second]
