"""Batch EP to the same fixed point: ours against choix."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.benchmarks.plan import BOUNDED_AT, CHOIX_BY_OURS, IDENTITY, Plan
from tests.benchmarks.report import RivalRow
from tests.benchmarks.timing import interleaved
from tests.benchmarks.workloads import SCALE, identity_prior, random_answers

if TYPE_CHECKING:
    from tests.benchmarks.peer_choix import ChoixEP

log = logging.getLogger(__name__)

NOTE = (
    "batch EP: from nothing to ours' own tolerance of 1e-12; choix stops at the loosest of its "
    "thresholds 1e-4, 1e-5 … 1e-8 that brings its mean within 1e-6 of that fixed point."
)


@dataclass(slots=True)
class OurEP:
    """One call is one inference from nothing; gives its seconds."""

    prior: Prior
    answers: Sequence[tuple[int, int]]
    posterior: Posterior = field(init=False)

    def __call__(self) -> float:
        comparisons = Comparisons.of_levels(SCALE, self.answers)
        start = perf_counter()
        self.posterior = ep.infer(self.prior, comparisons, SCALE)
        return perf_counter() - start


def batch_ep(plan: Plan, n_items: int, n_answers: int, peers: bool) -> list[RivalRow]:
    """Ours and choix by turns at one size; without peers our own time alone."""
    log.info("batch EP: %d items, %d answers", n_items, n_answers)
    answers = random_answers(n_items, n_answers)
    ours = OurEP(identity_prior(n_items), answers)
    ours()
    what = ("batch EP", n_items, n_answers, IDENTITY, "")
    if not peers:
        times = interleaved({"ours": ours}, plan.repeats)
        return [RivalRow(*what, 1e3 * median(times["ours"]))]
    choix = _choix(ours)
    times = interleaved({"ours": ours, "choix": choix}, plan.repeats)
    choix.check(ours.posterior.mean)
    mine, theirs = 1e3 * median(times["ours"]), 1e3 * median(times["choix"])
    reference = f"choix, threshold {choix.threshold:.0e}"
    bound = CHOIX_BY_OURS if n_items == BOUNDED_AT else None
    return [RivalRow(*what, mine, reference, theirs, bound=bound)]


def _choix(ours: OurEP) -> ChoixEP:
    from tests.benchmarks.peer_choix import accurate_choix

    return accurate_choix(ours.prior.n_items, ours.answers, ours.posterior.mean)
