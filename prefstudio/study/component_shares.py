"""What the components of a prior are called, and how much of its variance each can explain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import assert_never

from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
)


def unit_variances(study: Study, resolved: ResolvedModel) -> tuple[float, ...]:
    """Mean prior variance of each component at a weight of 1, all its terms together."""
    terms = iter(resolved.prior.unit_variances)
    counts = (n_terms_of(study, component) for component in resolved.components)
    return tuple(sum(itertools.islice(terms, count)) for count in counts)


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
