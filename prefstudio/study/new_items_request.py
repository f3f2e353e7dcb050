"""The work order that reads a table of new items and foretells where each would stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.study.errors import DataError
from prefstudio.study.mailbox import Lane
from prefstudio.study.new_item_request import NewItemFound, standings_of
from prefstudio.study.new_items import ItemsDrafted, drafted_table
from prefstudio.study.state import StudyState


@dataclass(frozen=True, slots=True, eq=False)
class NewItemsFound:
    """What a table holds, and where each of its items would stand with all others among them."""

    moment: int
    path: Path
    drafted: ItemsDrafted
    standings: tuple[NewItemFound, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class NewItemsRequest:
    """Read a table, add its items in thought, and see what is believed of them.

    Attributes
    ----------
    state
        The study that they would join.
    path, folder
        The table, and where its pictures and sounds must lie.
    moment
        The number of the moment it speaks of.
    """

    lane: ClassVar[Lane] = Lane.NEW_ITEM

    state: StudyState
    path: Path
    folder: Path
    moment: int

    def compute(self, control: Control) -> NewItemsFound:
        """Read, check and infer; what is wrong with the table is a finding, not a failure."""
        try:
            drafted = drafted_table(self.state, self.path, self.folder, control)
        except DataError as error:
            nothing = ItemsDrafted(self.state, (), problems=(error,))
            return NewItemsFound(self.moment, self.path, nothing)
        ids = [change.item.item_id for change in drafted.changes]
        standings = standings_of(drafted.state, ids, self.moment, control) if ids else ()
        return NewItemsFound(self.moment, self.path, drafted, standings)
