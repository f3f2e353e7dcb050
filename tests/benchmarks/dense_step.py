"""The dense step: an update without a choice, ours and the textbook's, against the floor."""

from __future__ import annotations

from statistics import fmean, median

import numpy as np

from tests.benchmarks.plan import DEFAULT, Plan
from tests.benchmarks.report import StepRow
from tests.benchmarks.steps import Asking, RankOne, Walk, cached_and_memory
from tests.benchmarks.timing import Slice, interleaved
from tests.benchmarks.workloads import PRIORS, course_of

UPDATE_ALONE = Asking("dense step: our update", None)
RANK_ONE = "dense step: Σ −= w k kᵀ in place"


def dense_step(plan: Plan, n_items: int) -> list[StepRow]:
    """Our update at random pairs and an in-place rank-one update."""
    course = course_of(PRIORS[DEFAULT](n_items), plan.early, plan.further)
    walk = Walk(course, UPDATE_ALONE, plan.answers_a_slice)
    cached, memory = cached_and_memory(n_items)
    contestants: dict[str, Slice] = {
        "cached": cached,
        "memory": memory,
        "ours": walk,
        "rank one": RankOne(np.ones((n_items, n_items)), cached.times),
    }
    times = interleaved(contestants, plan.slices)
    floors = 1e3 * median(times["cached"]), 1e3 * median(times["memory"])
    share = walk.fold_share(times["ours"])
    ours, textbook = 1e3 * fmean(times["ours"]), 1e3 * median(times["rank one"])
    return [
        StepRow(
            UPDATE_ALONE.name,
            n_items,
            plan.early,
            DEFAULT,
            "",
            ours,
            share,
            None,
            *floors,
            fmean(walk.on_core[1:]),
        ),
        StepRow(RANK_ONE, n_items, 0, "", "", textbook, None, None, *floors),
    ]
