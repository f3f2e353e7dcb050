"""What of a prior and a response scale may be learned, each as the logarithm of a number.

The scale of the utilities and the noise are not both identifiable (section 3), so the noise is no
hyperparameter here: amplitudes are told in its units, and so are the cuts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from prefstudio.engine.comparisons import SMALLEST_TIE_WIDTH, ResponseScale
from prefstudio.engine.component_values import (
    STRENGTH,
    learned_keys,
    place_in,
    value_of,
    with_value,
)
from prefstudio.engine.components import Component
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.linalg import Array

WEAK = 0.7  # sd of a hyperparameter's logarithm before any answer: a factor of two either way
OPEN = 2.0  # the same of a warp's strength: its usual size varies with how near neighbours are
FARTHEST = 6.0  # of those sds: how far learning goes
SMALLEST, LARGEST = 1e-6, 1e6  # beyond these squares lose their digits
SCALE = "scale"  # who owns the cuts, as components own the rest


@dataclass(frozen=True, slots=True)
class Hyperparameter:
    """One number that is learned, with a log-normal prior.

    Attributes
    ----------
    name
        What it is called; that of its first member by itself.
    members
        What takes its value: names of ``Prior.derivative_names()``, or ``scale.step[k]`` for
        the distance of cut k from the one before, in units of the noise.
    centre
        Median of its prior.
    spread
        Sd of its logarithm under the prior.
    lowest
        It never falls below.
    """

    name: str
    members: tuple[str, ...]
    centre: float
    spread: float = WEAK
    lowest: float = SMALLEST


@dataclass(frozen=True, slots=True, eq=False)
class LearningProblem:
    """A model and what of it is learned.

    Attributes
    ----------
    components
        The prior's components, with the values that learning begins from.
    hyperparameters
        What is learned; all else stays.
    learns_noise
        Whether the mean prior variance stays and the noise moves, instead of the reverse. The
        evidence is the same for c²K, cs and cw, so this is one more scaling at the end.
    """

    components: tuple[Component, ...]
    hyperparameters: tuple[Hyperparameter, ...]
    learns_noise: bool = False
    _by_name: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        places = {component.name: k for k, component in enumerate(self.components)}
        object.__setattr__(self, "_by_name", places)
        for member in self._members():
            owner = member.rpartition(".")[0]
            if owner != SCALE and owner not in places:
                raise BadPrior(f"the prior has no hyperparameter called {member!r}")

    def _members(self) -> list[str]:
        return [member for each in self.hyperparameters for member in each.members]

    def keys_of(self, component: Component) -> frozenset[str]:
        """What of a component is learned: ``weight``, ``length_scale[1]`` and the like."""
        split = (member.rpartition(".") for member in self._members())
        return frozenset(key for owner, _, key in split if owner == component.name)

    def start(self, scale: ResponseScale) -> Array:
        """Logarithms of the present values, shape (n_hyperparameters,)."""
        return np.log([self._value(each.members[0], scale) for each in self.hyperparameters])

    def _value(self, member: str, scale: ResponseScale) -> float:
        owner, _, key = member.rpartition(".")
        if owner == SCALE:
            return float(_steps(scale)[place_in(key)])
        return value_of(self.components[self._by_name[owner]], key)

    def applied(
        self, point: Array, scale: ResponseScale
    ) -> tuple[tuple[Component, ...], ResponseScale]:
        """Components and scale with the values whose logarithms are `point`."""
        changed, steps = list(self.components), _steps(scale)
        for each, value in zip(self.hyperparameters, np.exp(point).tolist(), strict=True):
            for member in each.members:
                owner, _, key = member.rpartition(".")
                if owner == SCALE:
                    steps[place_in(key)] = value
                else:
                    place = self._by_name[owner]
                    changed[place] = with_value(changed[place], key, value)
        cuts = tuple((scale.noise * np.cumsum(steps)).tolist())
        return tuple(changed), ResponseScale(scale.noise, cuts)

    def gathered(self, by_name: Mapping[str, float], scale: ResponseScale) -> Array:
        """Gradient by `point`, from one by the names of prior and scale (section 11 for cuts)."""
        steps = _steps(scale)
        by_cut = np.array([by_name.get(f"cuts[{k}]", 0.0) for k in range(len(steps))])
        # a step moves its own cut and all that lie beyond
        by_step = scale.noise * steps * np.cumsum(by_cut[::-1])[::-1]
        known = {**by_name, **{f"{SCALE}.step[{k}]": by for k, by in enumerate(by_step.tolist())}}
        return np.array([sum(known[m] for m in each.members) for each in self.hyperparameters])

    def log_prior(self, point: Array) -> tuple[float, Array]:
        """Log density of the hyperparameters' logarithms but for a constant, and its gradient."""
        spread = np.array([each.spread for each in self.hyperparameters])
        away = (point - self.centre) / spread
        return float(-0.5 * away @ away), -away / spread

    @property
    def centre(self) -> Array:
        """Medians of the priors, as logarithms."""
        return np.log([each.centre for each in self.hyperparameters])

    def bounds(self, start: Array) -> list[tuple[float, float]]:
        """How far every logarithm may go; `start` lies within."""
        found = []
        for each, at, centre in zip(self.hyperparameters, start, self.centre, strict=True):
            reach = FARTHEST * each.spread
            low = min(max(centre - reach, np.log(each.lowest)), at)
            high = max(min(centre + reach, np.log(LARGEST)), at)
            found.append((float(low), float(high)))
        return found

    def drawn(self, rng: np.random.Generator, start: Array) -> Array:
        """A point drawn from the priors, within the bounds of `start`."""
        spread = np.array([each.spread for each in self.hyperparameters])
        low, high = np.array(self.bounds(start)).reshape(-1, 2).T
        return np.clip(self.centre + spread * rng.standard_normal(len(spread)), low, high)


