"""Chu and Ghahramani's demonstrations: entropy gain against random pairs, with and without the
semi-supervised step, on a spiral and on Boston housing.

Answers are right by the true order, as theirs are. "paper" is their kernel and noise, nothing
learned; "default" is what a study has that says nothing, with weights, length scale and, with the
step, its strength learned as answers come, so that either is a fair opponent of the other.

What the paper says of the step, and what comes out. The spiral, one pair labelled: the ranking
follows the string. It does, where the beads' nearest neighbours lie along the string, as those of
beads at equal distances do; beads at equal angles are so far apart on the outer turn that the
third neighbour is on the next one, and a graph that cuts across is worse than none.
Boston: "comparable", "slightly better after selecting 30 pairs". Comparable it is, better it is
not. Why not was looked for on seeds of its own, 100 and above. Differences are semi-supervised
less supervised error: the step helps where they are negative.

- Their setting, 200 trials, 30 / 60 / 100 answers of entropy gain: −.001 ± .002, .000 ± .001,
  .002 ± .001; random pairs: .003, .001, .000, all ± .0002. A trial's error has a standard
  deviation of .02, .012, .007, so means of 20 trials differ by .002 to .007 by chance alone.
- The graph, 40 trials: 3-NN on raw or [0, 1] features, mutual neighbours, weights that fall with
  distance, the normalised Laplacian, a tenth of the strength: none below supervised by more than
  its standard error from 30 answers on. 20 trials of 3-NN and 10-NN: the stronger the worse, by
  .03 to .06 at a strength of 100.
- Pairs from one fixed pool of 1,000, or features in [0, 1] or [−1, 1], 40 trials: at best
  −.003 ± .003.
- The length scale, 20 trials: with half of theirs (κ = 0.25) no gain beyond .003 that is more than
  chance. With a quarter (κ = 1), a kernel so rough that supervised errs by .32 after 30 answers,
  10-NN of strength 3 to 100 gains .05 to .11 (.05 to .09 on seeds 0 to 19), and still errs by
  more than their smooth kernel does without it: .22 against .17.
- The evidence of 100 or 400 random answers is largest at a length scale of 4 to 8 (13 for one of
  four sets); theirs is 4. It hardly changes with the graph, by −.3 to .1, and the strength that
  is learned, .3 to .7, stays near the middle of its prior: the answers do not ask for it.

So the graph makes up for a kernel that is too rough, which theirs is not. The default model has an
amplitude 4 times theirs, so that the same strength pulls 16 times as hard: until it is learned, at
50 answers, the step does harm there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

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
FIRST_TURN, LAST_TURN = 0.25, 1.8  # the distance of two turns is 1
STOPS = (1, *range(10, 101, 10))
OURS_BY, THEIRS_AT = 60, 100
N_SPIRAL = 35
POOL = 1000
METRIC = "error"

# κ₀, κ and σ² as the paper writes them: amplitude², 1/length_scale² and s²/2
PAPER = {"spiral": (0.25, 4.0, 0.01), "boston": (0.0625, 0.0625, 0.001)}
WARPED = ", semi-supervised"
PLAIN = ("default", "paper")
MODELS = (*PLAIN, *(f"{name}{WARPED}" for name in PLAIN))
COMPARED_AT = {"spiral": (1, 10, 30), "boston": (30, 60, 100)}  # where the paper speaks of it
CRITERIA = ("random", "entropy_gain")


def spiral(seed: int) -> tuple[Array, Array]:
    """Points scattered along a spiral at nearly equal distances, and how far along they are."""
    rng = np.random.default_rng([seed, 11])
    along = np.linspace(0.0, 1.0, N_SPIRAL)
    # its length grows with the square of the angle
    turns = np.sqrt(FIRST_TURN**2 + along * (LAST_TURN**2 - FIRST_TURN**2))
    angle = 2.0 * math.pi * turns
    points = turns[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return points + 0.03 * rng.standard_normal(points.shape), along


def model(data: str, name: str, values: Array) -> tuple[list[Component], ResponseScale]:
    """Components and noise; `values` as the paper takes them."""
    if name.startswith("default"):
        components, scale = default_components(values), ResponseScale(1.0)
    else:
        variance, rate, half_noise = PAPER[data]
        length_scale = 1.0 / math.sqrt(rate)
        components = [Features(values, amplitude=math.sqrt(variance), length_scale=length_scale)]
        scale = ResponseScale(math.sqrt(2.0 * half_noise))
    if name.endswith(WARPED):
        first = components[0]
        assert isinstance(first, Features)
        warp = Warp(nearest_neighbour_weights(first.values, NEIGHBOURS))
        components[0] = replace(first, warp=warp)
    return components, scale


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
    way = Way(criterion, pool=pool, learn_every=LEARN_EVERY if name.startswith("default") else 0)
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
    counts = COMPARED_AT[records[0].experiment]
    found += [
        _warped(records, name, criterion, count)
        for name in PLAIN
        for criterion in CRITERIA
        for count in counts
    ]
    return found


def _warped(records: Sequence[Record], name: str, criterion: str, count: int) -> Verdict:
    """Below by more than chance, which is two standard errors of the paired difference."""
    arms = f"{name}{WARPED}: {criterion}", f"{name}: {criterion}"
    warped, plain = paired(records, *arms, count, METRIC)
    less = mean_of(warped - plain)
    bound = f"{name}, {criterion}: semi-supervised below supervised at {count}"
    return Verdict(bound, str(less), less.mean + 2.0 * less.error < 0.0)


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
