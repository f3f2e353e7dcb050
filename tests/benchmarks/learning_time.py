"""Learning six hyperparameters from start to end, and how soon it stops when asked to."""

from __future__ import annotations

import logging
from threading import Timer
from time import perf_counter

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.hyperparameters import problem_of
from prefstudio.engine.learning import learn
from tests.benchmarks.plan import DEFAULT
from tests.benchmarks.report import RivalRow
from tests.benchmarks.workloads import SCALE, Person, default_prior

log = logging.getLogger(__name__)

LEARNED_WITHIN = 10_000.0  # ms
STOPPED_WITHIN = 200.0  # ms
STOPS = 5  # the slowest of so many counts


def learning_time(n_items: int, n_answers: int) -> list[RivalRow]:
    """One run of learning, and the slowest of some cancellations, against what is promised."""
    log.info("learning: %d items, %d answers", n_items, n_answers)
    prior, answers = default_prior(n_items), _answers(n_items, n_answers)
    problem = problem_of(prior.components, SCALE)
    start = perf_counter()
    learn(problem, answers, SCALE, mean_scale=True)
    whole = perf_counter() - start
    waits = [_wait(n_items, answers, 0.2 + 0.37 * number) for number in range(STOPS)]
    what = (n_items, n_answers, DEFAULT, "")
    promised = {"reference": "promised", "is_speedup": False, "bound": 1.0}
    return [
        RivalRow("learning", *what, 1e3 * whole, reference_ms=LEARNED_WITHIN, **promised),
        RivalRow("stopping it", *what, 1e3 * max(waits), reference_ms=STOPPED_WITHIN, **promised),
    ]


def _answers(n_items: int, n_answers: int) -> Comparisons:
    rng = np.random.default_rng([n_items, n_answers, 6])
    person = Person.drawn_from(default_prior(n_items), rng)
    pairs = (rng.choice(n_items, 2, replace=False) for _ in range(n_answers))
    said = [person.answer(int(first), int(second), rng) for first, second in pairs]
    return Comparisons.of_levels(SCALE, said)


def _wait(n_items: int, answers: Comparisons, after: float) -> float:
    """Seconds from asking to stop until it has; none where it was done before."""
    control, asked = Control(), [np.inf]

    def cancel() -> None:
        asked[0] = perf_counter()
        control.cancel()

    timer = Timer(after, cancel)
    timer.start()
    try:
        learn(problem_of(default_prior(n_items).components, SCALE), answers, SCALE, control=control)
    except Cancelled:
        return perf_counter() - asked[0]
    finally:
        timer.cancel()
    return 0.0
