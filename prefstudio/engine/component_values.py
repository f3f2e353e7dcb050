"""The numbers of a component by their names: which are learned, and reading and writing one.

A name is that of a field, such as ``iota``, with a place in brackets where the field holds one
number a column; ``strength`` is that of the neighbour graph of features.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from prefstudio.engine.components import Component, Features, Links

STRENGTH = "strength"


def learned_keys(component: Component) -> list[str]:
    """What of a component can be learned; nothing where its weight is 0, which is off."""
    if component.weight == 0.0:
        return []
    if isinstance(component, Links) and component.kernel == "regularized_laplacian":
        return ["weight", "beta", "iota"]
    if not isinstance(component, Features):
        return ["weight"]
    return ["weight", *_learned_length_scales(component), *_learned_strength(component)]


def _learned_length_scales(component: Features) -> list[str]:
    n_scales = np.size(component.length_scale)
    if n_scales > 1:
        return [f"length_scale[{d}]" for d in range(n_scales)]
    # one length scale of a linear kernel says the same as its weight
    return ["length_scale"] if component.kernel == "squared_exponential" else []


def _learned_strength(component: Features) -> list[str]:
    """A strength of 0 is off, and stays off; a graph without a link has none to learn."""
    warp = component.warp
    is_on = warp is not None and warp.strength > 0.0 and warp.neighbour_weights.nnz > 0
    return [STRENGTH] if is_on else []


def place_in(key: str) -> int:
    """The number in brackets; 0 where there is none."""
    _, bracket, number = key.partition("[")
    return int(number[:-1]) if bracket else 0


def value_of(component: Any, key: str) -> float:
    """The number of that name."""
    if key == STRENGTH:
        return float(component.warp.strength)
    values = np.asarray(getattr(component, key.partition("[")[0]), dtype=float)
    return float(values.reshape(-1)[place_in(key)])


def with_value(component: Any, key: str, value: float) -> Any:
    """The component with another number of that name."""
    name, bracket, _ = key.partition("[")
    if key == STRENGTH:
        return replace(component, warp=replace(component.warp, strength=value))
    if not bracket:
        return replace(component, **{name: value})
    values = np.array(getattr(component, name), dtype=float)
    values[place_in(key)] = value
    return replace(component, **{name: values})
