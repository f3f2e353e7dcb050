"""What a person does with whole components: add, remove, reweigh, read otherwise; one change each.

A component that comes counts as much as the others do on average, and all others stay as they
are; so taking it away again leads back to where it began.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_shares import n_terms_of
from prefstudio.study.components import default_links
from prefstudio.study.folder import Study
from prefstudio.study.links import Relation
from prefstudio.study.model_sheet import ModelSheet, with_component, with_components, with_shares
from prefstudio.study.setting_table import LARGEST_SCALE
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    SemiSupervisedSettings,
    StudySettings,
)
from prefstudio.study.settings_tables import tables_of
from prefstudio.study.shown_items import model_places


@dataclass(frozen=True, slots=True)
class Offer:
    """A component that could be added, and its mean prior variance at a weight of 1."""

    component: Component
    unit_variance: float


def offers_of(study: Study, sheet: ModelSheet) -> tuple[Offer, ...]:
    """One component of every source that a study has: features, each relation, individuality.

    Of a source that is in the prior already, its first component once more. A relation that is
    not takes as long as its kernel does.
    """
    known: dict[object, Offer] = {}
    for component, unit in zip(sheet.components, sheet.unit_variances, strict=True):
        known.setdefault(source_of(component), Offer(component, unit))
    found = []
    n_columns = len(study.features.column_names())
    if n_columns:
        made = FeaturesComponent(length_scale=math.sqrt(n_columns))
        found.append(known.get(FeaturesComponent, Offer(made, 1.0)))
    places = model_places(study)
    for name, links in study.links.items():
        if name in known:
            found.append(known[name])
            continue
        made_links = default_links(links, name, len(study.items), places)
        found.append(Offer(made_links, float(n_terms_of(study, made_links))))
    if IndividualComponent not in known:
        found.append(Offer(IndividualComponent(), 1.0))
    return tuple(found)


def source_of(component: Component) -> object:
    """What a component is made from: a relation by its name, or else its kind."""
    if isinstance(component, LinksComponent):
        return component.relation
    return type(component)


def with_added(sheet: ModelSheet, offer: Offer) -> SettingsChanged:
    """There is one more component, of the others' mean prior variance."""
    variances = [each for each in sheet.variances if each > 0.0] or [1.0]
    weight = math.sqrt(float(np.mean(variances)) / (offer.unit_variance or 1.0))
    added = replace(offer.component, weight=min(weight, LARGEST_SCALE))
    return with_components(sheet, (*sheet.components, added))


def can_remove(sheet: ModelSheet) -> bool:
    """Whether a component may go: a prior needs one."""
    return len(sheet.components) > 1


def without_component(sheet: ModelSheet, place: int) -> SettingsChanged:
    """One component is gone; the weights of the others stay.

    The neighbour graph goes with the last component of features, in the same change.
    """
    rest = (*sheet.components[:place], *sheet.components[place + 1 :])
    has_features = any(isinstance(each, FeaturesComponent) for each in rest)
    if has_features or sheet.settings.model.semi_supervised is None:
        return with_components(sheet, rest)
    model = replace(sheet.settings.model, components=rest, semi_supervised=None)
    after = replace(sheet.settings, model=model)
    return SettingsChanged("model", tables_of(sheet.settings)["model"], tables_of(after)["model"])


def with_share(sheet: ModelSheet, place: int, share: float) -> SettingsChanged:
    """One component explains a share of the prior variance; the others keep their proportions."""
    others = sum(sheet.shares) - sheet.shares[place]
    if others <= 0.0:  # all the rest is nothing: it shares what is left alike
        rest = [1.0] * len(sheet.shares)
        others = float(len(rest) - 1) or 1.0
    else:
        rest = list(sheet.shares)
    shares = [(1.0 - share) * each / others for each in rest]
    shares[place] = share
    return with_shares(sheet, shares)


def with_kernel(sheet: ModelSheet, place: int, kernel: str) -> SettingsChanged:
    """Features or links become covariance otherwise; the weight stays."""
    component = sheet.components[place]
    assert not isinstance(component, IndividualComponent)
    return with_component(sheet, place, replace(component, kernel=kernel))


def with_role(sheet: ModelSheet, place: int, role: str) -> SettingsChanged:
    """Another side of directed links makes items alike."""
    component = sheet.components[place]
    assert isinstance(component, LinksComponent)
    return with_component(sheet, place, replace(component, role=role))


def with_columns(sheet: ModelSheet, place: int, columns: tuple[str, ...]) -> SettingsChanged:
    """Other feature columns count; none means all, and all have one length scale from then on."""
    component = sheet.components[place]
    assert isinstance(component, FeaturesComponent)
    now = next(each.value for each in sheet.length_scales if each.place == place)
    is_list = isinstance(component.length_scale, tuple)
    scale = now if is_list else component.length_scale
    return with_component(sheet, place, replace(component, columns=columns, length_scale=scale))


def with_neighbours(
    settings: StudySettings, step: SemiSupervisedSettings | None
) -> SettingsChanged:
    """The nearest neighbours pull the features otherwise, or None for not at all."""
    before = settings.model.semi_supervised
    return SettingsChanged("model.semi_supervised", _step(settings, before), _step(settings, step))


def with_reading(settings: StudySettings, relation: Relation) -> SettingsChanged:
    """The links of one relation are read otherwise: both ways, one way, or as shared things."""
    before = settings.relations
    is_there = any(each.name == relation.name for each in before)
    after = tuple(relation if each.name == relation.name else each for each in before)
    if not is_there:
        after = (*before, relation)
    return SettingsChanged(
        "relation",
        tables_of(settings)["relation"],
        tables_of(replace(settings, relations=after))["relation"],
    )


def _step(settings: StudySettings, step: SemiSupervisedSettings | None) -> Any:
    model = replace(settings.model, semi_supervised=step)
    return tables_of(replace(settings, model=model))["model"].get("semi_supervised")
