"""The work order that puts other methods beside ours, on the same answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from prefstudio.engine.baselines import BASELINES, OURS, Baseline, Fit
from prefstudio.engine.centring import centred
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.estimate import Estimate
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.rank_agreement import kendall_tau
from prefstudio.engine.ranks import group_ranks
from prefstudio.study.briefing import Briefing
from prefstudio.study.comparisons import Comparison, Phase
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.prediction_quality import Part, Plan, Quality, plan_of, quality_of


@dataclass(frozen=True, slots=True, eq=False)
class MethodResult:
    """What one method makes of the answers.

    Attributes
    ----------
    mean, sd
        Utilities about the average of their group, in the unit of the study's noise, and how sure
        the method is of each; shape (n_items,), read-only.
    ranks
        From 1, within the group; tied items share the smallest rank of their tie.
    tau
        Kendall's τ with our ranking; not a number where everything is tied.
    quality
        How well it foretells; None while there are too few answers.
    """

    method: Baseline
    estimate: Estimate
    mean: Array
    sd: Array
    ranks: Array
    tau: float
    quality: Quality | None

    def chance(self, first: int, second: int) -> float:
        """Chance that `first` is preferred, given that one of the two is."""
        pair = np.array([first]), np.array([second])
        return float(np.exp(self.estimate.log_chance(*pair)[0]))


@dataclass(frozen=True, slots=True, eq=False)
class BaselinesFound:
    """All methods side by side, ours first.

    Attributes
    ----------
    n_answers
        Answers they learned from.
    n_scored
        Answers that were foretold; 0 while there are too few.
    is_held_out
        Whether those are of a hold-out stream; else the answers were dealt into folds.
    """

    moment: int
    n_answers: int
    n_scored: int
    is_held_out: bool
    methods: tuple[MethodResult, ...]

    @property
    def ours(self) -> MethodResult:
        """The study's own model."""
        return self.methods[0]


@dataclass(slots=True)
class BaselineMemory:
    """What was foretold before the work was stopped for something urgent."""

    foretold: dict[tuple[str, int], Array] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class BaselineRequest:
    """Fit every method to the answers, and see how well each foretells.

    Attributes
    ----------
    is_held_out
        Which rows of the briefing's comparisons are of the hold-out stream.
    memory
        Where it was, when it is taken up again.
    """

    lane: ClassVar[Lane] = Lane.BASELINES

    briefing: Briefing
    is_held_out: Array
    memory: BaselineMemory = field(default_factory=BaselineMemory)

    @classmethod
    def of(cls, briefing: Briefing, rows: Sequence[Comparison]) -> BaselineRequest:
        """The request for a briefing and the recorded comparisons that it tells of."""
        held_out = [row.phase is Phase.HOLDOUT for row in rows]
        return cls(briefing, read_only(np.array(held_out, dtype=bool)))

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> BaselinesFound:
        """All methods on all answers, and each on what it did not learn from."""
        model, comparisons = self.briefing.model, self.briefing.comparisons
        plan = plan_of(comparisons, self.is_held_out, len(model.scale.edges), model.seed)
        fits = {each: _prepared(each, model) for each in methods_for(model)}
        estimates = {each: fit(comparisons, control) for each, fit in fits.items()}
        qualities = {} if plan is None else self._qualities(plan, fits, control)
        ours = estimates[OURS].mean
        return BaselinesFound(
            self.moment,
            comparisons.n_answers,
            0 if plan is None else plan.n_scored,
            plan is not None and plan.is_held_out,
            tuple(
                self._result(each, estimate, ours, qualities.get(each))
                for each, estimate in estimates.items()
            ),
        )

    def _result(
        self, method: Baseline, estimate: Estimate, ours: Array, quality: Quality | None
    ) -> MethodResult:
        groups = self.briefing.model.groups
        mean = centred(estimate.mean, groups)
        sd = np.zeros(len(mean)) if estimate.sd is None else estimate.sd
        return MethodResult(
            method,
            estimate,
            read_only(mean),
            read_only(sd),
            read_only(group_ranks(mean, sd, groups)),
            kendall_tau(estimate.mean, ours, groups),
            quality,
        )

    def _qualities(
        self, plan: Plan, fits: dict[Baseline, Fit], control: Control
    ) -> dict[Baseline, Quality]:
        count = np.concatenate([part.foretold.count for part in plan.parts])
        n_edges = len(self.briefing.model.scale.edges)
        chances, done, total = {}, 0, len(fits) * len(plan.parts)
        for method, fit in fits.items():
            found = []
            for place, part in enumerate(plan.parts):
                control.report(done, total)
                found.append(self._foretold((method.name, place), part, fit, n_edges, control))
                done += 1
            chances[method] = np.concatenate(found)
        ours = chances[OURS]
        return {each: quality_of(found, ours, count) for each, found in chances.items()}

    def _foretold(
        self, key: tuple[str, int], part: Part, fit: Fit, n_edges: int, control: Control
    ) -> Array:
        """Log chances of what was answered, by a method that learned from the rest."""
        known = self.memory.foretold
        if key not in known:
            known[key] = log_chances(fit(part.learned, control), part.foretold, n_edges)
        return known[key]


def methods_for(model: ResolvedModel) -> tuple[Baseline, ...]:
    """Ours, and every baseline that is another method under the study's prior."""
    return (OURS, *(each for each in BASELINES.values() if each.differs(model.prior)))


def log_chances(estimate: Estimate, foretold: Comparisons, n_edges: int) -> Array:
    """Log chance of the winner of every decided answer."""
    first_won = foretold.winners(n_edges) > 0
    winner = np.where(first_won, foretold.first, foretold.second)
    loser = np.where(first_won, foretold.second, foretold.first)
    return estimate.log_chance(winner, loser)


def _prepared(method: Baseline, model: ResolvedModel) -> Fit:
    return method.prepare(model.prior, model.scale, model.inference)
