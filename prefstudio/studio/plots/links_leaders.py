"""Lines from names to their discs, where a name stands near others or away from its own."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots import asked_ring
from prefstudio.studio.plots.links_picture import LEAST_ASKED, Floats, LinksPicture, Name

INTO = 2.0  # pixels that a line reaches into a plate, to where its letters are
HALF_LINE = 8.0  # pixels from the upper edge of a plate to the middle of its first line
SHORTEST = 4.0  # pixels of a line that says more than how near the disc is


def leader_of(picture: LinksPicture, name: Name) -> QLineF:
    """From a name to the middle of its item, or to the ring where it is asked."""
    end = picture.places[name.item]
    line = QLineF(*_starts(np.array([name.plate]), end)[0].tolist(), *end.tolist())
    if name.item in (picture.asked or ()):
        size = max(float(picture.sizes[name.item]), LEAST_ASKED) + asked_ring.WIDTH
        line.setLength(max(line.length() - size / 2, 0.0))
    return line


def n_crossed(plates: Floats, end: Floats, rings: Floats) -> Array:
    """How many discs the line from each plate to one place crosses, but the disc at that place.

    Parameters
    ----------
    plates
        Left, top, right and bottom, shape (n_plates, 4).
    end
        Where all lines end, shape (2,).
    rings
        Centre and radius of each disc, shape (n_discs, 3).

    Returns
    -------
    ndarray, shape (n_plates,)
    """
    along = _starts(plates, end) - end
    towards, radius = rings[:, :2] - end, rings[:, 2]
    is_near = (np.abs(towards) < np.abs(along).max(axis=0) + radius[:, None]).all(axis=1)
    is_near &= (np.abs(towards) > 0.5).any(axis=1)  # the disc itself is not in the way
    towards, radius = towards[is_near], radius[is_near]
    length = np.maximum((along * along).sum(axis=1), 1e-9)
    # Foot of the perpendicular from a disc, as a share of the line, and the distance there.
    share = np.clip((along @ towards.T) / length[:, None], 0.0, 1.0)
    across, down = (towards[:, axis] - share * along[:, axis, None] for axis in (0, 1))
    return np.asarray((across * across + down * down < radius * radius).sum(axis=1))


def _starts(plates: Floats, end: Floats) -> Floats:
    """Where lines to one place begin at plates: above or below its letters, or beside a line."""
    left, top, right, bottom = plates.T
    x, y = end
    is_beside = (x < left) | (x > right)
    down = np.where(is_beside, HALF_LINE, INTO)
    across = np.clip(x, left + INTO, right - INTO)
    return np.stack([across, np.clip(y, top + down, bottom - down)], axis=1)
