"""The study at any past moment, found again quickly; only the thread that computes looks here."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.incremental import condition_on_row
from prefstudio.engine.near_ep import infer_nearly
from prefstudio.engine.posterior import Posterior, Sites
from prefstudio.study.briefing import Briefing, are_briefed_alike, briefing_of, told_again
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel, are_modelled_alike, resolve
from prefstudio.study.state import StudyState

EVENTS_APART = 64  # between two states that are kept
ANSWERS_APART = 32  # between two posteriors that are kept, at the least
BYTES_KEPT = 32_000_000
MODELS_KEPT = 4


class Timeline:
    """States, models and posteriors that were made once, so that going back costs little.

    Everything here follows from the events and may be forgotten at any time.
    """

    def __init__(self) -> None:
        self._states: dict[int, StudyState] = {}
        self._events: Sequence[Event] = ()
        self._models: list[tuple[Study, ResolvedModel]] = []  # the latest last
        self._posteriors: dict[int, tuple[Briefing, Posterior]] = {}
        self._briefed: tuple[StudyState, Briefing] | None = None
        self._sites: Sites | None = None  # of the model that was tried last

    def state_at(self, founding: Study, events: Sequence[Event], revision: int) -> StudyState:
        """The study after its first `revision` events."""
        self._forget_other_past(events)
        start = revision - revision % EVENTS_APART
        while start and start not in self._states:
            start -= EVENTS_APART
        state = self._states.get(start) or StudyState(founding)
        while state.revision + EVENTS_APART <= revision:
            state = state.with_events(events[state.revision : state.revision + EVENTS_APART])
            self._states[state.revision] = state
        return state.with_events(events[state.revision : revision])

    def model_of(self, study: Study) -> ResolvedModel:
        """The model of some facts; facts that are modelled alike have one model."""
        known = (pair for pair in self._models if are_modelled_alike(pair[0], study))
        found = next(known, None) or (study, resolve(study))
        others = [pair for pair in self._models if pair is not found]
        self._models = [*others, found][-MODELS_KEPT:]
        return found[1]

    def briefing_of(self, model: ResolvedModel, state: StudyState, moment: int) -> Briefing:
        """What the engine is told of a study; of the same answers it is told once."""
        if self._briefed is not None and are_briefed_alike(self._briefed[0], state):
            briefing = told_again(self._briefed[1], model, state, moment)
        else:
            briefing = briefing_of(model, state, moment)
        self._briefed = state, briefing
        return briefing

    def nearly_exact(
        self, briefing: Briefing, exact: Posterior | None, control: Control
    ) -> Posterior | None:
        """The posterior of a model that is tried, up to what no eye sees; None where unknown.

        Parameters
        ----------
        exact : Posterior or None
            Of the same answers under another model, if there is one.
        """
        model = briefing.model
        for start in (self._sites, None if exact is None else exact.sites):
            if start is None or model.inference != "ep":
                continue
            found = infer_nearly(model.prior, briefing.comparisons, model.scale, start, control)
            if found is not None:
                self._sites = found.sites
                return found
        return None

    def posterior_of(self, briefing: Briefing, n_rows: int, control: Control) -> Posterior:
        """The incremental posterior of the first `n_rows` comparisons of a briefing."""
        rows, posterior = self._nearest(briefing, n_rows)
        apart = self._answers_apart(briefing)
        for row in range(rows, n_rows):
            posterior = condition_on_row(posterior, briefing.comparisons, row, control)
            if (row + 1) % apart == 0:
                self._posteriors[row + 1] = (briefing, posterior)
        return posterior

    def _nearest(self, briefing: Briefing, n_rows: int) -> tuple[int, Posterior]:
        """The latest posterior at hand of no more than the first rows."""
        at_hand = (rows for rows in self._posteriors if rows <= n_rows)
        for rows in sorted(at_hand, reverse=True):
            made_from, posterior = self._posteriors[rows]
            if agree(made_from, briefing, rows):
                return rows, posterior
            del self._posteriors[rows]
        return 0, Posterior.of_prior(briefing.model.prior, briefing.model.scale)

    @staticmethod
    def _answers_apart(briefing: Briefing) -> int:
        n_kept = max(1, BYTES_KEPT // (8 * len(briefing.model.item_ids) ** 2))
        return max(ANSWERS_APART, math.ceil(len(briefing.comparisons.first) / n_kept))

    def _forget_other_past(self, events: Sequence[Event]) -> None:
        """Let go of the states of another past, as a fork has one.

        Of two pasts that share their last known event only that far is one past for certain: what
        follows in the longer one says nothing of how the shorter one goes on.
        """
        common = min(len(self._events), len(events))
        if common and self._events[common - 1] is not events[common - 1]:
            common = 0
        self._states = {at: state for at, state in self._states.items() if at <= common}
        self._events = events


def agree(one: Briefing, other: Briefing, n_rows: int) -> bool:
    """Whether two briefings have the model and the first comparisons in common."""
    if one.model is not other.model:
        return False
    pairs = (
        (getattr(one.comparisons, name)[:n_rows], getattr(other.comparisons, name)[:n_rows])
        for name in ("first", "second", "lower", "upper", "count")
    )
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)
