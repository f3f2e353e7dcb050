"""Where the items stand in the picture of the links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sparse
from scipy.sparse import csgraph

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.study.changed_study import study_after
from prefstudio.study.changes import LinkAdded, LinkRemoved
from prefstudio.study.folder import Study
from prefstudio.study.force_layout import component_layout
from prefstudio.study.layout_joining import joined
from prefstudio.study.layout_packing import packed, turned_and_sized
from prefstudio.study.layout_spacing import MOST_WITH_NAMES, filling, spaced
from prefstudio.study.mailbox import Lane
from prefstudio.study.shown_items import shown_items
from prefstudio.study.shown_links import ShownLinks, shown_links
from prefstudio.study.state import StudyState

WIDTH_TO_HEIGHT = 1.7  # of the panel that the picture is stretched to
MOST_IN_RING = 24


@dataclass(frozen=True, slots=True, eq=False)
class LinkLayout:
    """Places of the items.

    Attributes
    ----------
    moment
        The number of the moment it was made for.
    positions
        Shape (n_items, 2), from 0 to 1 to the right and upwards; read-only.
    study
        Whose items it was made for; None where it is of other pairs.
    first
        Ids of the items that were laid out by their links; the others found their places later.
    """

    moment: int
    positions: Array
    study: Study | None = None
    first: tuple[str, ...] = ()

    def is_of(self, study: Study) -> bool:
        """Whether it was made for these very items, whatever else is another."""
        return self.study is not None and self.study.items is study.items


@dataclass(frozen=True, slots=True, eq=False)
class LayoutRequest:
    """Places for the items of a study, over the links of all its relations.

    They follow from how the study was founded and from which items were added to it. Links that
    are drawn or removed by hand move nobody, so that the picture is the same before and after,
    and when the study is opened again.

    Attributes
    ----------
    start
        The layout before, which saves most of the work.
    """

    lane: ClassVar[Lane] = Lane.LAYOUT

    moment: int
    state: StudyState
    start: LinkLayout | None = None

    @classmethod
    def of(cls, state: StudyState, moment: int, start: LinkLayout | None = None) -> LayoutRequest:
        """The request for a study as it is at a moment."""
        return cls(moment, state, start)

    def compute(self, control: Control) -> LinkLayout:
        """Place every item."""
        study = self.state.study
        ids = shown_items(study).ids
        untouched = _without_links_by_hand(self.state)
        first = self._first(ids)
        known = self._known(first, untouched, control)
        places = np.array([known.get(each, (np.nan, np.nan)) for each in ids]).reshape(-1, 2)
        pairs = _unique_pairs(shown_links(untouched, ids))
        places = joined(places, _graph(pairs, len(ids)), control)
        return LinkLayout(self.moment, read_only(places), study, first)

    def _first(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """The items that are laid out by their links.

        Those of the founding; where more than as many were added since, so many of them as make
        the picture anew only now and then.
        """
        founding = shown_items(self.state.founding).ids
        n_first = len(founding)
        while len(ids) > 2 * n_first:
            n_first = 2 * n_first + 1
        return founding if n_first == len(founding) else ids[:n_first]

    def _known(
        self, first: tuple[str, ...], untouched: Study, control: Control
    ) -> dict[str, tuple[float, float]]:
        """Places of items by their ids: those of the layout before, or else of the first ones."""
        founding, start = self.state.founding, self.start
        if start is not None and start.study is not None and start.first == first:
            return dict(zip(shown_items(start.study).ids, start.positions.tolist(), strict=True))
        is_founding = first == shown_items(founding).ids
        links = shown_links(founding if is_founding else untouched, first)
        made = link_layout(links, len(first), founding.settings.seed or 0, control)
        return dict(zip(first, made.positions.tolist(), strict=True))


def _without_links_by_hand(state: StudyState) -> Study:
    """The study as it would be had nobody drawn or removed a link."""
    changes = [each for each in state.changes if each.event_id not in state.undone]
    others = [each for each in changes if not isinstance(each.body, LinkAdded | LinkRemoved)]
    if len(others) == len(changes):
        return state.study
    return study_after(state.founding, others).study


def link_layout(
    links: ShownLinks, n_items: int, seed: int, control: Control, moment: int = 0
) -> LinkLayout:
    """Place items by their links.

    Parameters
    ----------
    seed : int
        The study's own, so that the same facts give the same picture.

    Raises
    ------
    Cancelled
        Soon after `control` asks for it.
    """
    places = _fresh(_unique_pairs(links), n_items, seed, control)
    return LinkLayout(moment, read_only(places))


def _unique_pairs(links: ShownLinks) -> Array:
    ends = np.sort(np.stack([links.first, links.second], axis=1), axis=1).astype(np.intp)
    return np.unique(ends.reshape(-1, 2), axis=0)


def _graph(pairs: Array, n_items: int) -> sparse.csr_array:
    ones = np.ones(2 * len(pairs))
    both = np.concatenate([pairs, pairs[:, ::-1]])
    return sparse.csr_array((ones, (both[:, 0], both[:, 1])), shape=(n_items, n_items))


def _fresh(pairs: Array, n_items: int, seed: int, control: Control) -> Array:
    """Every connected part by itself, then all of them side by side."""
    if n_items < 2 or not len(pairs):
        return spaced(_unlinked(n_items), control)
    graph = _graph(pairs, n_items)
    _, part_of = csgraph.connected_components(graph, directed=False)
    order = np.argsort(part_of, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(part_of))[:-1])
    linked = sorted((part for part in parts if len(part) > 1), key=len, reverse=True)
    shapes = []
    for part in linked:
        inner = graph[part][:, part]
        shapes.append(turned_and_sized(component_layout(inner, seed, control)))
    alone = np.flatnonzero(np.diff(graph.indptr) == 0)
    whole = packed(shapes, len(alone), WIDTH_TO_HEIGHT, control)
    places = np.empty((n_items, 2))
    places[np.concatenate([*linked, alone])] = whole
    places = _in_unit_square(places)
    if n_items <= MOST_WITH_NAMES:
        places = _in_unit_square(filling(places, pairs, WIDTH_TO_HEIGHT, control))
    return spaced(places, control)


def _unlinked(n_items: int) -> Array:
    """A ring of a few items, rows of many."""
    if n_items <= MOST_IN_RING:
        angle = np.pi / 2 - 2 * np.pi * np.arange(n_items) / max(n_items, 1)
        ring = 0.5 + 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return ring if n_items > 1 else np.full((n_items, 2), 0.5)
    columns = int(np.ceil(np.sqrt(n_items * WIDTH_TO_HEIGHT)))
    row, column = np.divmod(np.arange(n_items), columns)
    return _in_unit_square(np.stack([column, -row], axis=1).astype(float))


def _in_unit_square(places: Array) -> Array:
    """Stretch each axis to the whole square; a flat one lies in the middle."""
    low, size = places.min(axis=0), np.ptp(places, axis=0)
    is_flat = size < 1e-9
    return np.where(is_flat, 0.5, (places - low) / np.where(is_flat, 1.0, size))
