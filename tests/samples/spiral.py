"""Spiral: 35 beads on a string; near on the string is not the same as near on the page.

After the demonstration of Chu and Ghahramani (2005). The links between nearest neighbours follow
the string, so the semi-supervised step learns from few answers what the features alone cannot.
"""

from pathlib import Path

import numpy as np

from tests.samples.drawing import blank, distance_to_disc, grid, paint, to_bytes
from tests.samples.png import png
from tests.samples.writing import chance, write_bytes, write_table, write_text

N_BEADS = 35
FIRST_TURN, LAST_TURN = 0.25, 1.8
SEED = 35
SIZE = 320
GREY, MARKED = (176, 180, 188), (207, 92, 38)

STUDY = """\
format = 1
title = "Spiral"
question = "Which bead is further out on the string?"
seed = 20050535

[model]
noise = 0.3
inference = "ep"
criterion = "entropy_gain"
horizon = "all"

[[model.component]]
kind = "features"
columns = ["x_x", "x_y"]
kernel = "squared_exponential"
amplitude = 2.0
length_scale = 0.8
standardize = true
weight = 1.0

[model.semi_supervised]
neighbours = 3
strength = 10.0
"""


def make(folder: Path) -> None:
    along = np.linspace(-1.0, 1.0, N_BEADS)
    places = _places(along)
    pictures = _pictures(places)
    # Numbers on the beads must not tell their order.
    order = chance(SEED).permutation(N_BEADS)
    header = ["item_id", "type", "path", "label", "text", "truth", "x_x", "x_y"]
    rows = []
    for number, bead in enumerate(order, start=1):
        path = f"pictures/bead-{number:02}.png"
        x, y = places[bead]
        truth = np.sqrt(3.0) * along[bead]
        rows.append([f"b{number:02}", "image", path, f"Bead {number}", _where(x, y), truth, x, y])
        write_bytes(folder / path, png(pictures[bead]))
    write_table(folder / "items.csv", header, rows)
    write_text(folder / "study.toml", STUDY)


def _places(along: np.ndarray) -> np.ndarray:
    """Beads at nearly equal distances on a spiral of Archimedes, shape (n_beads, 2)."""
    share = (along + 1.0) / 2.0
    # Its length grows with the square of the angle.
    turns = np.sqrt(FIRST_TURN**2 + share * (LAST_TURN**2 - FIRST_TURN**2))
    angle = 2.0 * np.pi * turns
    places = turns[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.round(places + 0.03 * chance(SEED + 1).standard_normal(places.shape), 3)


def _pictures(places: np.ndarray) -> list[np.ndarray]:
    """All beads in grey, and in each picture another one marked."""
    points = grid(SIZE)
    centres = places * (0.4 * SIZE / np.abs(places).max())
    string = blank(SIZE)
    for centre in centres:
        paint(string, distance_to_disc(points, centre, 6.0), GREY)
    pictures = [string.copy() for _ in centres]
    for picture, centre in zip(pictures, centres, strict=True):
        paint(picture, distance_to_disc(points, centre, 10.0), MARKED)
    return [to_bytes(picture) for picture in pictures]


def _where(x: float, y: float) -> str:
    across = f"{abs(x):.2f} {'right' if x >= 0 else 'left'}"
    up = f"{abs(y):.2f} {'above' if y >= 0 else 'below'}"
    return f"One of 35 beads on a coiled string, {across} of the middle and {up} it."
