"""Where the name of an item may stand: beside its disc, moved along it, or farther away."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prefstudio.studio.plots.links_picture import SLANT, Floats

SHIFTS = (-0.25, 0.25, -0.45, 0.45)  # of its size that a plate may be moved along its disc
APART = 2.0  # pixels between a disc and its name
FARTHER = np.array(
    [0.0, 10.0, 20.0, 30.0]
)  # pixels from a disc to a name that finds no room beside it
STRAYING = 12.0 * np.arange(-13, 14)  # pixels from a disc to a name that finds no room near it

Spots = Callable[[float, Floats, Floats], Floats]
"""Where plates may stand around a disc."""

Corner = tuple[Floats | float, Floats | float]
"""Left and top of plates, from the middle of their disc."""


def beside(radius: Floats | float, width: Floats, height: Floats) -> Floats:
    """Left upper corners of plates at the sides and then at the corners of a disc at 0, 0.

    Parameters
    ----------
    radius : float or ndarray, shape (n_radii,)
        Of the disc, or several for plates at several distances from it.
    width, height : ndarray, shape (n_plates, 1)

    Returns
    -------
    ndarray, shape (n_plates, n_spots, 2)
    """
    away, aslant = radius + APART, SLANT * radius + APART
    corners: list[Corner] = [(-width / 2, away), (-width / 2, -away - height)]
    corners += [(away, -height / 2), (-away - width, -height / 2)]
    corners += [(aslant, aslant), (-aslant - width, aslant)]
    corners += [(aslant, -aslant - height), (-aslant - width, -aslant - height)]
    return _corners(corners, width + 0.0 * radius)


def moved(radius: Floats | float, width: Floats, height: Floats) -> Floats:
    """The same for plates at the sides that are moved along the disc."""
    away = radius + APART
    corners: list[Corner] = []
    for shift in SHIFTS:
        across, down = (shift - 0.5) * width, (shift - 0.5) * height
        corners += [(across, away), (across, -away - height)]
        corners += [(away, down), (-away - width, down)]
    return _corners(corners, width + 0.0 * radius)


def around(radius: float, width: Floats, height: Floats) -> Floats:
    """All of them, at the disc and farther away."""
    away = radius + FARTHER
    return np.concatenate([spots(away, width, height) for spots in (beside, moved)], axis=1)


def all_about(radius: float, width: Floats, height: Floats) -> Floats:
    """Plates whose middles lie everywhere about a disc."""
    across, down = (each.ravel() for each in np.meshgrid(STRAYING, STRAYING))
    return np.stack([across - width / 2, down - height / 2], axis=2)


def _corners(corners: list[Corner], like: Floats) -> Floats:
    across = np.concatenate([x + 0.0 * like for x, _ in corners], axis=1)
    down = np.concatenate([y + 0.0 * like for _, y in corners], axis=1)
    return np.stack([across, down], axis=2)
