"""choix.ep_pairwise, run to the accuracy asked for and no further."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from time import perf_counter
from typing import Any

import choix
import choix.ep
import numpy as np

from prefstudio.engine.linalg import Array

THRESHOLDS = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)  # its own one comes first
ACCURACY = 1e-6
SEED = 0  # choix sweeps in an order that numpy's global generator draws
VERSIONS = {"choix": version("choix")}


@dataclass(slots=True)
class ChoixEP:
    """One call is one inference from nothing; gives its seconds."""

    n_items: int
    answers: Sequence[tuple[int, int]]
    threshold: float
    mean: Array

    def __call__(self) -> float:
        np.random.seed(SEED)  # noqa: NPY002
        with _stopping(lambda new, old: _change(new, old) <= self.threshold):
            start = perf_counter()
            self.mean, _ = choix.ep_pairwise(self.n_items, self.answers, 1.0, model="probit")
            return perf_counter() - start

    def check(self, exact: Array) -> None:
        """Raise when the latest mean is further than `ACCURACY` from the fixed point."""
        error = float(np.max(np.abs(self.mean - exact)))
        if not error <= ACCURACY:
            raise RuntimeError(f"choix stopped {error:.1e} away from the fixed point")


def accurate_choix(n_items: int, answers: Sequence[tuple[int, int]], exact: Array) -> ChoixEP:
    """choix at the loosest of `THRESHOLDS` whose result is within `ACCURACY` of `exact`.

    One run to the strictest threshold tells where each of them would have stopped.
    """
    sweeps: list[tuple[float, float]] = []
    prior_precision = np.identity(n_items)

    def recorded(new: Any, old: Any) -> bool:
        mean = choix.ep._init_ws(n_items, answers, prior_precision, *new)[0]
        sweeps.append((_change(new, old), float(np.max(np.abs(mean - exact)))))
        return sweeps[-1][0] <= THRESHOLDS[-1]

    np.random.seed(SEED)  # noqa: NPY002
    with _stopping(recorded):
        choix.ep_pairwise(n_items, answers, 1.0, model="probit")
    for threshold in THRESHOLDS:
        error = next(error for change, error in sweeps if change <= threshold)
        if error <= ACCURACY:
            return ChoixEP(n_items, answers, threshold, np.zeros(n_items))
    raise RuntimeError(f"choix stays {error:.1e} away from the fixed point")


def _change(new: Any, old: Any) -> float:
    """Largest change of a site's parameter, as choix has it."""
    return max(float(np.max(np.abs(a - b))) for a, b in zip(new, old, strict=True))


@contextmanager
def _stopping(rule: Any) -> Iterator[None]:
    """Let choix stop by `rule`; its threshold is a bound default, no setting."""
    own = choix.ep._converged
    choix.ep._converged = rule
    try:
        yield
    finally:
        choix.ep._converged = own
