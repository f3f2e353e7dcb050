"""Where each stop rule of a study stands."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.expected_loss import total
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import N_DRAWS, drawn_ranks, shown_first
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import SAME, Purpose, generator
from prefstudio.study.comparisons import Phase
from prefstudio.study.mailbox import Lane
from prefstudio.study.settings import StopSettings
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline

LOSS_WINDOW = 5  # answers of which the least mean loss counts: an answer may raise it again
LONGEST_TRIAL_MS = 180_000.0  # of one trial that counts as work; who takes longer has gone away


@dataclass(frozen=True, slots=True)
class CountStanding:
    """How far a rule on trials, minutes or the expected loss has come."""

    name: str
    now: float
    goal: float
    is_reached: bool


@dataclass(frozen=True, slots=True)
class LossStanding(CountStanding):
    """How far the expected loss has come down; `now` is the least of the last answers.

    Attributes
    ----------
    present
        Mean expected loss a pair after all answers: the sum of the matrix over the pairs, by the
        sum of their factors e^{−γ/h} (section 7).
    is_weighted
        Whether these factors differ, as leading places matter most.
    """

    present: float
    is_weighted: bool


@dataclass(frozen=True, slots=True)
class TopStanding:
    """How sure the leading places are, in the group where they are least so.

    Attributes
    ----------
    k
        Places that count; no more than the group has items.
    leaders
        Ids of the items that lead, the first one first.
    now, goal
        Chance that they are the best k in whatever order, and how large it should be.
    n_right
        How many of them are expected to be among the best k.
    n_answers
        Answers so far.
    n_groups
        Groups that the study has; the rule is about each.
    """

    name: ClassVar[str] = "top_k"

    k: int
    leaders: tuple[str, ...]
    now: float
    goal: float
    n_right: float
    n_answers: int
    n_groups: int = 1

    @property
    def is_reached(self) -> bool:
        """Whether every group is as sure as wanted."""
        return self.now >= self.goal


RuleStanding: TypeAlias = CountStanding | TopStanding
"""Where one rule stands."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """Where the stop rules that are set stand, in the order of the file.

    Attributes
    ----------
    stop
        What they were set to.
    """

    moment: int
    stop: StopSettings
    rules: tuple[RuleStanding, ...] = ()

    def under(self, stop: StopSettings) -> tuple[RuleStanding, ...]:
        """The rules that are set as they were; of others it says nothing."""
        return tuple(rule for rule in self.rules if _goal(stop, rule) == _goal(self.stop, rule))


@dataclass(frozen=True, slots=True, eq=False)
class StopRequest:
    """See where the stop rules of a study stand.

    Attributes
    ----------
    posterior
        What is believed; the leading places and the present loss are judged by it.
    timeline
        Where earlier beliefs are found again.
    """

    lane: ClassVar[Lane] = Lane.STOP

    briefing: Briefing
    posterior: Posterior
    state: StudyState
    timeline: Timeline

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> Stopping:
        """Count, time, sum up and draw, as far as rules are set."""
        stop = self.state.study.settings.stop
        rules: list[RuleStanding] = counted_rules(self.state, stop)
        if stop.expected_loss is not None:
            rules.append(self._loss(stop.expected_loss, control))
        if stop.top_k is not None:
            rules.append(self._top(stop.top_k, stop.top_k_probability, control))
        return Stopping(self.moment, stop, tuple(rules))

    def _loss(self, goal: float, control: Control) -> LossStanding:
        """Mean expected loss a pair now, and the least of it after each of the last answers.

        The present is told by the best posterior that is known, as the matrix is, and what was
        before by incremental ones.
        """
        model, n_rows = self.briefing.model, len(self.briefing.comparisons.first)
        posteriors = [self.posterior]
        for rows in range(n_rows - 1, max(n_rows - LOSS_WINDOW, -1), -1):
            posteriors.append(self.timeline.posterior_of(self.briefing, rows, control))
        losses = [total(each, model.horizon, model.groups, control)[1] for each in posteriors]
        least = min(losses)
        is_weighted = math.isfinite(model.horizon)
        return LossStanding("expected_loss", least, goal, least <= goal, losses[0], is_weighted)

    def _top(self, k: int, goal: float, control: Control) -> TopStanding:
        """The group whose leading places are least sure, by the draws of the ranking."""
        model = self.briefing.model
        groups = shown_first(self.posterior, k, model.groups)
        n_inside = [np.zeros(2) for _ in groups]  # draws with all inside; items inside
        rng = generator(model.seed, Purpose.RANKING, SAME)
        for _, chunk in drawn_ranks(self.posterior, rng, model.groups, N_DRAWS, control):
            for leaders, counts in zip(groups, n_inside, strict=True):
                inside = chunk[:, leaders] <= k
                counts += np.count_nonzero(np.all(inside, axis=1)), np.count_nonzero(inside)
        least = int(np.argmin([counts[0] for counts in n_inside]))
        leaders = groups[least]
        chance, n_right = (n_inside[least] / N_DRAWS).tolist()
        return TopStanding(
            len(leaders),
            tuple(model.item_ids[place] for place in leaders),
            chance,
            goal,
            n_right,
            self.state.n_answers,
            len(groups),
        )


def _goal(stop: StopSettings, rule: RuleStanding) -> tuple[float | None, ...]:
    """What a rule is set to; for the leading places also how sure they should be."""
    goal = getattr(stop, rule.name)
    return (goal, stop.top_k_probability) if isinstance(rule, TopStanding) else (goal,)


def counted_rules(state: StudyState, stop: StopSettings) -> list[RuleStanding]:
    """The rules on trials and minutes, which need no belief."""
    rules: list[RuleStanding] = []
    if stop.trials is not None:
        n_trials = trials_done(state)
        rules.append(CountStanding("trials", n_trials, stop.trials, n_trials >= stop.trials))
    if stop.minutes is not None:
        minutes = minutes_spent(state)
        rules.append(CountStanding("minutes", minutes, stop.minutes, minutes >= stop.minutes))
    return rules


def trials_done(state: StudyState) -> int:
    """Trials that were answered or skipped, practice left out."""
    return sum(each.comparison.phase is not Phase.TRAINING for each in state.answers)


def minutes_spent(state: StudyState) -> float:
    """Time between showing and answer over all trials there were, undone ones too.

    A trial counts no more than three minutes: whoever takes longer was not at work.
    """
    times = (each.body.rt_ms for each in state.recorded)
    known = (each for each in times if each is not None and math.isfinite(each))
    return sum(min(max(each, 0.0), LONGEST_TRIAL_MS) for each in known) / 60_000.0
