"""The incremental posterior, one row of comparisons after the other."""

from __future__ import annotations

from prefstudio.engine import incremental
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior


def conditioned_on_row(
    posterior: Posterior, said: Comparisons, row: int, control: Control
) -> Posterior:
    """The belief after one more row of comparisons, as often as it counts."""
    for _ in range(int(said.count[row])):
        control.check()
        posterior = incremental.condition(
            posterior,
            int(said.first[row]),
            int(said.second[row]),
            int(said.lower[row]),
            int(said.upper[row]),
        )
    return posterior
