"""Taking times so that a busy machine hits everybody alike.

Every contestant is a function that works through one slice and returns its seconds a unit.
Slices of all contestants alternate, after one slice each that warms caches and is forgotten.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from prefstudio.engine.posterior import Posterior

Slice = Callable[[], float]


def interleaved(
    contestants: Mapping[str, Slice], slices: int, repeats: Mapping[str, int] | None = None
) -> dict[str, list[float]]:
    """Seconds a unit of every contestant's every slice.

    Parameters
    ----------
    contestants : mapping of str to Slice
    slices : int
        Rounds in which the contestants take turns.
    repeats : mapping of str to int, optional
        Slow contestants that take part in this many rounds only, spread evenly.
    """
    often = {name: min(slices, (repeats or {}).get(name, slices)) for name in contestants}
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        run()
    with _without_collection():
        for done in range(slices):
            # To and fro, so that nobody always finds the cache as the same other left it.
            for name, run in list(contestants.items())[:: 1 if done % 2 == 0 else -1]:
                if (done * often[name]) % slices < often[name]:
                    times[name].append(run())
    return times


@contextmanager
def _without_collection() -> Iterator[None]:
    """No garbage collection in the midst of a slice, as `timeit` has it."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@dataclass(slots=True)
class FoldClock:
    """Seconds spent in folding columns into a dense base."""

    seconds: float = 0.0


@contextmanager
def folding_timed(clock: FoldClock) -> Iterator[None]:
    """Add the time of every `Posterior.folded` within the block to `clock`."""
    folded = Posterior.folded

    def timed(posterior: Posterior) -> Posterior:
        start = perf_counter()
        result = folded(posterior)
        clock.seconds += perf_counter() - start
        return result

    Posterior.folded = timed  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Posterior.folded = folded  # type: ignore[method-assign]
