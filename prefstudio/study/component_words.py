"""What components and relations are and mean, in a person's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from prefstudio.study.component_shares import source_title
from prefstudio.study.folder import Study
from prefstudio.study.links import Relation, RelationLinks
from prefstudio.study.model_sheet import ModelSheet
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    SemiSupervisedSettings,
)
from prefstudio.study.words import counted, listed

KERNEL_TITLES = {
    "squared_exponential": "Squared exp.",
    "linear": "Linear",
    "regularized_laplacian": "Laplacian",
    "common_cause": "Common cause",
}
KERNEL_HELP = {
    "squared_exponential": "Squared exponential: items with similar features are alike, the less "
    "the farther they are apart.",
    "linear": "Linear: the utility is a weighted sum of the features.",
    "regularized_laplacian": "Regularised Laplacian: likeness spreads along links and fades with "
    "every step.",
    "common_cause": "Common cause: items of the same clique have a hidden cause in common.",
}
BOTH_WAYS, ONE_WAY, SHARED = "both_ways", "one_way", "shared"
READING_TITLES = {BOTH_WAYS: "Both ways", ONE_WAY: "One way", SHARED: "Shared things"}
READING_HELP = {
    BOTH_WAYS: "Linked items are alike.",
    ONE_WAY: "Items that the same item links to, or that link to the same item, are alike.",
    SHARED: "What links lead to are things; items that share one are alike.",
}
ROLE_TITLES = {"both": "Both", "linked": "Linked", "linking": "Linking"}
ROLE_HELP = {
    "both": "Linked and linking together, one term each.",
    "linked": "Items that the same item links to are alike.",
    "linking": "Items that link to the same item are alike.",
}
MOST_NAMED = 4  # features


@dataclass(frozen=True, slots=True)
class RelationFacts:
    """One relation of a study: how its links are read, how many, and how they could be read."""

    relation: Relation
    n_links: int
    can_be_plain: bool

    @property
    def reading(self) -> str:
        """Which of `READING_TITLES` holds."""
        if self.relation.bipartite:
            return SHARED
        return ONE_WAY if self.relation.directed else BOTH_WAYS


@dataclass(frozen=True, slots=True, eq=False)
class ComponentsSheet:
    """What a person may turn of the components.

    Attributes
    ----------
    model
        The model they are part of.
    relations
        Every relation of the study by its name, those that are no component among them.
    columns
        Names of the feature columns.
    n_pairs
        Different pairs that were answered.
    """

    model: ModelSheet
    relations: dict[str, RelationFacts]
    columns: tuple[str, ...]
    n_pairs: int

    @property
    def neighbours(self) -> SemiSupervisedSettings | None:
        """The neighbour graph; None where there is none."""
        return self.model.settings.model.semi_supervised

    def source_title(self, component: Component) -> str:
        """What a component is called, be it part of the prior or not."""
        return source_title(component, len(self.relations))

    @property
    def has_features(self) -> bool:
        """Whether a component is made from features."""
        return any(isinstance(each, FeaturesComponent) for each in self.model.components)


def components_sheet(study: Study, model: ModelSheet, n_pairs: int) -> ComponentsSheet:
    """The sheet of a study's components."""
    relations = {name: _facts(study, links) for name, links in study.links.items()}
    return ComponentsSheet(model, relations, study.features.names, n_pairs)


def _facts(study: Study, links: RelationLinks) -> RelationFacts:
    known = set(study.items.ids) if links.others else set()
    return RelationFacts(links.relation, len(links.source), known.issuperset(links.others))


def component_in_words(component: Component, sheet: ComponentsSheet) -> str:
    """What a component says of the items, in a sentence or two."""
    match component:
        case LinksComponent():
            return _links_in_words(component, sheet)
        case FeaturesComponent():
            chosen = component.columns or sheet.columns
            n_more = len(chosen) - MOST_NAMED
            more = [f"{n_more} more"] if n_more > 0 else []
            names = listed([*map(_plain, chosen[:MOST_NAMED]), *more])
            return f"By {names}. {KERNEL_HELP[component.kernel]}"
        case IndividualComponent():
            return "What is an item's own: no feature and no link explains it."
    assert_never(component)


def _links_in_words(component: LinksComponent, sheet: ComponentsSheet) -> str:
    assert component.relation is not None
    facts = sheet.relations[component.relation]
    number = counted(facts.n_links, "link")
    said = ROLE_HELP[component.role] if facts.reading == ONE_WAY else READING_HELP[facts.reading]
    return f"{number[0].upper()}{number[1:]}. {said} {KERNEL_HELP[component.kernel]}"


def phrase_of(title: str) -> str:
    """What a part of the prior is called within a sentence."""
    return {"neighbours": "nearest neighbours", "individual": "an individual part"}.get(
        title, title
    )


def _plain(name: str) -> str:
    return name.removeprefix("x_").replace("_", " ")
