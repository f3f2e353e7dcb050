"""What a card says of an item, gathered from the study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from prefstudio.studio.numbers_as_text import MINUS, UNKNOWN, count_of
from prefstudio.study.features import FeatureColumn
from prefstudio.study.folder import Study
from prefstudio.study.items import Item, ItemType
from prefstudio.study.links import RelationLinks
from prefstudio.study.state import StudyState

MOST_FACTS = 4
MOST_NAMES = 2  # linked items that are named; more are counted

Value: TypeAlias = str | tuple[str, ...]
"""What a fact says: words, or names of items."""

Fact: TypeAlias = tuple[str, Value]
"""What it is, and what it says."""


@dataclass(frozen=True, slots=True)
class CardContent:
    """What a card says of its item.

    Attributes
    ----------
    name
        What the item is called.
    text
        Its text; of a picture or a sound what is said about it.
    facts
        Words and values: links, and how often it was compared.
    features
        Likewise, at most four with the facts; where there is nothing else to show of the item,
        at most four of their own.
    position
        Where plots have it; None when they do not.
    kind, path
        How it is shown, and the file of its picture or sound.
    gain_db, start_s, end_s
        How its sound is played.
    is_grouped
        Whether it stands in a group, within which it is ranked.
    """

    name: str
    text: str = ""
    facts: tuple[Fact, ...] = ()
    features: tuple[Fact, ...] = ()
    position: int | None = None
    kind: ItemType = ItemType.TEXT
    path: str = ""
    gain_db: float | None = None
    start_s: float | None = None
    end_s: float | None = None
    is_grouped: bool = False

    @property
    def is_label(self) -> bool:
        """Whether its name and features are all that can be shown."""
        return not self.text and not self.path

    @property
    def is_sound(self) -> bool:
        """Whether it is heard."""
        return self.kind is ItemType.AUDIO and bool(self.path)

    @property
    def is_picture(self) -> bool:
        """Whether it is seen."""
        return self.kind is ItemType.IMAGE and bool(self.path)


def card_content(state: StudyState, item_id: str, position: int | None = None) -> CardContent:
    """Name, text, file and a few facts of an item."""
    study = state.study
    item = study.items.by_id(item_id)
    known = [*_link_facts(study, item_id), ("compared", _compared_words(state, item_id))]
    features = feature_facts(study, item_id)
    is_label = not item.text and not item.path
    return CardContent(
        item.name,
        item.text,
        tuple(known),
        features[: MOST_FACTS if is_label else MOST_FACTS - len(known)],
        position,
        *_media_of(item),
        is_grouped=bool(item.group),
    )


def value_words(value: Value) -> str:
    """A value in one line; a semicolon keeps names apart that have commas of their own."""
    if isinstance(value, str):
        return value
    return ("; " if any("," in name for name in value) else ", ").join(value)


def feature_facts(study: Study, item_id: str) -> tuple[Fact, ...]:
    """The features of an item by their headings, in the order of the file."""
    place = study.items.index(item_id)
    return tuple(
        (column.name.replace("_", " "), _value_words(column, place))
        for column in study.features.columns
    )


def _media_of(
    item: Item,
) -> tuple[ItemType, str, float | None, float | None, float | None]:
    return item.type, item.path, item.gain_db, item.start_s, item.end_s


def _value_words(column: FeatureColumn, place: int) -> str:
    if column.missing[place]:
        return UNKNOWN
    if column.is_categorical:
        return column.categories[int(column.values[place].argmax())]
    value = float(column.values[place, 0])
    text = f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.4g}"
    return text.replace("-", MINUS)


def _compared_words(state: StudyState, item_id: str) -> str:
    own = [each for each in state.comparisons if each.a == item_id or each.b == item_id]
    compared = sum(each.count for each in own if each.answers_its_pair)
    return count_of(compared, "time") if compared else "never"


def _link_facts(study: Study, item_id: str) -> list[Fact]:
    """Who an item is linked to, or with how many; nothing in a study without links."""
    if not study.links:
        return []
    place = study.items.index(item_id)
    names: dict[str, None] = {}
    for relation in study.links.values():
        names.update(dict.fromkeys(_linked_names(study, relation, place)))
    if 0 < len(names) <= MOST_NAMES:
        return [("linked to" if len(names) == 1 else "links", tuple(names))]
    return [("links", f"{len(names):,}" if names else "none")]


def _linked_names(study: Study, links: RelationLinks, place: int) -> list[str]:
    targets = links.target[links.source == place]
    if links.relation.bipartite:
        return [links.others[target] for target in targets]
    places = [*targets, *links.source[links.target == place]]
    return [study.items[other].name for other in places if other != place]
