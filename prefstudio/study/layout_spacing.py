"""Room for every item's disc and name: few items fill the panel, and none lies upon another."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array

MOST_WITH_NAMES = 60
ROOM = np.array([0.21, 0.2])  # that a disc and its name need in a panel, of its width and height
FILLED = 0.55  # share of the panel that is taken at most, or nothing could give way
FILL_STEPS = 200
PUSH_REACH = 2.2  # of the length of a link, to where items push each other
WALL = 0.5  # how hard a wall pushes, of an item in its place
NAME_STEPS = 400
DISC_STEPS = 30
DISC_SHARE = 0.55  # of the spacing of a square grid


def spaced(places: Array, control: Control, may_move: Array | None = None) -> Array:
    """Places in the unit square, moved apart as little as it takes.

    Parameters
    ----------
    places : ndarray, shape (n_items, 2)
    may_move : ndarray of bool, shape (n_items,), optional
        Who gives way; everybody when left out.
    """
    free = np.ones(len(places)) if may_move is None else may_move.astype(float)
    if len(places) < 2:
        return places
    if len(places) <= MOST_WITH_NAMES:
        return _names_apart(places.copy(), free, control)
    return _discs_apart(places.copy(), free, control)


def room_for(n_items: int) -> Array:
    """The width and height that each of some items has to itself, of those of the panel."""
    if n_items > MOST_WITH_NAMES:
        return np.full(2, DISC_SHARE / np.sqrt(n_items))
    return np.asarray(ROOM * min(1.0, np.sqrt(FILLED / (max(n_items, 1) * ROOM.prod()))))


def filling(places: Array, pairs: Array, ratio: float, control: Control) -> Array:
    """Places of a few items spread over the whole panel (Fruchterman and Reingold 1991).

    Parameters
    ----------
    places : ndarray, shape (n_items, 2)
        From 0 to 1; where the items begin.
    pairs : ndarray, shape (n_pairs, 2)
        Which items are linked.
    ratio : float
        Width to height of the panel.
    """
    frame = np.array([ratio, 1.0])
    places = places * frame
    length = np.sqrt(ratio / len(places))
    degree = np.bincount(pairs.ravel(), minlength=len(places))
    stiffness = (1.0 / np.sqrt(degree[pairs].max(axis=1)))[:, None]
    for step in range(FILL_STEPS):
        control.check()
        force = _push(places, length, frame)
        along = places[pairs[:, 1]] - places[pairs[:, 0]]
        along *= stiffness * np.linalg.norm(along, axis=1, keepdims=True) / length
        np.add.at(force, pairs[:, 0], along)
        np.add.at(force, pairs[:, 1], -along)
        size = np.linalg.norm(force, axis=1, keepdims=True)
        reach = 0.08 * (1.0 - step / FILL_STEPS)
        places = places + force * np.minimum(1.0, reach / np.maximum(size, 1e-12))
        np.clip(places, 0.0, frame, out=places)
    return places / frame


def _push(places: Array, length: float, frame: Array) -> Array:
    """Repulsion 1/r from every item that is near, and from the four walls."""
    apart = places[:, None, :] - places[None, :, :]
    squared = np.einsum("ijd,ijd->ij", apart, apart) + 1e-4 * length**2
    # What reaches across the panel would drive all parts to its walls.
    fading = np.maximum(1.0 - np.sqrt(squared) / (PUSH_REACH * length), 0.0)
    force = length**2 * np.einsum("ijd,ij->id", apart, fading / squared)
    for distance, sign in ((places, 1.0), (frame - places, -1.0)):
        fading = np.maximum(1.0 - distance / (0.5 * PUSH_REACH * length), 0.0)
        force += sign * WALL * length**2 * fading / (distance + 0.2 * length)
    return np.asarray(force)


def _names_apart(places: Array, free: Array, control: Control) -> Array:
    """Push overlapping boxes apart along the axis on which they overlap less."""
    n_items = len(places)
    room = room_for(n_items)
    # Items exactly upon each other go apart in the order of the file.
    order = np.sign(np.arange(n_items)[:, None] - np.arange(n_items)[None, :])
    for _ in range(NAME_STEPS):
        control.check()
        apart = places[:, None, :] - places[None, :, :]
        lacks = 1.0 - np.abs(apart) / room
        overlaps = (lacks > 1e-3).all(axis=2) & (order != 0)
        if not overlaps.any():
            break
        is_across = lacks[:, :, 0] < lacks[:, :, 1]
        for axis, chosen in ((0, is_across), (1, ~is_across)):
            side = np.where(apart[:, :, axis] == 0.0, order, np.sign(apart[:, :, axis]))
            push = np.where(overlaps & chosen, lacks[:, :, axis] * side, 0.0) * room[axis]
            places[:, axis] += 0.3 * free * push.sum(axis=1)
        np.clip(places, 0.0, 1.0, out=places)
    return places


def _discs_apart(places: Array, free: Array, control: Control) -> Array:
    from scipy.spatial import cKDTree  # here, since no start should wait for it

    nearest = DISC_SHARE / np.sqrt(len(places))
    for _ in range(DISC_STEPS):
        control.check()
        pairs = cKDTree(places).query_pairs(nearest, output_type="ndarray")
        if not len(pairs):
            break
        one, other = pairs.T
        apart = places[one] - places[other]
        distance = np.linalg.norm(apart, axis=1, keepdims=True)
        is_upon = distance[:, 0] < 1e-9
        apart[is_upon] = np.stack([np.cos(one), np.sin(one)], axis=1)[is_upon]
        push = 0.5 * (nearest - distance) * apart / np.where(is_upon[:, None], 1.0, distance)
        for axis in range(2):
            moves = np.bincount(one, push[:, axis], len(places))
            moves -= np.bincount(other, push[:, axis], len(places))
            places[:, axis] += 0.8 * free * moves
        np.clip(places, 0.0, 1.0, out=places)
    return places
