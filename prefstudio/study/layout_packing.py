"""Connected parts of a picture side by side, as boxes on a skyline."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array

GAP = 1.0  # between two parts; neighbours within a part are about as far from each other
WIDTHS_TRIED = 9


def turned_and_sized(places: Array) -> Array:
    """A part with its long side across and neighbours about 1 apart, its lower left at 0."""
    from scipy.spatial import cKDTree  # here, since no start should wait for it

    centred = places - places.mean(axis=0)
    (xx, xy), (_, yy) = centred.T @ centred
    angle = 0.5 * np.arctan2(2.0 * xy, xx - yy)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turned = centred @ turn
    nearest = np.asarray(cKDTree(turned).query(turned, k=2)[0])[:, 1]
    turned /= max(float(np.median(nearest)), 1e-9)
    # A part of n items need not be wider than they need; long threads would dwarf the rest.
    size = np.ptp(turned, axis=0)
    largest = 2.5 * np.sqrt(len(places))
    turned *= min(1.0, largest / max(float(size.max()), 1e-9))
    return turned - turned.min(axis=0)


def packed(shapes: Sequence[Array], n_alone: int, ratio: float, control: Control) -> Array:
    """Places of all parts and then of the items without a link, which stand in rows below.

    Parameters
    ----------
    shapes : sequence of ndarray, shape (n_members, 2)
        Parts, the largest first, each with its lower left at 0.
    n_alone : int
        How many items have no link.
    ratio : float
        Wanted width to height of the whole.
    """
    sizes = np.array([np.ptp(shape, axis=0) + GAP for shape in shapes])
    corners, width = _best_corners(sizes, n_alone, ratio, control)
    parts = [shape + corner for shape, corner in zip(shapes, corners, strict=True)]
    columns = max(int(width / GAP), 1)
    row, column = np.divmod(np.arange(n_alone), columns)
    spread = width / min(columns, max(n_alone, 1))
    alone = np.stack([(column + 0.5) * spread - 0.5 * GAP, -GAP * (row + 1.0)], axis=1)
    return np.concatenate([*parts, alone])


def _best_corners(
    sizes: Array, n_alone: int, ratio: float, control: Control
) -> tuple[Array, float]:
    """Try some widths and take the one whose whole has a shape nearest to the wanted one."""
    widest, area = float(sizes[:, 0].max()), float(np.prod(sizes, axis=1).sum())
    fair = np.sqrt(ratio * (area + n_alone * GAP**2))
    best: tuple[float, Array, float] | None = None
    for width in np.maximum(widest, fair * np.linspace(0.8, 1.6, WIDTHS_TRIED)):
        control.check()
        corners = _on_skyline(sizes, float(width), control)
        used = float((corners[:, 0] + sizes[:, 0]).max())
        rows = np.ceil(n_alone / max(int(used / GAP), 1))
        height = float((corners[:, 1] + sizes[:, 1]).max()) + rows * GAP
        # The smallest sheet of the wanted ratio that holds it all.
        badness = max(used, ratio * height)
        if best is None or badness < best[0] - 1e-9:
            best = (badness, corners, used)
    assert best is not None
    return best[1], best[2]


def _on_skyline(sizes: Array, width: float, control: Control) -> Array:
    """Lower left corners of boxes, each as low and then as far left as it goes."""
    starts, heights = [0.0], [0.0]
    corners = np.empty_like(sizes)
    for box, (across, up) in enumerate(sizes):
        if box % 64 == 0:
            control.check()
        left, floor = _lowest(starts, heights, across, width)
        corners[box] = left, floor
        _raise(starts, heights, left, min(left + across, width), floor + up, width)
    return corners


def _lowest(
    starts: list[float], heights: list[float], across: float, width: float
) -> tuple[float, float]:
    best = (np.inf, 0.0)
    for place, left in enumerate(starts):
        if left + across > width + 1e-9:
            break
        floor, end = heights[place], place
        while end < len(starts) and starts[end] < left + across - 1e-9:
            floor = max(floor, heights[end])
            end += 1
        best = min(best, (floor, left))
    return best[1], best[0]


def _raise(
    starts: list[float],
    heights: list[float],
    left: float,
    right: float,
    height: float,
    width: float,
) -> None:
    """Set the skyline between two places, in place."""
    after = heights[max(k for k, start in enumerate(starts) if start <= right + 1e-9)]
    kept = [
        (start, level)
        for start, level in zip(starts, heights, strict=True)
        if start < left - 1e-9 or start > right + 1e-9
    ]
    kept.append((left, height))
    if right < width - 1e-9:
        kept.append((right, after))
    kept.sort()
    starts[:], heights[:] = [each[0] for each in kept], [each[1] for each in kept]
