"""Items, the things that are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from prefstudio.study.words import nearest


class ItemType(StrEnum):
    """How an item is shown or heard."""

    TEXT = "text"
    IMAGE = "image"
    AUDIO = "audio"


class Role(StrEnum):
    """What an item is there for; only those of role ITEM enter a posterior."""

    ITEM = "item"
    TRAINING = "training"
    CATCH_HIGH = "catch_high"
    CATCH_LOW = "catch_low"
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is compared. None or an empty text means that nothing is said.

    Attributes
    ----------
    path
        Its picture or sound, relative to the study, with forward slashes.
    truth
        A known utility, for the lab only: never a feature, never shown.
    gain_db, start_s, end_s
        How much louder a sound is played, and which part of it.
    extra
        The cells of the columns that have no meaning here, by heading.
    """

    item_id: str
    type: ItemType = ItemType.TEXT
    path: str = ""
    text: str = ""
    label: str = ""
    group: str = ""
    role: Role = Role.ITEM
    truth: float | None = None
    gain_db: float | None = None
    start_s: float | None = None
    end_s: float | None = None
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the item is called on screen: its label, or else its id."""
        return self.label or self.item_id


class ItemSet:
    """The items of a study in the order of their file; a value that never changes.

    Parameters
    ----------
    items
        Items of different ids.
    ids_are_row_numbers
        Whether the file gave no ids, so that they were counted from 1.

    Attributes
    ----------
    ids
        The ids in the order of the file.
    names
        What each item is called on screen, by its id.
    n_ranked
        How many of them are items and nothing else.
    """

    __slots__ = ("_items", "_positions", "ids", "ids_are_row_numbers", "n_ranked", "names")

    def __init__(self, items: Iterable[Item], *, ids_are_row_numbers: bool = False) -> None:
        self._items = tuple(items)
        self._positions = {item.item_id: place for place, item in enumerate(self._items)}
        if len(self._positions) != len(self._items):
            raise ValueError("items of an ItemSet have different ids")
        self.ids = tuple(self._positions)
        self.ids_are_row_numbers = ids_are_row_numbers
        # Counted once: the status line asks with every answer.
        self.names = {item.item_id: item.name for item in self._items}
        self.n_ranked = sum(item.role is Role.ITEM for item in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._positions

    def __getitem__(self, position: int) -> Item:
        return self._items[position]

    def index(self, item_id: str) -> int:
        """Return the position of an item from 0; KeyError when there is none of that id."""
        return self._positions[item_id]

    def by_id(self, item_id: str) -> Item:
        """Return the item of an id; KeyError when there is none."""
        return self._items[self._positions[item_id]]

    def nearest(self, name: str) -> str | None:
        """Return the id most like a name, or None when none is like it."""
        return nearest(name, self.ids)
