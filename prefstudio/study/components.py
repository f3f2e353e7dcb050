"""The components of a study's prior: defaults filled in, then built for the engine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine import components as engine_components
from prefstudio.engine import link_graph
from prefstudio.engine.linalg import Array
from prefstudio.engine.warp import Warp
from prefstudio.study.features import FeatureTable
from prefstudio.study.folder import LINKS_FILE, Study
from prefstudio.study.links import RelationLinks
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    StudySettings,
)
from prefstudio.study.words import counted, did_you_mean, listed, quoted


def resolved_components(study: Study, places: Array) -> tuple[Component, ...]:
    """The components as they were written out, or the defaults that the data give.

    Parameters
    ----------
    study
        The facts.
    places
        Positions of the items that the model speaks of.

    Raises
    ------
    DataError
        When a component asks for what the study has not.
    """
    written = check_components(study.settings, study.features, tuple(study.links))
    return written or _default_components(study, places)


def check_components(
    settings: StudySettings, features: FeatureTable, relations: Sequence[str]
) -> tuple[Component, ...]:
    """Return the components that are written out, each with the name of its relation.

    Parameters
    ----------
    settings
        The settings.
    features, relations
        The features, and the names of the relations, that the study has.

    Raises
    ------
    DataError
        When a component, or the semi-supervised step, asks for what the study has not.
    """
    checked: list[Component] = []
    for place, component in enumerate(settings.model.components):
        path = f"model.component[{place}]"
        if isinstance(component, LinksComponent):
            name = _relation(settings, relations, path, component)
            component = replace(component, relation=name)
        elif isinstance(component, FeaturesComponent):
            _check_features(settings, features, path, component)
        checked.append(component)
    if settings.model.semi_supervised is not None:
        _check_warped(settings, features)
    return tuple(checked)


def components_of(
    study: Study, components: tuple[Component, ...], places: Array
) -> list[engine_components.Component]:
    """The engine's components, one a term, each of a name of its own."""
    built: list[engine_components.Component] = []
    warped = study.settings.model.semi_supervised is None
    for component in components:
        match component:
            case LinksComponent():
                built += _links(study, component, places)
            case FeaturesComponent():
                built.append(_features(study, component, places, warp=not warped))
                warped = True
            case IndividualComponent():
                built.append(engine_components.Individual(len(places), component.weight))
            case _:
                assert_never(component)
    return list(_named_apart(built))


def _default_components(study: Study, places: Array) -> tuple[Component, ...]:
    """Features, each relation and the individual part, sharing a variance of 1 a term."""
    found: list[Component] = []
    n_columns = len(study.features.column_names())
    if n_columns:
        found.append(FeaturesComponent(length_scale=math.sqrt(n_columns)))
    n_terms = len(found) + 1
    for name, links in study.links.items():
        found.append(default_links(links, name, len(study.items), places))
        n_terms += len(relation_weights(links, "both", len(study.items), places))
    found.append(IndividualComponent())
    return tuple(replace(component, weight=1.0 / math.sqrt(n_terms)) for component in found)


def default_links(links: RelationLinks, name: str, n_items: int, places: Array) -> LinksComponent:
    """The component of a relation of which nothing is said, of weight 1.

    ι is told by the mean degree, β such that the mean prior variance of a term is 1.
    """
    terms = list(relation_weights(links, "both", n_items, places).values())
    degrees = np.concatenate([np.asarray(term.sum(axis=1)).ravel() for term in terms])
    iota = link_graph.default_iota(degrees)
    variances = [link_graph.regularized_laplacian(term, 1.0, iota).diagonal() for term in terms]
    return LinksComponent(relation=name, beta=float(np.mean(variances)), iota=iota)


def _check_warped(settings: StudySettings, features: FeatureTable) -> None:
    written = settings.model.components
    if written:
        has_features = any(isinstance(each, FeaturesComponent) for each in written)
    else:
        has_features = bool(features.columns)
    if not has_features:
        raise settings.error(
            "model.semi_supervised",
            "the semi-supervised step needs a features component to work on",
            "Give items.csv features, or leave [model.semi_supervised] out.",
        )


