"""Chu and Ghahramani's demonstrations: entropy gain against random pairs, with and without the
semi-supervised step, on a spiral and on Boston housing.

Answers are right by the true order, as theirs are. "paper" is their kernel and noise, nothing
learned; "default" is what a study has that says nothing, with weights learned as answers come.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Component, Features
from prefstudio.engine.linalg import Array
from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.engine.warp import Warp
from tests.benchmarks.experiments.courses import (
    LEARN_EVERY,
    Way,
    course,
    default_components,
    standardised,
)
from tests.benchmarks.experiments.data import houses
from tests.benchmarks.experiments.people import Judge, pair_error
from tests.benchmarks.experiments.records import (
    Experiment,
    Record,
    Verdict,
    mean_at,
    mean_of,
    paired,
)

NEIGHBOURS = 3
STOPS = (1, *range(10, 101, 10))
OURS_BY, THEIRS_AT = 60, 100
N_SPIRAL = 35
POOL = 1000
METRIC = "error"

# κ₀, κ and σ² as the paper writes them: amplitude², 1/length_scale² and s²/2
PAPER = {"spiral": (0.25, 4.0, 0.01), "boston": (0.0625, 0.0625, 0.001)}
MODELS = ("default", "paper", "paper, semi-supervised")
CRITERIA = ("random", "entropy_gain")


def spiral(seed: int) -> tuple[Array, Array]:
    """Points scattered along a spiral, and how far along it they are."""
    rng = np.random.default_rng([seed, 11])
    along = np.linspace(0.0, 1.0, N_SPIRAL)
    angle = 0.5 * math.pi + 3.5 * math.pi * along
    radius = 0.3 + 1.7 * along
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return points + 0.03 * rng.standard_normal(points.shape), along


def model(data: str, name: str, values: Array) -> tuple[list[Component], ResponseScale]:
    """Components and noise; `values` as the paper takes them."""
    if name == "default":
        return default_components(values), ResponseScale(1.0)
    variance, rate, half_noise = PAPER[data]
    warp = None
    if name.endswith("semi-supervised"):
        warp = Warp(nearest_neighbour_weights(values, NEIGHBOURS), 1.0)
    features = Features(
        values,
        1.0,
        amplitude=math.sqrt(variance),
        length_scale=1.0 / math.sqrt(rate),
        warp=warp,
    )
    return [features], ResponseScale(math.sqrt(2.0 * half_noise))


def run(job: tuple[str, int, str, str, bool]) -> list[Record]:
    """One person asked one way."""
    arm, repeat, data, name, quick = job
    criterion = arm.rpartition(": ")[2]
    if data == "spiral":
        values, truth = spiral(repeat)
    else:
        values, truth = standardised(houses().features), houses().price
    components, scale = model(data, name, values)
    pool = POOL if data == "boston" and criterion == "entropy_gain" else 0
    way = Way(criterion, pool=pool, learn_every=LEARN_EVERY if name == "default" else 0)
    judge = Judge(truth, 0.0, np.random.default_rng(0))
    rng = np.random.default_rng([repeat, 12])
    stops = STOPS[:3] if quick else STOPS
    steps = course(components, scale, judge, way, stops, rng)
    return [
        Record(data, arm, f"repeat {repeat}", count, METRIC, pair_error(at.posterior.mean, truth))
        for count, at in steps
    ]


def verdicts(records: Sequence[Record]) -> list[Verdict]:
    """Entropy gain against random pairs by model, then with against without the warp."""
    found = [_sooner(records, name) for name in MODELS]
    for criterion in CRITERIA:
        arms = f"{MODELS[2]}: {criterion}", f"{MODELS[1]}: {criterion}"
        for count in (1, 30, 60, 100):
            warped, plain = paired(records, *arms, count, METRIC)
            less = mean_of(warped - plain)
            bound = f"{criterion}: semi-supervised below supervised at {count}"
            found.append(Verdict(bound, str(less), less.mean < 0.0))
    return found


def _sooner(records: Sequence[Record], name: str) -> Verdict:
    ours, theirs = f"{name}: entropy_gain", f"{name}: random"
    goal = mean_at(records, theirs, THEIRS_AT, METRIC)
    reached = [n for n in STOPS if mean_at(records, ours, n, METRIC).mean <= goal.mean]
    return Verdict(
        f"{name}: entropy gain has random's error after {THEIRS_AT} ({goal}) by {OURS_BY}",
        f"{mean_at(records, ours, OURS_BY, METRIC)} at {OURS_BY}; "
        + (f"reached by {reached[0]}" if reached else "not reached"),
        bool(reached) and reached[0] <= OURS_BY,
    )


def _experiment(data: str, title: str, repeats: int) -> Experiment:
    def jobs(number: int, quick: bool) -> list[tuple[str, int, str, str, bool]]:
        arms = [(f"{name}: {criterion}", name) for name in MODELS for criterion in CRITERIA]
        return [(arm, k, data, name, quick) for k in range(number) for arm, name in arms]

    return Experiment(data, title, jobs, run, verdicts, repeats)


SPIRAL = _experiment("spiral", "Chu and Ghahramani's spiral", 20)
BOSTON = _experiment("boston", "Chu and Ghahramani's Boston housing", 20)
