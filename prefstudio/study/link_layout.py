"""Where the items stand in the picture of the links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import scipy.sparse as sparse
from scipy.sparse import csgraph

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.study.folder import Study
from prefstudio.study.force_layout import component_layout
from prefstudio.study.layout_packing import packed, turned_and_sized
from prefstudio.study.layout_spacing import MOST_WITH_NAMES, filling, spaced
from prefstudio.study.mailbox import Lane
from prefstudio.study.shown_items import shown_items
from prefstudio.study.shown_links import ShownLinks, shown_links

WIDTH_TO_HEIGHT = 1.7  # of the panel that the picture is stretched to
HOPS = 1  # links from a changed link's ends to the items that give way as well
MOST_PUSHES = 200_000  # pairs of a moving item and any other, or a change is too large to relax
MOST_IN_RING = 24
RELAX_STEPS = 60
MOST_KEPT = 16  # earlier layouts that are remembered


@dataclass(frozen=True, slots=True, eq=False)
class LinkLayout:
    """Places of the items.

    Attributes
    ----------
    revision
        The moment whose links it was made for.
    positions
        Shape (n_items, 2), from 0 to 1 to the right and upwards; read-only.
    pairs
        The linked pairs it was made for, each once and the earlier item first, shape
        (n_pairs, 2); read-only.
    study
        Whose items and links it was made for; None where it is of other pairs.
    earlier
        Layouts before it, the latest last: where links come back, items return to their places.
    """

    revision: int
    positions: Array
    pairs: Array
    study: Study | None = None
    earlier: tuple[LinkLayout, ...] = ()

    def is_of(self, study: Study) -> bool:
        """Whether it was made for these very items and links, whatever else is another."""
        made = self.study
        return made is not None and made.links is study.links and made.items is study.items


@dataclass(frozen=True, slots=True, eq=False)
class LayoutRequest:
    """Places for the items of a study, over the links of all its relations.

    Attributes
    ----------
    start
        The layout before links or items were added or removed. What is far from the change
        stays where it was; items that are new come after those it knows.
    """

    lane: ClassVar[Lane] = Lane.LAYOUT

    revision: int
    study: Study
    start: LinkLayout | None = None

    @classmethod
    def of(cls, study: Study, revision: int, start: LinkLayout | None = None) -> LayoutRequest:
        """The request for a study as it is at a moment."""
        return cls(revision, study, start)

    def compute(self, control: Control) -> LinkLayout:
        """Place every item."""
        ids = shown_items(self.study).ids
        links = shown_links(self.study, ids)
        seed = self.study.settings.seed or 0
        made = link_layout(links, len(ids), seed, control, self.start, self.revision)
        return replace(made, study=self.study)


def link_layout(
    links: ShownLinks,
    n_items: int,
    seed: int,
    control: Control,
    start: LinkLayout | None = None,
    revision: int = 0,
) -> LinkLayout:
    """Place items by their links.

    Parameters
    ----------
    seed : int
        The study's own, so that the same facts give the same picture.
    start : LinkLayout, optional
        An earlier layout; only what is near a changed link moves.

    Raises
    ------
    Cancelled
        Soon after `control` asks for it.
    """
    pairs = _unique_pairs(links)
    known = () if start is None else (*start.earlier, replace(start, earlier=()))
    places = next(
        (each.positions for each in reversed(known) if _is_of(each, pairs, n_items)), None
    )
    if places is None and start is not None and 2 * len(start.positions) >= n_items > 0:
        places = _relaxed(start, pairs, n_items, control)
    if places is None:
        places = _fresh(pairs, n_items, seed, control)
    return LinkLayout(revision, read_only(places), read_only(pairs), earlier=known[-MOST_KEPT:])


def _is_of(layout: LinkLayout, pairs: Array, n_items: int) -> bool:
    return len(layout.positions) == n_items and np.array_equal(layout.pairs, pairs)


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


def _relaxed(start: LinkLayout, pairs: Array, n_items: int, control: Control) -> Array | None:
    """The old places, except near what changed; None when too much did."""
    n_known = min(len(start.positions), n_items)
    graph = _graph(pairs, n_items)
    places = np.full((n_items, 2), np.nan)
    places[:n_known] = start.positions[:n_known]
    is_new = np.arange(n_items) >= n_known
    is_moving = _moving(_touched(start.pairs, pairs, n_items) | is_new, graph)
    if is_moving is None:
        return None
    _place_new(places, is_new, graph)
    if not is_moving.any():
        return places
    length = _usual_length(places, pairs)
    for step in range(RELAX_STEPS):
        control.check()
        moves = _pushes(places, is_moving, graph, length)
        reach = 0.2 * length * (1.0 - step / RELAX_STEPS)
        size = np.linalg.norm(moves, axis=1, keepdims=True)
        places[is_moving] += moves * np.minimum(1.0, reach / np.maximum(size, 1e-12))
    return spaced(np.clip(places, 0.0, 1.0), control, is_moving)


def _usual_length(places: Array, pairs: Array) -> float:
    """The length of a link that looks like the others."""
    shortest = 0.5 / np.sqrt(len(places))
    along = places[pairs[:, 0]] - places[pairs[:, 1]]
    lengths = np.linalg.norm(along, axis=1)
    return float(np.clip(np.median(lengths) if len(lengths) else 0.0, shortest, 0.4))


def _moving(is_touched: Array, graph: sparse.csr_array) -> Array | None:
    """Who gives way to a change: its items, and their neighbours unless those are too many."""
    most = MOST_PUSHES // max(len(is_touched), 1)
    for is_moving in (_near(is_touched, graph), is_touched):
        if np.count_nonzero(is_moving) <= most:
            return is_moving
    return None


def _touched(before: Array, after: Array, n_items: int) -> Array:
    """Which items gained or lost a link."""
    both = np.concatenate([before, after]).reshape(-1, 2)
    pairs, count = np.unique(both, axis=0, return_counts=True)
    ends = pairs[count == 1].ravel()
    return np.bincount(ends[ends < n_items], minlength=n_items) > 0


def _near(is_touched: Array, graph: sparse.csr_array) -> Array:
    is_near = is_touched
    for _ in range(HOPS):
        is_near = is_near | (graph @ is_near.astype(float) > 0)
    return is_near


def _place_new(places: Array, is_new: Array, graph: sparse.csr_array) -> None:
    """New items begin among their known neighbours, or in the middle, none upon another."""
    for item in np.flatnonzero(is_new):
        neighbours = graph.indices[graph.indptr[item] : graph.indptr[item + 1]]
        known = neighbours[~np.isnan(places[neighbours, 0])]
        centre = places[known].mean(axis=0) if len(known) else np.array([0.5, 0.5])
        turn = 2.399963 * item  # the golden angle: no two alike
        places[item] = centre + 0.05 * np.array([np.cos(turn), np.sin(turn)])


def _pushes(places: Array, is_moving: Array, graph: sparse.csr_array, length: float) -> Array:
    """Springs of a wanted length along links, and a push from all that stand nearer than it."""
    moving = np.flatnonzero(is_moving)
    apart = places[moving, None, :] - places[None, :, :]
    distance = np.maximum(np.linalg.norm(apart, axis=2), 1e-6)
    push = np.maximum(length / distance - 1.0, 0.0) * 0.1
    push[np.arange(len(moving)), moving] = 0.0
    # A spring is as long as wanted where its pull vanishes.
    pull = graph[moving].toarray() * (1.0 - length / distance) * 0.25
    return np.einsum("ij,ijd->id", push - pull, apart)
