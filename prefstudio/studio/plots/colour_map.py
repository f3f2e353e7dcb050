"""From numbers to colours: straight between the stops of a map."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

STEPS = 512
DARK_BELOW = 0.179  # luminance under which white figures are read better than black ones


class ColourMap:
    """A map from a range of numbers to colours.

    Parameters
    ----------
    stops : sequence of str
        Colours as #RRGGBB, evenly spaced over the range.
    blank : str
        The colour of what is not a number.
    """

    def __init__(self, stops: Sequence[str], blank: str = "#FFFFFF") -> None:
        known = np.array([_channels(stop) for stop in stops], dtype=np.float64)
        places = np.linspace(0.0, 1.0, len(stops))
        at = np.linspace(0.0, 1.0, STEPS)
        channels = [np.interp(at, places, known[:, channel]) for channel in range(3)]
        opaque = np.full(STEPS + 1, 255)
        last = np.array([_channels(blank)])
        rgb = np.concatenate([np.stack(channels, axis=1).round(), last])
        self._table = np.column_stack([rgb, opaque]).astype(np.uint8)
        self._is_dark = luminance(self._table[:, :3]) < DARK_BELOW
        self.stops = tuple(stops)

    def colours(self, values: NDArray[np.float64], low: float, high: float) -> NDArray[np.uint8]:
        """Red, green, blue and opacity of every value, shape (…, 4).

        What lies outside the range takes the colour of the nearer end.
        """
        # One look-up of four bytes at once is several times faster than four of one byte.
        whole = self._table.view(np.uint32)[:, 0]
        found = whole[self._steps(values, low, high)]
        return found.view(np.uint8).reshape(*values.shape, 4)

    def is_dark(self, value: float, low: float, high: float) -> bool:
        """Whether figures on the colour of a value must be white."""
        return bool(self.are_dark(np.array([value]), low, high)[0])

    def are_dark(self, values: NDArray[np.float64], low: float, high: float) -> NDArray[np.bool_]:
        """Whether marks on the colours of values must be white, in their shape."""
        return self._is_dark[self._steps(values, low, high)]

    @staticmethod
    def _steps(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.uint16]:
        steps = (values - low) * ((STEPS - 1) / (high - low))
        np.clip(steps, 0.0, STEPS - 1.0, out=steps)
        steps += 0.5
        steps[np.isnan(steps)] = STEPS
        return steps.astype(np.uint16)


@functools.cache
def colour_map(stops: tuple[str, ...], blank: str = "#FFFFFF") -> ColourMap:
    """The map of some stops, made once."""
    return ColourMap(stops, blank)


def _channels(name: str) -> tuple[int, int, int]:
    color = QColor(name)
    return color.red(), color.green(), color.blue()


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance of colours of shape (…, 3), as the contrast rules define it."""
    share = colours / 255.0
    linear = np.where(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))
