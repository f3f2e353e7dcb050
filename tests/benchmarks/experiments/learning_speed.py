"""Learning's time: n = 200, 400 answers, six hyperparameters, and how soon it stops when told."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.experiments.records import Experiment, Record, Verdict, by_run
from tests.benchmarks.learning_time import LEARNED_WITHIN, STOPPED_WITHIN, learning_time

NAME = "learning_speed"
SIZE, QUICK_SIZE = (200, 400), (20, 30)
LIMITS = {"learning": LEARNED_WITHIN, "stopping it": STOPPED_WITHIN}


def jobs(repeats: int, quick: bool) -> list[tuple[str, int, tuple[int, int]]]:
    """(arm, repeat, size)."""
    return [("default", k, QUICK_SIZE if quick else SIZE) for k in range(repeats)]


def run(job: tuple[str, int, tuple[int, int]]) -> list[Record]:
    """One measurement; milliseconds."""
    arm, repeat, size = job
    rows = learning_time(*size)
    return [Record(NAME, arm, f"repeat {repeat}", size[1], row.name, row.ours) for row in rows]


def judge(records: Sequence[Record]) -> list[Verdict]:
    """The slowest repeat counts."""
    found: list[Verdict] = []
    for name, limit in LIMITS.items():
        times = by_run(records, "default", SIZE[1], name).values()
        slowest = max(times, default=float("nan"))
        found.append(Verdict(f"{name} within {limit:.0f} ms", f"{slowest:.0f} ms", slowest < limit))
    return found


LEARNING_SPEED = Experiment(NAME, "Time of learning, ms", jobs, run, judge, 3)
