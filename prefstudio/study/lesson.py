"""From two answers to a ranking: all that the classroom shows, computed at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.components import Links
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.comparisons import Comparison, Outcome, enters_posterior
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.state import StudyState
from prefstudio.study.words import counted

FEWEST, MOST = 2, 12
N_ANSWERS = 2
N_DRAWS = 3
STREAM = 123  # of chance; any would do, with this one the draws of the Six papers lie apart
TIE = 1e-9  # relative; pairs this close are worth the same

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class LessonBelief:
    """One posterior in numbers; every array is read-only.

    Attributes
    ----------
    mean, sd
        Utilities as in the papers, not centred, shape (n_items,).
    covariance
        Shape (n_items, n_items).
    ranking
        Positions, the best first; equal means keep the order of the file.
    """

    mean: Array
    sd: Array
    covariance: Array
    ranking: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What the classroom shows of one study; every array is read-only.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    links
        Pairs of items that the prior joins, each once, the earlier item first.
    answers
        The first and the second answer, winner first.
    prior, first, second
        What is believed before any answer, after the first, and after both.
    opposite
        What would be believed if the second answer were the other one.
    draws
        Utilities drawn from the prior, shape (n_draws, n_items).
    loss
        Expected loss of every pair after the first answer, shape (n_items, n_items); not a
        number where there is no pair.
    tied
        The pairs that may be asked and share the largest expected loss.
    asked
        The pair of the second answer, the earlier item first.
    """

    moment: int
    links: tuple[Pair, ...]
    answers: tuple[Pair, Pair]
    prior: LessonBelief
    first: LessonBelief
    second: LessonBelief
    opposite: LessonBelief
    draws: Array
    loss: Array
    tied: tuple[Pair, ...]
    asked: Pair


@dataclass(frozen=True, slots=True, eq=False)
class LessonRequest:
    """The whole lesson.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    answers
        Winner first; where the second is not there, it follows from the expected loss.
    allowed
        Pairs that may be asked before any answer.
    """

    lane: ClassVar[Lane] = Lane.LESSON

    model: ResolvedModel
    moment: int
    answers: tuple[Pair, ...]
    allowed: AllowedPairs

    def compute(self, control: Control) -> Lesson:
        """Learn from one answer, choose a pair, and learn from the next."""
        model, first_answer = self.model, self.answers[0]
        prior = Posterior.of_prior(model.prior, model.scale)
        first = self._infer(control, first_answer)
        loss = CRITERIA["expected_loss"].matrix(
            first, self.allowed, horizon=model.horizon, control=control
        )
        tied = _largest(loss, self._open_pairs())
        second_answer = self.answers[1] if len(self.answers) > 1 else self._next(first, tied)
        return Lesson(
            self.moment,
            prior_links(model),
            (first_answer, second_answer),
            _belief(prior),
            _belief(first),
            _belief(self._infer(control, first_answer, second_answer)),
            _belief(self._infer(control, first_answer, second_answer[::-1])),
            read_only(prior.sample(generator(model.seed, Purpose.LESSON, STREAM), N_DRAWS)),
            read_only(loss),
            tied,
            (min(second_answer), max(second_answer)),
        )

    def _infer(self, control: Control, *answers: Pair) -> Posterior:
        control.check()
        model = self.model
        told = Comparisons.of_edges(answers, [model.scale.win] * len(answers), [1] * len(answers))
        return INFERENCES[model.inference](model.prior, told, model.scale, control)

    def _open_pairs(self) -> Array:
        """Where a pair may be asked after the first answer; two items are asked about again."""
        every_item = np.arange(len(self.model.item_ids))
        if not self.model.ask_again:
            left = self.allowed.without(*self.answers[0]).mask(every_item)
            if left.any():
                return left
        return self.allowed.mask(every_item)

    def _next(self, first: Posterior, tied: tuple[Pair, ...]) -> Pair:
        """The last of the tied pairs; who won before wins again, or else the higher mean."""
        pair, winner = tied[-1], self.answers[0][0]
        wins_second = winner == pair[1] or (
            winner != pair[0] and first.mean[pair[1]] > first.mean[pair[0]]
        )
        return pair[::-1] if wins_second else pair


