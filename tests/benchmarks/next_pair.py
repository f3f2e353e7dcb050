"""One answer → next pair: our step early and late, the floors and BoTorch by turns."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean, median

from tests.benchmarks.plan import (
    ASKED,
    BOTORCH_BY_OURS,
    BOUNDED_AT,
    DEFAULT,
    LATE_BY_EARLY,
    Bounded,
    Plan,
)
from tests.benchmarks.report import RivalRow, StepRow
from tests.benchmarks.steps import Walk, cached_and_memory
from tests.benchmarks.timing import Slice, interleaved
from tests.benchmarks.workloads import PRIORS, Course, course_of, features_of

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Contest:
    """Everybody who takes part at one size with one way of asking."""

    plan: Plan
    asked: Bounded
    prior_name: str
    walks: dict[int, Walk]
    rivals: dict[str, Slice]
    times: dict[str, list[float]] = field(default_factory=dict)

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.walks[self.plan.early].posterior.n_items

    @property
    def is_default(self) -> bool:
        """Whether bounds speak of this prior."""
        return self.prior_name == DEFAULT

    def run(self) -> None:
        """Take the times."""
        cached, memory = cached_and_memory(self.n_items)
        contestants: dict[str, Slice] = {"cached": cached, "memory": memory, **self.rivals}
        contestants |= {_name(count): walk for count, walk in self.walks.items()}
        repeats = dict.fromkeys(self.rivals, self.plan.repeats)
        self.times = interleaved(contestants, self.plan.slices, repeats)

    def ours(self, count: int) -> float:
        """Mean milliseconds an answer."""
        return 1e3 * fmean(self.times[_name(count)])

    def steps(self) -> Iterator[StepRow]:
        """Our step against the floors, early and late."""
        bounded = self.is_default and self.n_items == BOUNDED_AT
        for count, walk in self.walks.items():
            yield StepRow(
                self.asked.asking.name,
                self.n_items,
                count,
                self.prior_name,
                self.asked.asking.horizon_name,
                self.ours(count),
                walk.fold_share(self.times[_name(count)]),
                walk.is_exact(),
                1e3 * median(self.times["cached"]),
                1e3 * median(self.times["memory"]),
                fmean(walk.on_core[1:]),
                self.asked.at_most if bounded else None,
            )

    def against(self) -> Iterator[RivalRow]:
        """Our step against BoTorch, and late against early."""
        early, late = self.plan.early, self.plan.late
        for name in self.rivals:
            milliseconds = 1e3 * median(self.times[name])
            yield self._row(early, name, milliseconds, True, BOTORCH_BY_OURS)
        limit = LATE_BY_EARLY if self.is_default else None
        yield self._row(late, f"ours after {early} answers", self.ours(early), False, limit)

    def _row(
        self,
        count: int,
        reference: str,
        milliseconds: float,
        is_speedup: bool,
        bound: float | None,
    ) -> RivalRow:
        return RivalRow(
            self.asked.asking.name,
            self.n_items,
            count,
            self.prior_name,
            self.asked.asking.horizon_name,
            self.ours(count),
            reference,
            milliseconds,
            is_speedup,
            bound,
            self.walks[count].fold_share(self.times[_name(count)]),
        )


def _name(count: int) -> str:
    return f"ours after {count}"


def next_pair(
    plan: Plan, n_items: int, prior_name: str, peers: bool
) -> tuple[list[StepRow], list[RivalRow]]:
    """One answer → next pair at one size: all ways of asking, early and late."""
    prior = PRIORS[prior_name](n_items)
    courses = {count: course_of(prior, count, plan.further) for count in (plan.early, plan.late)}
    steps: list[StepRow] = []
    against: list[RivalRow] = []
    for asked in ASKED:
        log.info("%d items, %s: %s", n_items, prior_name, asked.asking.title)
        with_botorch = peers and asked.with_botorch and prior_name == DEFAULT
        rivals = _botorch(courses[plan.early]) if with_botorch else {}
        walks = {
            count: Walk(course, asked.asking, plan.answers_a_slice)
            for count, course in courses.items()
        }
        contest = Contest(plan, asked, prior_name, walks, rivals)
        contest.run()
        steps += contest.steps()
        against += contest.against()
    return steps, against


def _botorch(course: Course) -> dict[str, Slice]:
    """BoTorch at the very answers that our early walk starts from."""
    from tests.benchmarks.peer_botorch import BotorchStep

    features = features_of(course.posterior.n_items)
    by_class = BotorchStep(features, course.answers, by_class=True)
    by_formula = BotorchStep(features, course.answers, by_class=False)
    apart = by_class.largest_disagreement()
    if apart > 1e-4:
        raise RuntimeError(f"EUBO by formula differs from BoTorch's own by {apart:.1e}")
    return {
        "BoTorch refit + EUBO by class": by_class,
        "BoTorch refit + EUBO by formula": by_formula,
    }
