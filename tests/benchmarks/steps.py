"""What is timed of ours, and the floors that memory sets."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter, process_time

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior
from tests.benchmarks.timing import FoldClock, folding_timed
from tests.benchmarks.workloads import SCALE, Course

ANSWERS_A_SLICE = 10
BEYOND_CACHE = 288 * 2**20  # bytes; far more than any last-level cache in a desktop
DOUBLES_A_SLICE = 1_000_000  # at least, so that a slice is long enough to time
SHRINKING = 1.0 - 1e-9  # so little that no number ever becomes subnormal


@dataclass(frozen=True, slots=True)
class Asking:
    """A criterion with its horizon; `criterion` None stands for random pairs, chosen for free."""

    name: str
    criterion: str | None
    horizon: float = math.inf

    @property
    def horizon_name(self) -> str:
        """As the table shows it; empty where no horizon is used."""
        if self.criterion is None or not CRITERIA[self.criterion].uses_horizon:
            return ""
        return "all" if math.isinf(self.horizon) else f"{self.horizon:g}"

    @property
    def title(self) -> str:
        """Name and horizon."""
        return f"{self.name}, horizon {self.horizon_name}" if self.horizon_name else self.name

    def best(
        self, posterior: Posterior, allowed: AllowedPairs, rng: np.random.Generator
    ) -> ScoredPair:
        """The next pair."""
        if self.criterion is None:
            first, second = rng.choice(posterior.n_items, 2, replace=False)
            return ScoredPair(int(first), int(second), 0.0)
        return CRITERIA[self.criterion].best(posterior, allowed, horizon=self.horizon, rng=rng)[0]


@dataclass(slots=True)
class Walk:
    """A study that goes on answer by answer; a call answers a slice and gives seconds an answer.

    The person's own decision is not timed; conditioning, closing the pair and choosing the next
    one are, and so is every folding that falls due.
    """

    course: Course
    asking: Asking
    answers_a_slice: int = ANSWERS_A_SLICE
    posterior: Posterior = field(init=False)
    allowed: AllowedPairs = field(init=False)
    folding: list[float] = field(default_factory=list)  # seconds in each slice
    on_core: list[float] = field(default_factory=list)  # part of each slice that was computed
    pair: ScoredPair = field(init=False)
    rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.posterior, self.allowed = self.course.posterior, self.course.allowed
        self.rng = np.random.default_rng([self.posterior.n_items, self.posterior.n_answers, 5])
        self.pair = self.asking.best(self.posterior, self.allowed, self.rng)

    def __call__(self) -> float:
        clock = FoldClock()
        wall, core = perf_counter(), process_time()
        with folding_timed(clock):
            seconds = sum(self._step() for _ in range(self.answers_a_slice))
        self.on_core.append((process_time() - core) / (perf_counter() - wall))
        self.folding.append(clock.seconds)
        return seconds / self.answers_a_slice

    def fold_share(self, times: Sequence[float]) -> float:
        """Part of the latest slices' `times` that went into folding."""
        return sum(self.folding[-len(times) :]) / (self.answers_a_slice * sum(times))

    def _step(self) -> float:
        person, asks_again = self.course.person, self.course.asks_again
        winner, loser = person.answer(self.pair.first, self.pair.second, self.rng)
        start = perf_counter()
        self.posterior = incremental.condition(self.posterior, winner, loser, *SCALE.win)
        if self.asking.criterion is None:
            seconds = perf_counter() - start
            self.pair = self.asking.best(self.posterior, self.allowed, self.rng)
            return seconds
        if not asks_again:
            self.allowed = self.allowed.without(winner, loser)
        self.pair = self.asking.best(self.posterior, self.allowed, self.rng)
        return perf_counter() - start

    def is_exact(self) -> bool:
        """Whether the pair now chosen has the largest score of all that may be asked."""
        if self.asking.criterion is None:
            return True
        criterion = CRITERIA[self.asking.criterion]
        scores = criterion.matrix(self.posterior, self.allowed, horizon=self.asking.horizon)
        first, second = np.triu_indices(self.posterior.n_items, 1)
        open_pairs = self.allowed.permits(first, second)
        largest = scores[first, second][open_pairs].max()
        chosen = scores[self.pair.first, self.pair.second]
        return bool(chosen >= largest * (1.0 - 1e-8))


@dataclass(slots=True)
class Scaling:
    """Scale n×n doubles in place: each number read and written once, the least a dense step does.

    Parameters
    ----------
    arrays : ndarray, shape (n_arrays, n_items, n_items)
        Taken in turns; with one array it stays in the cache where it fits.
    times : scalings a slice, after one that is not timed.
    """

    arrays: Array
    times: int
    turn: int = 0

    def __call__(self) -> float:
        self._scale()
        start = perf_counter()
        for _ in range(self.times):
            self._scale()
        return (perf_counter() - start) / self.times

    def _scale(self) -> None:
        array = self.arrays[self.turn]
        np.multiply(array, SHRINKING, out=array)
        self.turn = (self.turn + 1) % len(self.arrays)


@functools.cache
def _beyond_cache() -> Array:
    """One stretch of memory that all floors share, made once."""
    return np.ones(BEYOND_CACHE // 8)


def cached_and_memory(n_items: int) -> tuple[Scaling, Scaling]:
    """The floor of one array over and over, and of arrays that are not in any cache."""
    times = max(5, DOUBLES_A_SLICE // n_items**2)
    n_arrays = len(_beyond_cache()) // n_items**2
    arrays = _beyond_cache()[: n_arrays * n_items**2].reshape(n_arrays, n_items, n_items)
    return Scaling(np.ones((1, n_items, n_items)), times), Scaling(arrays, times)


@dataclass(slots=True)
class RankOne:
    """The textbook's dense step for comparison: Σ ← Σ − w k kᵀ in place, nothing else."""

    matrix: Array
    times: int

    def __call__(self) -> float:
        n = len(self.matrix)
        column = np.full(n, 1e-4)
        start = perf_counter()
        for k in range(self.times):
            column[k % n] *= -1.0
            self.matrix -= np.multiply.outer(column, 0.5 * column)
        return (perf_counter() - start) / self.times
