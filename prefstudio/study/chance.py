"""Where chance comes from: a generator for each use and revision, none that lives on."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Purpose(IntEnum):
    """What a random choice is for; the numbers stand in recorded studies and never change."""

    QUERY = 1
    RANKING = 2
    LESSON = 3
    FORECAST = 4
    CURVE = 5
    DRAWS = 6
    HOLDOUT = 7
    FOLDS = 31


SAME = 0
"""Stands where a revision does for what is drawn alike every time: numbers that only tell what
is believed must not flicker when the same answers come back by undo or on another day."""


def generator(seed: int, purpose: Purpose, revision: int) -> np.random.Generator:
    """The generator for one use at one revision: the same events give the same choices."""
    return np.random.default_rng([seed, int(purpose), revision])
