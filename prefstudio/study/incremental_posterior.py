"""The incremental posterior of the answers that are learned from."""

from __future__ import annotations

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing


def incremental_posterior(
    briefing: Briefing, control: Control, start: Posterior | None = None
) -> Posterior:
    """One pass over the answers, from an earlier posterior on where there is one.

    Parameters
    ----------
    start : Posterior, optional
        The incremental posterior of the first so many of the same answers.

    Raises
    ------
    Cancelled
        When `control` asks for it.
    """
    model, comparisons = briefing.model, briefing.comparisons
    if start is None:
        return incremental.infer(model.prior, comparisons, model.scale, control)
    posterior = start
    unseen = np.flatnonzero(np.cumsum(comparisons.count) > start.n_answers)
    for row in unseen.tolist():
        posterior = incremental.condition_on_row(posterior, comparisons, row, control)
    return posterior
