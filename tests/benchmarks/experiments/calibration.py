"""Calibration: how often 95 % intervals hold the truth after hyperparameters were learned."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.hyperparameters import problem_of
from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import sum_of
from prefstudio.engine.scale_spread import interval_sd
from tests.benchmarks.experiments.courses import Standing, Way, course, default_components
from tests.benchmarks.experiments.people import Judge
from tests.benchmarks.experiments.records import Experiment, Record, Verdict, mean_at

NAME = "calibration"
N_ITEMS, N_ANSWERS, N_COLUMNS, NEIGHBOURS = 40, 100, 4, 3
SCALE = ResponseScale(1.0)
WIDE = 1.96
METRIC = "share held"
WAYS = {
    "random": Way("random"),
    "entropy_gain": Way("entropy_gain"),
    "expected_loss": Way("expected_loss"),
}
TRUTHS = ("as the default", "drawn")


def jobs(repeats: int, quick: bool) -> list[tuple[str, int, bool]]:
    """(arm, seed, quick)."""
    arms = [f"{truth}: {way}" for truth in TRUTHS for way in WAYS]
    return [(arm, seed, quick) for seed in range(repeats) for arm in arms]


def run(job: tuple[str, int, bool]) -> list[Record]:
    """One study: a person drawn from the prior, asked, the model learned, intervals looked at."""
    arm, seed, quick = job
    truth, _, way = arm.partition(": ")
    rng = np.random.default_rng([seed, 31])
    features = rng.standard_normal((N_ITEMS, N_COLUMNS))
    links = nearest_neighbour_weights(rng.random((N_ITEMS, 2)), NEIGHBOURS)
    components = default_components(features, links)
    problem = problem_of(components, SCALE)
    point = problem.centre
    if truth == "drawn":  # hyperparameters as their priors have them
        point = problem.drawn(rng, problem.centre)
    prior = sum_of(problem.applied(point, SCALE)[0])
    utilities = Posterior.of_prior(prior, SCALE).sample(rng, 1)[0]
    judge = Judge(utilities, SCALE.noise, np.random.default_rng([seed, 32]))
    asking = np.random.default_rng([seed, 33])
    stops = (10,) if quick else (50, N_ANSWERS)
    found: list[Record] = []
    for count, at in course(components, SCALE, judge, WAYS[way], stops, asking):
        found.append(_record(arm, seed, count, at, utilities))
    return found


def _record(arm: str, seed: int, answers: int, at: Standing, utilities: np.ndarray) -> Record:
    away = np.abs(centred(at.posterior.mean) - centred(utilities))
    held = float(np.mean(away <= WIDE * interval_sd(at.posterior, at.scale_spread)))
    return Record(NAME, arm, f"seed {seed}", answers, METRIC, held)


def judge(records: Sequence[Record]) -> list[Verdict]:
    """Coverage of every arm between 92 and 98 %."""
    found: list[Verdict] = []
    for arm in sorted({record.arm for record in records}):
        held = mean_at(records, arm, N_ANSWERS, METRIC)
        met = not math.isnan(held.mean) and 0.92 <= held.mean <= 0.98
        found.append(Verdict(f"{arm}: 92 to 98 % held", str(held), met))
    return found


CALIBRATION = Experiment(NAME, "Calibration of 95 % intervals", jobs, run, judge, 200)