def lesson_request(model: ResolvedModel, state: StudyState, moment: int) -> LessonRequest:
    """The lesson of a study; `lesson_problem` must have nothing to say."""
    allowed = model.allowed((), state.excluded_items)
    return LessonRequest(model, moment, lesson_answers(model, state), allowed)


def lesson_problem(model: ResolvedModel, state: StudyState) -> str | None:
    """Why a study cannot be shown in the classroom, in a sentence; None when it can."""
    n_items = len(model.item_ids)
    if not FEWEST <= n_items <= MOST:
        return (
            f"The classroom shows every item in every picture, so it takes {FEWEST} to {MOST} "
            f"items; this study has {counted(n_items, 'item')}."
        )
    if not _may_be_asked(model, state).any():
        return "The classroom needs a pair that may be asked, and this study has none left."
    return None


def lesson_answers(model: ResolvedModel, state: StudyState) -> tuple[Pair, ...]:
    """The first two choices on record, winner first, or a first answer that shows the links.

    The later item of the first link wins over the later item of the last link elsewhere, or,
    where no link is elsewhere, over the last item it may be compared with.
    """
    recorded = _recorded(model, state)[:N_ANSWERS]
    if recorded:
        return tuple(recorded)
    may_ask, links = _may_be_asked(model, state), prior_links(model)
    winners = [late for _, late in links] + list(range(len(model.item_ids)))
    winner = next(item for item in winners if may_ask[item].any())
    near = _joined_with(winner, links)
    elsewhere = [late for early, late in links if early not in near and may_ask[winner, late]]
    loser = elsewhere[-1] if elsewhere else int(np.flatnonzero(may_ask[winner])[-1])
    return ((winner, loser),)


def prior_links(model: ResolvedModel) -> tuple[Pair, ...]:
    """Pairs of items that a relation of the prior joins, the earlier item first."""
    found: set[Pair] = set()
    for component in model.prior.components:
        if isinstance(component, Links):
            source, target = component.weights.nonzero()
            pairs = zip(source.tolist(), target.tolist(), strict=True)
            found.update((min(pair), max(pair)) for pair in pairs)
    return tuple(sorted(found))


def _recorded(model: ResolvedModel, state: StudyState) -> list[Pair]:
    study, excluded = state.study, state.study.excluded_participants
    return [
        _winner_first(model, row)
        for row in state.comparisons
        if enters_posterior(row, study.items, excluded) and row.outcome is not Outcome.TIE
    ]


def _winner_first(model: ResolvedModel, row: Comparison) -> Pair:
    a, b = model.position(row.a), model.position(row.b)
    return (a, b) if row.outcome is Outcome.A else (b, a)


def _may_be_asked(model: ResolvedModel, state: StudyState) -> Array:
    """Where a pair may be asked before any answer, shape (n_items, n_items)."""
    allowed = model.allowed((), state.excluded_items)
    return allowed.mask(np.arange(len(model.item_ids)))


def _joined_with(item: int, links: tuple[Pair, ...]) -> set[int]:
    """The items that links lead to from one, itself included."""
    found, grew = {item}, True
    while grew:
        reached = {end for pair in links if found & set(pair) for end in pair}
        grew = not reached <= found
        found |= reached
    return found


def _largest(loss: Array, may_ask: Array) -> tuple[Pair, ...]:
    """The pairs of the largest value among those that may be asked, in the order of the file."""
    upper = np.where(np.triu(may_ask, 1), loss, -np.inf)
    largest = upper.max()
    rows, columns = np.nonzero(upper >= largest - TIE * abs(largest))
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))


def _belief(posterior: Posterior) -> LessonBelief:
    ranking = np.argsort(-np.round(posterior.mean, 12), kind="stable")
    return LessonBelief(
        posterior.mean,
        read_only(posterior.sd),
        read_only(posterior.covariance()),
        tuple(ranking.tolist()),
    )
