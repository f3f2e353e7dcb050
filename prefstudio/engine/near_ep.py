"""A few rounds of EP from the sites of a like model: what is drawn while a model is turned.

Sites hardly depend on the prior, so that those of the picture before lead near the fixed point
at once: nearer by far than a pass over the answers, and with many answers sooner.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.differences import differences_of
from prefstudio.engine.ep import Problem, posterior_at
from prefstudio.engine.mixing import SiteMixing
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.engine.prior import Prior

NEAR = 0.02  # of a difference's own scale; a round moves sites about a fifth of the one before
MOST_ROUNDS = 4
MOST_TOGETHER = 400  # answers or items: of more, a factorisation takes longer than a pass


def infer_nearly(
    prior: Prior,
    comparisons: Comparisons,
    scale: ResponseScale,
    start: Sites,
    control: Control | None = None,
) -> Posterior | None:
    """Posterior near EP's fixed point; None when `start` does not lead there soon.

    Parameters
    ----------
    prior, comparisons, scale, control
        As `ep.infer` takes them.
    start : Sites
        Of the same answers under another model.
    """
    control = control or Control()
    merged = comparisons.merged(len(scale.edges))
    if not len(merged) or not _are_the_same(start.comparisons, merged):
        return None
    if min(len(merged), prior.n_items) > MOST_TOGETHER:
        return None
    problem = Problem(differences_of(prior, merged), merged, scale, control)
    precision, shift, mixing = start.precision, start.shift, SiteMixing(scale.noise)
    for _ in range(MOST_ROUNDS):
        control.check()
        look = problem.look(precision, shift)
        residual, before = problem.residual(look, precision, shift), (precision, shift)
        if not np.isfinite(residual):
            return None
        answer = look.answer
        precision, shift = mixing.next(precision, shift, answer.precision, answer.shift)
        if residual <= NEAR:  # the evidence hardly changes so near its stationary point
            log_evidence = problem.log_evidence(look, *before)
            return posterior_at(prior, problem, (precision, shift), log_evidence)
    return None


def _are_the_same(one: Comparisons, other: Comparisons) -> bool:
    names = ("first", "second", "lower", "upper", "count")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)