def problem_of(
    components: Sequence[Component],
    scale: ResponseScale,
    *,
    together: Sequence[Sequence[int]] = (),
    centres: Mapping[str, float] | None = None,
    learns_noise: bool = False,
) -> LearningProblem:
    """All that can be learned of a model.

    That is the weight of every component whose weight is not 0 (0 is off, and stays off), the
    length scales of squared exponentials and of linear kernels that have one a column, the
    strength of a neighbour graph, β and ι of regularised Laplacians, and the cuts. An amplitude
    says the same as its weight and stays.

    Parameters
    ----------
    components, scale
        The model.
    together
        Places of components that share every hyperparameter; one that is named nowhere has its
        own.
    centres
        Medians of the priors by the hyperparameters' names; the present value where left out.
    learns_noise
        See `LearningProblem`.
    """
    grouped = {place for group in together for place in group}
    groups = [*together, *([k] for k in range(len(components)) if k not in grouped)]
    centres = centres or {}
    found: list[Hyperparameter] = []
    for group in sorted(groups, key=min):
        chosen = [components[place] for place in group]
        for key in learned_keys(chosen[0]):
            names = tuple(f"{component.name}.{key}" for component in chosen)
            value = value_of(chosen[0], key)
            spread = OPEN if key == STRENGTH else WEAK
            found.append(Hyperparameter(names[0], names, centres.get(names[0], value), spread))
    for k, value in enumerate(_steps(scale).tolist()):
        name = f"{SCALE}.step[{k}]"
        lowest = SMALLEST_TIE_WIDTH if k == 0 else SMALLEST
        found.append(Hyperparameter(name, (name,), centres.get(name, value), WEAK, lowest))
    return LearningProblem(tuple(components), tuple(found), learns_noise)


def rescaled(
    components: Sequence[Component], scale: ResponseScale, factor: float
) -> tuple[tuple[Component, ...], ResponseScale]:
    """The same model with utilities `factor` times as large: c²K, cs and cw."""
    weighted = [with_value(each, "weight", factor * each.weight) for each in components]
    cuts = tuple(factor * cut for cut in scale.cuts)
    return tuple(weighted), ResponseScale(factor * scale.noise, cuts)


def _steps(scale: ResponseScale) -> Array:
    """Distance of every cut from the one before, in units of the noise."""
    return np.diff(np.array([0.0, *scale.cuts])) / scale.noise
