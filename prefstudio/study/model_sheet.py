"""The model of a study as a person turns it, and each turn as the change that is recorded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prefstudio.engine import pseudo_inputs
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_shares import component_titles, unit_variances
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.purpose import purpose_of
from prefstudio.study.setting import ALL
from prefstudio.study.setting_table import LARGEST_SCALE
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    LinksComponent,
    StudySettings,
)
from prefstudio.study.settings_tables import tables_of


@dataclass(frozen=True, slots=True)
class ComponentScale:
    """A length of one component: how far features or links reach.

    Attributes
    ----------
    place
        Which component.
    title
        What a person reads, such as "Link reach".
    value
        The length; the geometric mean where every feature column has its own.
    """

    place: int
    title: str
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class ModelSheet:
    """What a person may turn of a model.

    Attributes
    ----------
    settings
        All settings as they stand.
    components
        The prior's components with every default filled in.
    titles
        What a person calls each of them.
    unit_variances
        Mean prior variance of each at a weight of 1.
    n_items
        Items of the model.
    no_pseudo_inputs
        Why pseudo inputs cannot stand for the prior; empty where they can.
    """

    settings: StudySettings
    components: tuple[Component, ...]
    titles: tuple[str, ...]
    unit_variances: tuple[float, ...]
    n_items: int
    no_pseudo_inputs: str = ""

    @property
    def variances(self) -> tuple[float, ...]:
        """Mean prior variance that each component explains, ω² × the mean of its diagonal."""
        pairs = zip(self.components, self.unit_variances, strict=True)
        return tuple(component.weight**2 * unit for component, unit in pairs)

    @property
    def shares(self) -> tuple[float, ...]:
        """Part of the mean prior variance that each component explains; they add up to 1."""
        total = sum(self.variances)
        if total == 0.0:
            return tuple(1.0 / len(self.components) for _ in self.components)
        return tuple(variance / total for variance in self.variances)

    @property
    def noise(self) -> float:
        """How uncertain an answer is."""
        return self.settings.model.noise

    @property
    def length_scales(self) -> tuple[ComponentScale, ...]:
        """How far apart items are that still tell of each other, one a features component."""
        found = [
            (place, float(np.exp(np.mean(np.log(component.length_scale)))))
            for place, component in enumerate(self.components)
            if isinstance(component, FeaturesComponent)
        ]
        return tuple(
            ComponentScale(
                place, "Length scale" if number == 1 else f"Length scale {number}", value
            )
            for number, (place, value) in enumerate(found, start=1)
        )

    @property
    def reaches(self) -> tuple[ComponentScale, ...]:
        """How far links reach, one a component whose kernel knows a reach."""
        return tuple(
            ComponentScale(
                place,
                "Link reach" if self.titles[place] == "links" else f"Reach of {self.titles[place]}",
                component.iota,
            )
            for place, component in enumerate(self.components)
            if isinstance(component, LinksComponent) and component.kernel == "regularized_laplacian"
        )

    @property
    def tie_width(self) -> float | None:
        """Half-width of a tie as a share of the noise; None where nobody may tie.

        Seven levels of strength have cuts of their own in its place.
        """
        response = self.settings.response
        has_width = response.tie and response.scale != "strength7"
        return self.settings.model.tie_width if has_width else None

    @property
    def horizon(self) -> float:
        """How many leading places matter; infinite for the whole ranking."""
        return self.settings.model.horizon

    @property
    def criterion(self) -> str:
        """What makes a pair worth asking."""
        return self.settings.model.criterion

    @property
    def inference(self) -> str:
        """How the posterior is computed."""
        return self.settings.model.inference


def model_sheet(study: Study, resolved: ResolvedModel) -> ModelSheet:
    """The sheet of a study's model; the shares are known since its prior was made."""
    return ModelSheet(
        study.settings,
        resolved.components,
        component_titles(study, resolved.components),
        unit_variances(study, resolved),
        len(resolved.item_ids),
        pseudo_inputs.why_not(resolved.prior),
    )


