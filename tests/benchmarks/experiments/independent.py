"""Independent items: rank agreement after n, 2n and 4n noisy answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Individual
from tests.benchmarks.experiments.courses import Way, course
from tests.benchmarks.experiments.people import Judge, rank_agreement
from tests.benchmarks.experiments.records import Experiment, Record, Verdict, mean_at

NAME = "independent"
N_ITEMS = 30
SCALE = ResponseScale(0.5)
BOUNDS = {1: 0.53, 2: 0.70, 4: 0.85}
WAYS = {
    name: Way(name, learn_every=0, settle_every=1)
    for name in ("entropy_gain", "bald", "expected_loss", "variance_ratio", "random")
}


def jobs(repeats: int, quick: bool) -> list[tuple[str, int, int]]:
    """(way, seed, number of items)."""
    n_items = 8 if quick else N_ITEMS
    return [(way, seed, n_items) for seed in range(repeats) for way in WAYS]


def run(job: tuple[str, int, int]) -> list[Record]:
    """One person asked one way."""
    way, seed, n_items = job
    utilities = np.random.default_rng([seed, 1]).standard_normal(n_items)
    judge = Judge(utilities, SCALE.noise, np.random.default_rng([seed, 3]))
    stops = {times * n_items: times for times in BOUNDS if times <= (n_items - 1) / 2}
    rng = np.random.default_rng([seed, 2])
    steps = course([Individual(n_items, 1.0)], SCALE, judge, WAYS[way], stops, rng)
    return [
        Record(
            NAME,
            way,
            f"seed {seed}",
            stops[count] * N_ITEMS,
            "Kendall tau",
            rank_agreement(standing.posterior, utilities),
        )
        for count, standing in steps
    ]


def judge(records: Sequence[Record]) -> list[Verdict]:
    """The bounds, of every criterion but random."""
    found: list[Verdict] = []
    for way in WAYS:
        means = {times: mean_at(records, way, times * N_ITEMS, "Kendall tau") for times in BOUNDS}
        met = all(means[times].mean + 2.0 * means[times].error >= BOUNDS[times] for times in BOUNDS)
        if way != "random":
            bound = f"{way} reaches 0.53, 0.70, 0.85 within two standard errors"
            found.append(Verdict(bound, ", ".join(map(str, means.values())), met))
    return found


INDEPENDENT = Experiment(NAME, "Independent items, n = 30", jobs, run, judge, 30)
