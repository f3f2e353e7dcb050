"""What a person may do to links, and why not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prefstudio.study.shown_links import ShownLinks

ALREADY = "These two are linked already."
SHARED = "This link stands for what both share: no single link can be removed."
NOT_LINKED = "These two are not linked."
TWO = "Choose two items first: Enter chooses, Ctrl Enter adds."


@dataclass(frozen=True, slots=True)
class LinkDrawn:
    """A link that a person drew from the first item to the second."""

    first: int
    second: int
    relation: str


@dataclass(frozen=True, slots=True)
class LinkErased:
    """A link that a person wants gone; where its relation is directed, it goes to the second."""

    first: int
    second: int
    relation: str


def rows_between(links: ShownLinks, hidden: frozenset[int], first: int, second: int) -> list[int]:
    """Rows of the links between two items, either way, whose relation is not switched off."""
    there = (links.first == first) & (links.second == second)
    back = (links.first == second) & (links.second == first)
    rows = np.flatnonzero(there | back).tolist()
    return [row for row in rows if int(links.relation[row]) not in hidden]