def with_shares(sheet: ModelSheet, shares: Sequence[float]) -> SettingsChanged:
    """The components share the prior variance otherwise; its mean stays as it is.

    A component that explains nothing at any weight takes no share.

    Parameters
    ----------
    sheet
        The model as it stands.
    shares
        One a component, none negative; only their ratios count.

    Raises
    ------
    ValueError
        When there are not as many as components, one is negative, or none is left to share.
    """
    units = np.asarray(sheet.unit_variances)
    wanted = np.where(units > 0.0, np.asarray(shares, dtype=float), 0.0)
    if np.any(wanted < 0.0) or not np.isfinite(wanted).all() or wanted.sum() == 0.0:
        raise ValueError("shares are numbers of at least 0, and some are above")
    total = sum(sheet.variances) or 1.0
    variances = total * wanted / wanted.sum()
    weights = np.sqrt(variances / np.where(units > 0.0, units, 1.0))
    changed = (
        replace(component, weight=min(float(weight), LARGEST_SCALE)) if unit > 0.0 else component
        for component, weight, unit in zip(sheet.components, weights, units, strict=True)
    )
    return with_components(sheet, tuple(changed))


def with_length_scale(sheet: ModelSheet, place: int, length_scale: float) -> SettingsChanged:
    """The features of one component reach otherwise; columns keep their proportions."""
    component = sheet.components[place]
    assert isinstance(component, FeaturesComponent)
    before = component.length_scale
    after: float | tuple[float, ...] = length_scale
    if isinstance(before, tuple):
        now = next(each.value for each in sheet.length_scales if each.place == place)
        after = tuple(each * length_scale / now for each in before)
    return with_component(sheet, place, replace(component, length_scale=after))


def with_reach(sheet: ModelSheet, place: int, iota: float) -> SettingsChanged:
    """The links of one component reach otherwise; β stays, so its variance may change."""
    component = sheet.components[place]
    assert isinstance(component, LinksComponent)
    return with_component(sheet, place, replace(component, iota=iota))


def with_noise(sheet: ModelSheet, noise: float) -> SettingsChanged:
    """Answers are more or less certain."""
    return SettingsChanged("model.noise", sheet.noise, noise)


def with_tie_width(sheet: ModelSheet, tie_width: float) -> SettingsChanged:
    """Ties are wider or narrower, as a share of the noise."""
    return SettingsChanged("model.tie_width", sheet.settings.model.tie_width, tie_width)


def with_horizon(sheet: ModelSheet, horizon: float) -> SettingsChanged:
    """Other leading places matter; infinity is the whole ranking."""
    return SettingsChanged("model.horizon", _written(sheet.horizon), _written(horizon))


def with_purpose(sheet: ModelSheet, horizon: float) -> tuple[SettingsChanged, ...]:
    """The study is for something else, and chooses its pairs accordingly."""
    criterion = purpose_of(horizon).criterion
    return with_horizon(sheet, horizon), with_criterion(sheet, criterion)


def with_criterion(sheet: ModelSheet, criterion: str) -> SettingsChanged:
    """Pairs are chosen otherwise."""
    return SettingsChanged("model.criterion", sheet.criterion, criterion)


def with_learning(sheet: ModelSheet, learns: bool) -> SettingsChanged:
    """The study learns its model while it asks, or only when somebody wants it."""
    before = sheet.settings.model.learn_while_asking
    return SettingsChanged("model.learn_while_asking", before, learns)


def with_inference(sheet: ModelSheet, inference: str) -> SettingsChanged:
    """The posterior is computed otherwise."""
    return SettingsChanged("model.inference", sheet.inference, inference)


def with_component(sheet: ModelSheet, place: int, component: Component) -> SettingsChanged:
    """One component is another."""
    components = sheet.components
    return with_components(sheet, (*components[:place], component, *components[place + 1 :]))


def with_components(sheet: ModelSheet, components: tuple[Component, ...]) -> SettingsChanged:
    """The prior has other components.

    All are written out, since one alone would take the place of the defaults.
    """
    before = sheet.settings.model.components
    return SettingsChanged(
        "model.component",
        _tables(sheet.settings, before) if before else None,
        _tables(sheet.settings, components),
    )


def _tables(settings: StudySettings, components: tuple[Component, ...]) -> Any:
    model = replace(settings.model, components=components)
    return tables_of(replace(settings, model=model))["model"]["component"]


def _written(horizon: float) -> float | str:
    return ALL if math.isinf(horizon) else horizon
