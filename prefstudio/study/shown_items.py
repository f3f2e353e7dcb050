"""The items that panels show, by position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.study.folder import Study
from prefstudio.study.items import Role

LONGEST_LETTERS = 3  # characters of an id that reads as a letter, such as the papers a to f


@dataclass(frozen=True, slots=True, eq=False)
class ShownItems:
    """Who stands at which position; one entry an item of the model, in the order of the file.

    Attributes
    ----------
    ids
        Unique: what files and events call an item.
    names
        Labels for a person; the id where an item has none.
    groups
        The group of each; empty texts in a study without groups.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    groups: tuple[str, ...]

    @property
    def n_items(self) -> int:
        """How many there are."""
        return len(self.ids)

    @property
    def short_names(self) -> tuple[str, ...]:
        """What lessons call the items: by letters where the ids are such, else by their names."""
        are_letters = all(len(each) <= LONGEST_LETTERS for each in self.ids)
        return self.ids if are_letters else self.names

    def pair(self, first: str, second: str) -> tuple[int, int]:
        """Positions of two items; ValueError when one is not shown."""
        return self.ids.index(first), self.ids.index(second)

    def same_as(self, before: ShownItems, places: frozenset[int]) -> frozenset[int]:
        """Where some of the items before stand now; those that are gone stand nowhere."""
        ids = {before.ids[place] for place in places}
        return frozenset(place for place, item_id in enumerate(self.ids) if item_id in ids)

    @property
    def group_names(self) -> tuple[str, ...]:
        """The groups in the order of the file; a single one, perhaps without a name."""
        return tuple(dict.fromkeys(self.groups))


def model_places(study: Study) -> Array:
    """Positions among all items of those that a model speaks of, shape (n_items,)."""
    return np.array([k for k, item in enumerate(study.items) if item.role is Role.ITEM], int)


def shown_items(study: Study) -> ShownItems:
    """The items that a study compares, as panels show them."""
    items = [item for item in study.items if item.role is Role.ITEM]
    return ShownItems(
        tuple(item.item_id for item in items),
        tuple(item.name for item in items),
        tuple(item.group for item in items),
    )
