"""The items that panels show, by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prefstudio.study.folder import Study


@dataclass(frozen=True, slots=True, eq=False)
class ShownItems:
    """Who stands at which position; one entry an item of the model, in the order of the file.

    Attributes
    ----------
    ids
        Unique, short: what axes and matrices call an item.
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


def shown_items(study: Study, item_ids: Sequence[str]) -> ShownItems:
    """The items of a model as panels show them."""
    items = [study.items.by_id(item_id) for item_id in item_ids]
    return ShownItems(
        tuple(item_ids),
        tuple(item.name for item in items),
        tuple(item.group for item in items),
    )
