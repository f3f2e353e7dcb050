"""Places for items that come later: near what they are linked to, and nobody gives way."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse
from scipy.spatial import cKDTree

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array
from prefstudio.study.layout_spacing import room_for

N_SPOTS = 400  # tried for each item
STEP = 0.3  # of an item's room, between spots
GOLDEN_ANGLE = 2.399963
FARNESS = 0.5  # of an item's room that it lacks, what it costs to be the width of the panel away


def joined(places: Array, graph: sparse.csr_array, control: Control) -> Array:
    """Places in the unit square, those of new items among the others.

    Parameters
    ----------
    places : ndarray, shape (n_items, 2)
        From 0 to 1; NaN of the new items.
    graph : csr_array, shape (n_items, n_items)
        Who is linked to whom.

    Raises
    ------
    Cancelled
        Soon after `control` asks for it.
    """
    places = places.copy()
    for item in np.flatnonzero(np.isnan(places[:, 0])):
        control.check()
        is_placed = ~np.isnan(places[:, 0])
        neighbours = graph.indices[graph.indptr[item] : graph.indptr[item + 1]]
        near = places[neighbours[is_placed[neighbours]]]
        centre = near.mean(axis=0) if len(near) else np.full(2, 0.5)
        places[item] = _free_spot(centre, places[is_placed])
    return places


def _free_spot(centre: Array, others: Array) -> Array:
    """The spot with the most room, of two that have enough the nearer one to a centre."""
    room = room_for(len(others) + 1)  # not of all that come: who is placed then stays there
    number = np.arange(N_SPOTS)
    # Spots in a spiral are as dense everywhere.
    turn, away = GOLDEN_ANGLE * number, STEP * np.sqrt(number)
    spots = centre + (away * np.stack([np.cos(turn), np.sin(turn)])).T * room
    spots = spots[((spots >= 0.0) & (spots <= 1.0)).all(axis=1)]
    free = np.ones(len(spots))
    if len(others):
        apart, _ = cKDTree(others / room).query(spots / room, p=np.inf)
        free = np.minimum(apart, 1.0)
    far = np.linalg.norm(spots - centre, axis=1)
    return np.asarray(spots[int(np.argmax(free - FARNESS * far))])
