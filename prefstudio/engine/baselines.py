"""Other methods on the same answers, to compare with; one table that all read.

A method is prepared once for a model, and then fitted to as many sets of answers as one likes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from prefstudio.engine import bradley_terry, ep, glicko, thurstone
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Individual, Links
from prefstudio.engine.control import Control
from prefstudio.engine.estimate import Estimate, PosteriorEstimate
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of

Fit: TypeAlias = Callable[[Comparisons, Control], Estimate]
"""What a prepared method does with answers."""


def _always(prior: Prior) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Baseline:
    """A method to compare with.

    Attributes
    ----------
    name
        By which commands and tests know it.
    title
        What a person reads.
    sentence
        What it is, and what it leaves out.
    prepare
        Makes it ready for a prior, a response scale and the name of an inference; those who need
        none of them pass them over.
    differs
        Whether it is another method than ours under a prior.
    """

    name: str
    title: str
    sentence: str
    prepare: Callable[[Prior, ResponseScale, str], Fit]
    differs: Callable[[Prior], bool] = _always


def has_links(prior: Prior) -> bool:
    """Whether links count in a prior."""
    return any(isinstance(each, Links) and each.weight > 0.0 for each in prior.components)


def gaussian_process(prior: Prior, scale: ResponseScale, inference: str) -> Fit:
    """The model itself, inferred anew for every set of answers."""
    return _GaussianProcess(prior, scale, inference)


class _GaussianProcess:
    """Infers under one prior; EP begins from the sites of the answers before."""

    def __init__(self, prior: Prior, scale: ResponseScale, inference: str) -> None:
        self._prior, self._scale, self._inference = prior, scale, inference
        self._last: Posterior | None = None

    def __call__(self, comparisons: Comparisons, control: Control) -> Estimate:
        prior, scale = self._prior, self._scale
        if self._inference == "ep":
            self._last = ep.infer(prior, comparisons, scale, control, self._last)
            return PosteriorEstimate(self._last)
        return PosteriorEstimate(INFERENCES[self._inference](prior, comparisons, scale, control))


def without_links(prior: Prior) -> Prior:
    """The prior without its links, scaled so that the mean variance of an item stays.

    Where nothing is left, or the prior is no sum of components, items are independent.
    """
    variance = float(np.mean(prior.covariance.diagonal()))
    kept = [each for each in prior.components if not isinstance(each, Links) and each.weight > 0.0]
    if not kept:
        return sum_of([Individual(prior.n_items, float(np.sqrt(variance)))])
    if not has_links(prior):
        return prior
    reduced = sum_of(kept)
    factor = np.sqrt(variance / float(np.mean(reduced.covariance.diagonal())))
    return sum_of([_scaled(each, float(factor)) for each in kept])


def _scaled(component: Component, factor: float) -> Component:
    scaled: Component = replace(component, weight=factor * component.weight)  # type: ignore[type-var]
    return scaled


def _without_links(prior: Prior, scale: ResponseScale, inference: str) -> Fit:
    return gaussian_process(without_links(prior), scale, inference)


def _on_items(
    fit: Callable[[Comparisons, int, ResponseScale, Control], Estimate],
) -> Callable[[Prior, ResponseScale, str], Fit]:
    """A method that knows the number of items and nothing else of the prior."""

    def prepare(prior: Prior, scale: ResponseScale, inference: str) -> Fit:
        def fitted(comparisons: Comparisons, control: Control) -> Estimate:
            return fit(comparisons, prior.n_items, scale, control)

        return fitted

    return prepare


OURS = Baseline(
    "prefstudio",
    "PrefStudio",
    "The study's own model: a Gaussian process over features, links and individuality.",
    gaussian_process,
)
"""What the others are compared with."""

BASELINES: dict[str, Baseline] = {
    each.name: each
    for each in (
        Baseline(
            "without_links",
            "Without links",
            "The same Gaussian process without its links, the rest scaled to the same variance.",
            _without_links,
            has_links,
        ),
        Baseline(
            "bradley_terry",
            "Bradley–Terry",
            "One log strength an item with a weak prior; ties are Davidson's.",
            _on_items(bradley_terry.fit),
        ),
        Baseline(
            "thurstone",
            "Thurstone V",
            "Independent items and normal noise, with a weak prior; ties and strengths as ours.",
            _on_items(thurstone.fit),
        ),
        Baseline(
            "glicko",
            "Glicko",
            "Ratings updated answer by answer, as in chess; a tie is half a win.",
            _on_items(glicko.fit),
        ),
    )
}
"""All baselines by name, in the order in which they are listed."""