def _relation(
    settings: StudySettings, names: Sequence[str], path: str, component: LinksComponent
) -> str:
    if not names:
        raise settings.error(
            path,
            "a links component needs links and the study has none",
            f"Write {LINKS_FILE} with the columns source and target, or leave the component out.",
        )
    if component.relation is None:
        if len(names) == 1:
            return names[0]
        raise settings.error(
            path,
            f"a links component names no relation and there are {listed(map(quoted, names))}",
            "Write relation = … with one of them.",
        )
    if component.relation in names:
        return component.relation
    raise settings.error(
        f"{path}.relation",
        f"no relation is called {quoted(component.relation)}",
        did_you_mean(component.relation, names, f"Name a relation that {LINKS_FILE} has."),
    )


def _check_features(
    settings: StudySettings, features: FeatureTable, path: str, component: FeaturesComponent
) -> None:
    known = {name for column in features.columns for name in (column.name, column.heading)}
    for name in component.columns:
        if name not in known:
            raise settings.error(
                f"{path}.columns",
                f"no feature column is called {quoted(name)}",
                did_you_mean(name, features.names, "Name a feature column of items.csv."),
            )
    n_columns = len(features.column_names(component.columns))
    if not n_columns:
        raise settings.error(
            path,
            "a features component needs features and items.csv has none",
            "Add columns named x_…, or leave the component out.",
        )
    n_scales = np.size(component.length_scale)
    if n_scales not in (1, n_columns):
        raise settings.error(
            f"{path}.length_scale",
            f"there are {counted(n_scales, 'length scale')} for "
            f"{counted(n_columns, 'feature column')}",
            "Give one number, or one for each column.",
        )


def _features(
    study: Study, component: FeaturesComponent, places: Array, warp: bool
) -> engine_components.Features:
    values = study.features.matrix(component.columns, component.standardize)[places]
    step = study.settings.model.semi_supervised
    graph = None
    if warp and step is not None:
        # Who is near whom is told in units of each column's spread, whatever the kernel takes.
        compared = study.features.matrix(component.columns, standardize=True)[places]
        weights = link_graph.nearest_neighbour_weights(compared, step.neighbours)
        graph = Warp(weights, step.strength)
    return engine_components.Features(
        values,
        component.weight,
        component.kernel,
        component.amplitude,
        np.asarray(component.length_scale, dtype=float),
        graph,
    )


def _links(study: Study, component: LinksComponent, places: Array) -> list[engine_components.Links]:
    assert component.relation is not None
    links = study.links[component.relation]
    terms = relation_weights(links, component.role, len(study.items), places)
    return [
        engine_components.Links(
            weights, component.weight, component.kernel, component.beta, component.iota, name
        )
        for name, weights in terms.items()
    ]


def relation_weights(
    links: RelationLinks, role: str, n_items: int, places: Array
) -> dict[str, sparse.csr_matrix]:
    """Item by item weights of a relation, one matrix a term, by the term's name."""
    name = links.relation.name
    if links.relation.bipartite:
        projection = link_graph.project(
            n_items, links.source, links.target, links.weight, links.relation.hub_weight
        )
        terms = {name: projection.weights()}
    else:
        weights = link_graph.weight_matrix(n_items, links.source, links.target, links.weight)
        if not links.relation.directed:
            terms = {name: link_graph.undirected(weights)}
        else:
            roles = {"linked": link_graph.linked, "linking": link_graph.linking}
            wanted = roles if role == "both" else {role: roles[role]}
            terms = {f"{name} {key}": make(weights) for key, make in wanted.items()}
    return {key: matrix[places][:, places].tocsr() for key, matrix in terms.items()}


def _named_apart(
    components: list[engine_components.Component],
) -> Iterator[engine_components.Component]:
    taken: set[str] = set()
    for component in components:
        name, number = component.name, 1
        while name in taken:
            number += 1
            name = f"{component.name} {number}"
        taken.add(name)
        yield replace(component, name=name)  # type: ignore[type-var]
