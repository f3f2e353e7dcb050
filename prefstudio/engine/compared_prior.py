"""The prior of the compared items alone: all that the evidence depends on.

While hyperparameters move, the same prior is made a hundred times. So items that nobody compared
are left out where a kernel allows it, and a kernel that does not move is made once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.components import Component, Features, Individual
from prefstudio.engine.hyperparameters import LearningProblem
from prefstudio.engine.linalg import Array
from prefstudio.engine.prior import Prior, sum_of


@dataclass(frozen=True, slots=True, eq=False)
class _Among:
    """A component restricted to the compared items; K was made already."""

    name: str
    weight: float
    kernel: Array
    changes: dict[str, Callable[[Array], Array]]
    items: Array

    def matrix(self) -> Array:
        """K without its weight, among the compared items."""
        return self.kernel.copy()

    def derivatives(self) -> dict[str, Callable[[Array], Array]]:
        """Of what is learned only, weight left out; items count among the compared ones."""
        return {key: self._among(change) for key, change in self.changes.items()}

    def _among(self, change: Callable[[Array], Array]) -> Callable[[Array], Array]:
        return lambda items: change(self.items[items])


class ComparedPriors:
    """Makes the prior of the compared items for one value of the hyperparameters after another.

    Parameters
    ----------
    problem
        What is learned; None where nothing is.
    comparisons
        The answers, by the numbers of all items.
    """

    def __init__(self, problem: LearningProblem | None, comparisons: Comparisons) -> None:
        self._problem = problem
        self._items, self.comparisons = comparisons.among_compared()
        self._kept: dict[str, Array] = {}

    def prior(self, components: tuple[Component, ...]) -> Prior:
        """The prior of the compared items."""
        return sum_of([self._among(component) for component in components])

    def _among(self, component: Component) -> Component:
        keys = set() if self._problem is None else self._problem.keys_of(component) - {"weight"}
        if isinstance(component, Individual):
            return replace(component, n_items=len(self._items))
        items = self._items
        if isinstance(component, Features) and component.warp is None:
            # who is not compared tells nothing of who is
            component = replace(component, values=component.values[items])
            items = np.arange(len(items))
        changes = {key: by for key, by in component.derivatives().items() if key in keys}
        kernel = self._kernel(component, items, is_kept=not keys)
        return _Among(component.name, component.weight, kernel, changes, items)

    def _kernel(self, component: Component, items: Array, is_kept: bool) -> Array:
        if component.name not in self._kept or not is_kept:
            self._kept[component.name] = component.matrix()[np.ix_(items, items)]
        return self._kept[component.name]
