"""All that the engine is told of a study at one moment, in positions instead of ids."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Rules
from prefstudio.engine.posterior import Posterior
from prefstudio.study.comparisons import Comparison, attributes_of, enters_posterior
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.policy_rules import rules_of
from prefstudio.study.state import StudyState


def _no_pairs() -> Array:
    return np.empty((0, 2), dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Briefing:
    """What is believed before any answer, what was answered, and what may be asked.

    Attributes
    ----------
    revision
        The belief's revision, by which lots are drawn.
    moment
        Number of what is shown; it rises whenever something else is, so that results of what
        was shown before are known to be stale.
    rules
        What the policy goes by besides: queue, spacing and hold-out.
    answered
        Pairs that were answered, whether or not they may be asked again, shape (n_pairs, 2).
    """

    model: ResolvedModel
    revision: int
    comparisons: Comparisons
    allowed: AllowedPairs
    moment: int
    rules: Rules = field(default_factory=Rules)
    answered: Array = field(default_factory=_no_pairs)

    def exact_posterior(self, control: Control, start: Posterior | None = None) -> Posterior:
        """The posterior of the study's inference, from the sites of `start` where it has some."""
        model = self.model
        if model.inference == "ep":
            return ep.infer(model.prior, self.comparisons, model.scale, control, start)
        return INFERENCES[model.inference](model.prior, self.comparisons, model.scale, control)


def asked_attribute(study: Study) -> str:
    """The one attribute that pairs are judged on at a time: the study's first; empty if none."""
    settled = [each.name for each in study.settings.attributes]
    return next(iter([*settled, *attributes_of(study.comparisons)]), "")


def which_enter(study: Study, rows: Iterable[Comparison]) -> Iterator[bool]:
    """Of every row, whether the belief follows from it."""
    excluded, attribute = study.excluded_participants, asked_attribute(study)
    for row in rows:
        yield row.attribute == attribute and enters_posterior(row, study.items, excluded)


def rows_learned_from(state: StudyState) -> list[Comparison]:
    """The comparisons that a study is believed from, in the order of a briefing's."""
    rows = state.comparisons
    return list(itertools.compress(rows, which_enter(state.study, rows)))


def last_learned_from(state: StudyState) -> Comparison | None:
    """The last of the comparisons that a study is believed from; None where there is none."""
    rows = state.comparisons[::-1]
    return next(itertools.compress(rows, which_enter(state.study, rows)), None)


def are_briefed_alike(one: StudyState, other: StudyState) -> bool:
    """Whether the engine is told the same of two states but for their models' numbers."""
    mine, theirs = one.study, other.study
    return (
        one.answers is other.answers
        and one.refused is other.refused
        and one.sat_down == other.sat_down
        and one.excluded_items == other.excluded_items
        and mine.items is theirs.items
        and mine.comparisons is theirs.comparisons
        and mine.excluded_participants == theirs.excluded_participants
        and asked_attribute(mine) == asked_attribute(theirs)
        and mine.settings.response == theirs.settings.response
        and mine.settings.model.ask_again == theirs.settings.model.ask_again
    )


def told_again(known: Briefing, model: ResolvedModel, state: StudyState, moment: int) -> Briefing:
    """What `briefing_of` would tell of a state that is briefed alike."""
    return Briefing(
        model,
        state.belief_revision,
        known.comparisons,
        known.allowed,
        moment,
        rules_of(model, state),
        known.answered,
    )


def briefing_of(model: ResolvedModel, state: StudyState, moment: int | None = None) -> Briefing:
    """What the engine is told of a study in a given state; by itself its revision is shown."""
    answered, closed = state.answered_pairs(), state.skipped_pairs()
    return Briefing(
        model,
        state.belief_revision,
        model.comparisons(rows_learned_from(state)),
        model.allowed(closed if model.ask_again else closed | answered, state.excluded_items),
        state.belief_revision if moment is None else moment,
        rules_of(model, state),
        model.positions(answered),
    )
