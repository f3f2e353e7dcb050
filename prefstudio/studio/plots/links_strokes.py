"""Which lines the links become: by relation, thin among many, strong where an answer went."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.links_picture import Floats, Strokes
from prefstudio.studio.plots.relation_look import RelationLook, relation_looks
from prefstudio.studio.theme import Theme
from prefstudio.study.shown_links import ShownLinks

WIDTH, FEWER_WIDTH, STRONG_WIDTH = 1.5, 1.0, 3.0
STRONG_OPACITY, MANY_OPACITY = 0.8, 0.35
STRONG_FROM = 0.25  # of the largest change, at both ends of a link
FEW, MANY = 60, 300  # items in view up to which links are wide, and above which they are faint


@dataclass(frozen=True, slots=True, eq=False)
class StrokeSource:
    """What links are drawn between.

    Attributes
    ----------
    places, sizes
        Of the items in pixels.
    shown
        Positions of the items that are shown at all.
    moved
        How far each item moved, of the one that moved most; 0 where that is not shown.
    faded
        How much is left of what an answer moved, 1 before it fades.
    """

    places: Floats
    sizes: Floats
    shown: Array
    moved: Floats
    faded: float
    n_seen: int


def visible_rows(links: ShownLinks, hidden: frozenset[int], shown: Array, n_items: int) -> Array:
    """Rows of the links whose relation is switched on and whose items are both shown."""
    is_shown = np.zeros(n_items, dtype=bool)
    is_shown[shown] = True
    is_on = np.array([place not in hidden for place in range(len(links.names))], dtype=bool)
    if not links.n_links:
        return np.zeros(0, dtype=np.intp)
    both = is_shown[links.first] & is_shown[links.second]
    return np.flatnonzero(both & is_on[links.relation])


def ends_of(links: ShownLinks, rows: Array, places: Floats) -> Floats:
    """Where links begin and end, rows of x, y, x, y."""
    return np.concatenate([places[links.first[rows]], places[links.second[rows]]], axis=1)


def strokes_of(
    links: ShownLinks | None, hidden: frozenset[int], source: StrokeSource, theme: Theme
) -> tuple[Strokes, ...]:
    """Lines to draw, those of influence last."""
    if links is None or not links.n_links:
        return ()
    rows = visible_rows(links, hidden, source.shown, len(source.places))
    ends = ends_of(links, rows, source.places)
    share = np.minimum(source.moved[links.first[rows]], source.moved[links.second[rows]])
    is_strong = share > STRONG_FROM
    is_covered = is_strong & (source.faded >= 1.0)  # what fades leaves the link in sight
    made = []
    for relation, look in enumerate(relation_looks(len(links.names), theme)):
        is_own = (links.relation[rows] == relation) & ~is_covered
        own = ends[is_own]
        has_heads = links.is_directed[relation] and source.n_seen <= FEW
        if has_heads:
            own = _up_to_disc(own, source.sizes[links.second[rows[is_own]]])
        made.append(Strokes(own, _pen(look, source.n_seen), has_heads))
    accent = QPen(theme.color("accent", STRONG_OPACITY * source.faded), STRONG_WIDTH)
    accent.setCapStyle(Qt.PenCapStyle.RoundCap)
    return (*made, Strokes(ends[is_strong], accent))


def _pen(look: RelationLook, n_seen: int) -> QPen:
    made = look.pen(WIDTH if n_seen <= FEW else FEWER_WIDTH)
    if n_seen > MANY:
        color = made.color()
        color.setAlphaF(MANY_OPACITY)
        made.setColor(color)
    return made


def _up_to_disc(ends: Floats, sizes: Floats) -> Floats:
    """Links that end at the rim of their second item, so that their heads are seen."""
    along = ends[:, 2:] - ends[:, :2]
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    short = np.minimum(sizes[:, None] / 2 + 1.0, 0.45 * length)
    return np.concatenate([ends[:, :2], ends[:, 2:] - along * (short / length)], axis=1)
