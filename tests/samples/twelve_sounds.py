"""Twelve sounds: one phrase, as played and spoilt in eleven ways.

The utility falls with the distance from what was played, measured on levels in bands of hearing,
plus a part that is each sound's own. Links join sounds that are nearer to each other than the
average pair; and sounds that are near each other cannot differ much in their distance from a third.
"""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np

from tests.samples import sound as s
from tests.samples.writing import (
    chance,
    standardised,
    write_bytes,
    write_table,
    write_text,
)

SEED = 4
OWN_PART = 0.25

Treatment = Callable[[np.ndarray], np.ndarray]
SOUNDS: tuple[tuple[str, str, Treatment], ...] = (
    ("As played", "Nothing is taken away and nothing added.", lambda x: x),
    ("Thick curtain", "The high tones are dimmed.", lambda x: s.without_highs(x, 3500.0)),
    ("Next room", "Only the lowest part passes the wall.", lambda x: s.without_highs(x, 600.0)),
    ("Small radio", "The bass is missing.", lambda x: s.without_lows(x, 300.0)),
    ("Tin can", "Only the upper part is left.", lambda x: s.without_lows(x, 1200.0)),
    ("Quiet hiss", "A little noise lies behind the notes.", lambda x: s.with_hiss(x, -34.0)),
    ("Heavy rain", "A steady noise covers what is soft.", lambda x: s.with_hiss(x, -14.0)),
    ("Coarse steps", "Few levels between soft and loud.", lambda x: s.in_steps(x, 4.0)),
    ("Old game", "Sampled too slowly, and left rough.", lambda x: s.sampled_slowly(x, 8)),
    ("Too loud", "The peaks are cut off.", lambda x: s.clipped(x, 0.3)),
    ("Worn tape", "The pitch sways.", lambda x: s.with_wow(x, 4, 0.001)),
    ("Early shadow", "A blur before every note.", lambda x: s.with_early_shadow(x, 0.06)),
)

STUDY = """\
format = 1
title = "Twelve sounds"
question = "Which recording sounds better?"
seed = 20260101

[model]
noise = 0.7
inference = "ep"
criterion = "expected_loss"
horizon = "all"

[[model.component]]
kind = "links"
relation = "sounds_like"
kernel = "regularized_laplacian"
beta = 0.9
iota = 1.5
weight = 0.8

[[model.component]]
kind = "features"
kernel = "squared_exponential"
amplitude = 1.0
length_scale = 2.0
standardize = true
weight = 0.4

[[model.component]]
kind = "individual"
weight = 0.4

[response]
must_play = "off"

[audio]
loop = true
loudness = "match"

[stop]
trials = 40
"""


def make(folder: Path) -> None:
    original = s.phrase()
    sounds = [s.levelled(treatment(original)) for _, _, treatment in SOUNDS]
    distance = _distances(sounds)
    names = [_id(label) for label, _, _ in SOUNDS]
    header = ["item_id", "type", "path", "label", "text", "truth"]
    header += ["x_centroid_khz", "x_bandwidth_khz", "x_crest_db", "x_likeness_db"]
    rows = []
    for name, (label, text, _), sound, truth in zip(
        names, SOUNDS, sounds, _truth(distance[0]), strict=True
    ):
        path = f"sounds/{name}.wav"
        rows.append([name, "audio", path, label, text, truth, *s.measures(sound, original)])
        write_bytes(folder / path, s.wav(sound))
    write_table(folder / "items.csv", header, rows)
    links = [
        [names[i], names[j], _weight(distance, i, j), "sounds_like"]
        for i, j in combinations(range(len(SOUNDS)), 2)
        if distance[i, j] < distance.mean()
    ]
    write_table(folder / "links.csv", ["source", "target", "weight", "relation"], links)
    write_text(folder / "study.toml", STUDY)


def _distances(sounds: list[np.ndarray]) -> np.ndarray:
    """Root mean square difference of the levels in dB, shape (n_sounds, n_sounds)."""
    levels = np.stack([s.band_levels(sound).ravel() for sound in sounds])
    return np.sqrt(np.mean((levels[:, None] - levels[None, :]) ** 2, axis=2))


def _truth(from_original: np.ndarray) -> np.ndarray:
    own = chance(SEED).standard_normal(len(from_original))
    return standardised(standardised(-from_original) + OWN_PART * own)


def _weight(distance: np.ndarray, i: int, j: int) -> float:
    """1 for sounds that are the same, one half at the mean distance."""
    return float(np.exp2(-distance[i, j] / distance.mean()))


def _id(label: str) -> str:
    return label.casefold().replace(" ", "-")
