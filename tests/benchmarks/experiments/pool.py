"""Jobs on some processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from tests.benchmarks.experiments.records import Record


def records_of(
    run: Callable[[Any], list[Record]], jobs: Sequence[Any], n_processes: int
) -> Iterator[list[Record]]:
    """The records of one job after another, in the jobs' order whatever the processes."""
    if n_processes <= 1:
        yield from map(run, jobs)
        return
    # started afresh, as the window is: what a fork inherits may hold locks
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(n_processes, mp_context=context) as executor:
        yield from executor.map(run, jobs)
