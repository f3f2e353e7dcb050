"""Flat pictures with smooth edges, from distances to outlines."""

import math

import numpy as np

PAPER = (246, 245, 241)
Colour = tuple[float, float, float]


def blank(size: int) -> np.ndarray:
    """A square sheet of paper, shape (size, size, 3)."""
    return np.tile(np.array(PAPER, dtype=float), (size, size, 1))


def grid(size: int) -> np.ndarray:
    """Centres of the pixels about the middle, x to the right and y up, shape (size, size, 2)."""
    middle = (size - 1) / 2
    x, y = np.meshgrid(np.arange(size) - middle, middle - np.arange(size))
    return np.stack([x, y], axis=-1)


def paint(picture: np.ndarray, distance: np.ndarray, colour: Colour) -> None:
    """Colour the pixels inside an outline (distance below 0); those it crosses, in part."""
    share = np.clip(0.5 - distance, 0.0, 1.0)[..., None]
    picture += share * (np.array(colour) - picture)


def to_bytes(picture: np.ndarray) -> np.ndarray:
    # Rounded twice: a value that platforms compute as 127.49999… or 127.5 must end as one.
    return np.rint(np.round(picture, 6)).astype(np.uint8)


def distance_to_disc(points: np.ndarray, centre: np.ndarray, radius: float) -> np.ndarray:
    return np.hypot(*np.moveaxis(points - centre, -1, 0)) - radius


def distance_to_polygon(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Signed distance to a closed polygon, negative inside; corners of shape (n_corners, 2)."""
    squared = np.full(points.shape[:-1], np.inf)
    inside = np.zeros(points.shape[:-1], dtype=bool)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along, offset = end - start, points - start
        part = np.clip(offset @ along / (along @ along), 0.0, 1.0)
        squared = np.minimum(squared, np.sum((offset - part[..., None] * along) ** 2, axis=-1))
        crosses = (points[..., 1] >= start[1]) != (points[..., 1] >= end[1])
        turn = along[0] * offset[..., 1] - along[1] * offset[..., 0]
        inside ^= crosses & ((turn > 0.0) == (along[1] > 0.0))
    return np.where(inside, -1.0, 1.0) * np.sqrt(squared)


def colour_of(hue: float, lightness: float, chroma: float) -> Colour:
    """A colour of the OKLCH space (hue in degrees) as red, green and blue of 0 … 255.

    Equal lightness looks equally light there, whatever the hue.
    """
    a = chroma * math.cos(math.radians(hue))
    b = chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _displayed(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _displayed(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _displayed(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _displayed(linear: float) -> float:
    """A linear share of light as a display counts it."""
    linear = min(max(linear, 0.0), 1.0)
    if linear <= 0.0031308:
        return 255.0 * 12.92 * linear
    return 255.0 * (1.055 * linear ** (1 / 2.4) - 0.055)
