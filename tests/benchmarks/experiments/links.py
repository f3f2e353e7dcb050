"""XPGP's claim on real links: Boston's tracts with their neighbours, against features alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from scipy.stats import wilcoxon

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.preferences import preference_matrix
from prefstudio.engine.prior import sum_of
from tests.benchmarks.experiments.courses import Standing, Way, course, default_components
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

NAME = "links"
STOPS = (100, 150, 200)
LAST = STOPS[-1]
SCALE = ResponseScale(1.0)
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0)  # of the default weights of features and of links
WITH, WITHOUT = "features and links", "features alone"
GRID = "best of 5 x 5 weights"
WITHIN = 0.01


def jobs(repeats: int, quick: bool) -> list[tuple[str, int, bool]]:
    """(model, repeat, quick)."""
    return [(arm, k, quick) for k in range(repeats) for arm in (WITH, WITHOUT)]


def run(job: tuple[str, int, bool]) -> list[Record]:
    """Random pairs of one repeat; both models are asked the same."""
    arm, repeat, quick = job
    data = houses()
    components = default_components(data.features, data.links if arm == WITH else None)
    judge = Judge(data.price, 0.0, np.random.default_rng(0))
    stops = (20,) if quick else STOPS
    rng = np.random.default_rng([repeat, 21])
    found: list[Record] = []
    for count, at in course(components, SCALE, judge, Way("random"), stops, rng):
        error = pair_error(at.posterior.mean, data.price, at.asked)
        found.append(_record(job, arm, count, "error, not asked", error))
        loss = log_loss(at.posterior, data.price, at.asked)
        found.append(_record(job, arm, count, "log-loss, not asked", loss))
        if arm == WITH and count == stops[-1]:
            found.append(_best_of_grid(job, components, at))
    return found


def _best_of_grid(
    job: tuple[str, int, bool], components: Sequence[Component], at: Standing
) -> Record:
    """The least loss on a grid of weights, picked by the very pairs it is told on."""
    features, links, individual = components
    price = houses().price
    comparisons = Comparisons.of_levels(SCALE, at.answers)
    losses = []
    for first, second in product(FACTORS, FACTORS):
        weighted = [
            replace(features, weight=first * features.weight),  # type: ignore[type-var]
            replace(links, weight=second * links.weight),  # type: ignore[type-var]
            individual,
        ]
        posterior = ep.infer(sum_of(weighted), comparisons, SCALE)
        losses.append(log_loss(posterior, price, at.asked))
    return _record(
        job, "best of 5 x 5 weights", len(at.answers), "log-loss, not asked", min(losses)
    )


def log_loss(posterior: Posterior, truth: Array, asked: set[tuple[int, int]]) -> float:
    """Mean −log P of the true answer, over pairs of unequal truth that were not asked."""
    chance = preference_matrix(posterior)
    wanted = truth[:, None] > truth[None, :]
    for first, second in asked:
        wanted[first, second] = wanted[second, first] = False
    return float(-np.mean(np.log(np.maximum(chance[wanted], 1e-300))))


def _record(
    job: tuple[str, int, bool], arm: str, answers: int, metric: str, value: float
) -> Record:
    return Record(NAME, arm, f"repeat {job[1]}", answers, metric, value)


def judge(records: Sequence[Record]) -> list[Verdict]:
    """Links help at every stop, beyond chance at the last, and weights are learned well."""
    found: list[Verdict] = []
    for count in STOPS:
        ours, theirs = paired(records, WITH, WITHOUT, count, "error, not asked")
        means = [mean_at(records, arm, count, "error, not asked") for arm in (WITH, WITHOUT)]
        less = mean_of(ours - theirs)
        measured = f"{means[0]} against {means[1]}, difference {less}"
        found.append(Verdict(f"links lower the error at {count}", measured, less.mean < 0.0))
    if len(ours) > 1:
        chance = float(wilcoxon(ours, theirs, alternative="less").pvalue)
        found.append(Verdict(f"Wilcoxon p < 0.01 at {LAST}", f"p = {chance:.2g}", chance < 0.01))
    arms = WITH, GRID
    behind = mean_of(np.subtract(*paired(records, *arms, LAST, "log-loss, not asked")))
    bound = f"learned weights behind the best of the grid by {WITHIN} at most"
    found.append(Verdict(bound, str(behind), behind.mean <= WITHIN))
    return found


LINKS = Experiment(NAME, "XPGP on Boston's neighbours", jobs, run, judge, 20)
