"""Shapes: sixteen pictures whose features and links tell of those that nobody compared."""

import math
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.samples.drawing import blank, colour_of, distance_to_polygon, grid, paint, to_bytes
from tests.samples.png import png
from tests.samples.writing import chance, standardised, write_bytes, write_table, write_text

SIZE = 360
SEED = 16
OWN_PART = 0.35
SAME_COLOUR = 40.0  # degrees of hue


class Shape(NamedTuple):
    """A regular polygon or star.

    `depth` is how far a star is cut in (0 for a polygon) and `roundness` how blunt the corners
    are, both as shares of the radius; `size` is the radius as a share of the picture.
    """

    colour: str
    hue: float
    sides: int
    depth: float
    roundness: float
    size: float
    turn: float


SHAPES = (
    Shape("coral", 30, 3, 0.0, 0.05, 0.30, 0),
    Shape("amber", 70, 3, 0.0, 0.35, 0.36, 18),
    Shape("teal", 190, 3, 0.0, 0.20, 0.24, 180),
    Shape("violet", 305, 4, 0.0, 0.02, 0.28, 45),
    Shape("amber", 75, 4, 0.0, 0.45, 0.36, 45),
    Shape("blue", 255, 4, 0.0, 0.25, 0.32, 0),
    Shape("green", 145, 4, 0.0, 0.10, 0.22, 30),
    Shape("coral", 25, 6, 0.0, 0.50, 0.34, 0),
    Shape("teal", 185, 6, 0.0, 0.15, 0.36, 30),
    Shape("rose", 0, 6, 0.0, 0.30, 0.24, 15),
    Shape("blue", 250, 5, 0.5, 0.03, 0.38, 0),
    Shape("amber", 80, 5, 0.5, 0.15, 0.34, 0),
    Shape("rose", 355, 5, 0.4, 0.20, 0.28, 36),
    Shape("violet", 300, 8, 0.3, 0.12, 0.38, 0),
    Shape("green", 150, 8, 0.3, 0.04, 0.30, 10),
    Shape("coral", 35, 8, 0.2, 0.18, 0.36, 22.5),
)
OUTLINES = {3: "triangle", 4: "square", 5: "five-pointed star", 6: "hexagon", 8: "sun"}

STUDY = """\
format = 1
title = "Shapes"
question = "Which shape is more pleasing?"
seed = 20260016

[model]
noise = 0.6
inference = "ep"
criterion = "expected_loss"
horizon = "all"

[[model.component]]
kind = "features"
kernel = "squared_exponential"
amplitude = 1.0
length_scale = 2.5
standardize = true
weight = 0.8

[[model.component]]
kind = "links"
relation = "colour"
kernel = "regularized_laplacian"
beta = 0.55
iota = 1.2
weight = 0.3

[[model.component]]
kind = "links"
relation = "outline"
kernel = "regularized_laplacian"
beta = 0.75
iota = 1.35
weight = 0.3

[[model.component]]
kind = "individual"
weight = 0.4

[[relation]]
name = "colour"

[[relation]]
name = "outline"
"""


def make(folder: Path) -> None:
    header = ["item_id", "type", "path", "label", "text", "truth"]
    header += ["x_sides", "x_depth", "x_roundness", "x_size", "x_hue_cos", "x_hue_sin"]
    names = [f"s{number:02}" for number in range(1, len(SHAPES) + 1)]
    rows = []
    for name, shape, truth in zip(names, SHAPES, _truth(), strict=True):
        path = f"pictures/{name}.png"
        rows.append([name, "image", path, _label(shape), _text(shape), truth, *_features(shape)])
        write_bytes(folder / path, png(_picture(shape)))
    write_table(folder / "items.csv", header, rows)
    links = [[names[i], names[j], relation] for relation, i, j in _links()]
    write_table(folder / "links.csv", ["source", "target", "relation"], links)
    write_text(folder / "study.toml", STUDY)


def _truth() -> np.ndarray:
    """Someone who likes round, warm and large shapes, and some for no reason at all."""
    round_, warm, large = np.array(
        [[s.roundness - s.depth, math.cos(math.radians(s.hue - 55)), s.size] for s in SHAPES]
    ).T
    wanted = standardised(np.stack([round_, warm, large], axis=1)) @ [0.8, 0.6, 0.3]
    return standardised(wanted + OWN_PART * chance(SEED).standard_normal(len(SHAPES)))


def _features(shape: Shape) -> list[float]:
    hue = math.radians(shape.hue)
    ring = [math.cos(hue), math.sin(hue)]
    return [shape.sides, shape.depth, shape.roundness, shape.size, *ring]


def _links() -> list[tuple[str, int, int]]:
    """Pairs of nearly the same hue, and pairs of the same outline."""
    found = []
    for (i, one), (j, other) in combinations(enumerate(SHAPES), 2):
        apart = abs((one.hue - other.hue + 180) % 360 - 180)
        if apart <= SAME_COLOUR:
            found.append(("colour", i, j))
        if one.sides == other.sides:
            found.append(("outline", i, j))
    return sorted(found)


def _picture(shape: Shape) -> np.ndarray:
    picture = blank(SIZE)
    radius = shape.size * SIZE
    blunt = shape.roundness * radius
    # A smaller outline, then all that is within reach of it: corners become round.
    distance = distance_to_polygon(grid(SIZE), _corners(shape, radius - blunt)) - blunt
    paint(picture, distance, colour_of(shape.hue, 0.56, 0.13))
    paint(picture, distance + 6.0, colour_of(shape.hue, 0.70, 0.13))
    return to_bytes(picture)


def _corners(shape: Shape, radius: float) -> np.ndarray:
    count = 2 * shape.sides if shape.depth else shape.sides
    angle = np.radians(90.0 + shape.turn) + 2.0 * np.pi * np.arange(count) / count
    reach = np.full(count, radius)
    if shape.depth:
        reach[1::2] *= 1.0 - shape.depth
    return reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _label(shape: Shape) -> str:
    return f"{_how_large(shape)} {shape.colour} {OUTLINES[shape.sides]}".capitalize()


def _how_large(shape: Shape) -> str:
    return "small" if shape.size < 0.27 else "large" if shape.size >= 0.35 else "medium"


def _text(shape: Shape) -> str:
    edges = "sharp" if shape.roundness <= 0.05 else "soft" if shape.roundness >= 0.3 else "blunt"
    return f"A {_how_large(shape)} {OUTLINES[shape.sides]} in {shape.colour} with {edges} corners."
