"""What the components of a prior are called, and how much of its variance each can explain."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from prefstudio.engine import components as engine_components
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
)

LEAST_REST = 1e-6
"""What is left of the variance after the other components tells of one above this share."""


@lru_cache(maxsize=1)  # every answer asks again, and the model stays
def unit_variances(study: Study, resolved: ResolvedModel) -> tuple[float, ...]:
    """Mean prior variance of each component at a weight of 1, all its terms together."""
    terms = iter(resolved.prior.components)
    counts = [n_terms_of(study, component) for component in resolved.components]
    by_component = [[next(terms) for _ in range(count)] for count in counts]
    known = [_constant_variance(each) for each in by_component]
    rest = _rest(resolved, known)
    return tuple(_told(unit, rest, each) for unit, each in zip(known, by_component, strict=True))


def _rest(resolved: ResolvedModel, known: Sequence[float | None]) -> float | None:
    """Unit variance of the one component that is not known, from what the others leave.

    A diagonal may take as long as the prior took to make, and the prior's own is at hand.
    """
    total = float(resolved.prior.covariance.diagonal().mean())
    unknown = [place for place, unit in enumerate(known) if unit is None]
    if len(unknown) != 1:
        return None
    weights = [component.weight**2 for component in resolved.components]
    rest = total - sum(weight * (unit or 0.0) for weight, unit in zip(weights, known, strict=True))
    return rest / weights[unknown[0]] if rest > LEAST_REST * total else None


def _told(
    known: float | None, rest: float | None, terms: Sequence[engine_components.Component]
) -> float:
    if known is not None:
        return known
    return sum(_mean_variance(term) for term in terms) if rest is None else rest


def _constant_variance(terms: Sequence[engine_components.Component]) -> float | None:
    """Of a component whose kernels all have a constant diagonal; None where one has not."""
    found = [_constant(term) for term in terms]
    return None if None in found else sum(unit for unit in found if unit is not None)


def _constant(term: engine_components.Component) -> float | None:
    match term:
        case engine_components.Individual() | engine_components.Links(kernel="common_cause"):
            return 1.0
        case engine_components.Features(kernel="squared_exponential", warp=None):
            return term.amplitude**2
    return None


def _mean_variance(term: engine_components.Component) -> float:
    """Mean of the diagonal of K without its weight."""
    return float(term.matrix().diagonal().mean())


def n_terms_of(study: Study, component: Component) -> int:
    """How many terms of the engine's prior a component is: one a role of a directed relation."""
    if not isinstance(component, LinksComponent) or component.role != "both":
        return 1
    assert component.relation is not None  # resolved
    relation = study.links[component.relation].relation
    return 2 if relation.directed and not relation.bipartite else 1


def percentages(shares: Sequence[float]) -> tuple[int, ...]:
    """Shares as all words say them: whole per cents that add up to 100.

    What was cut off most is given back first.
    """
    exact = [100.0 * share for share in shares]
    whole = [math.floor(value + 1e-9) for value in exact]
    by_rest = sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])
    for place in by_rest[: 100 - sum(whole)]:
        whole[place] += 1
    return tuple(whole)


def component_titles(study: Study, components: tuple[Component, ...]) -> tuple[str, ...]:
    """What a person calls each component, all of them told apart."""
    n_links = sum(isinstance(component, LinksComponent) for component in components)
    named: list[str] = []
    for component in components:
        title = source_title(component, len(study.links))
        if isinstance(component, LinksComponent) and component.role != "both" and n_links > 1:
            title = f"{title} {component.role}"
        same = sum(each == title or each.startswith(f"{title} ") for each in named)
        named.append(f"{title} {same + 1}" if same else title)
    return tuple(named)


def source_title(component: Component, n_relations: int) -> str:
    """What a component is made from: a relation by its name where the study has several.

    It keeps that name though it may be the only one in the prior.
    """
    match component:
        case IndividualComponent():
            return "individual"
        case FeaturesComponent():
            return "features"
        case LinksComponent():
            is_named = n_relations > 1 and component.relation is not None
            return str(component.relation) if is_named else "links"
    assert_never(component)
