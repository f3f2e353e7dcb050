"""What follows from each possible answer, made while the person decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.query import Query
from prefstudio.study.requests import PosteriorRequest, QueryRequest
from prefstudio.study.state import StudyState


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """The study after one of the possible answers.

    Attributes
    ----------
    revision
        The belief's revision that the answer will make; at any other the branch is void.
    posterior
        The incremental posterior.
    exact
        The posterior at the fixed point, or None when it was not made.
    query
        The pair to ask next, or None when every pair has been asked.
    """

    revision: int
    posterior: Posterior
    exact: Posterior | None
    query: Query | None


@dataclass(frozen=True, slots=True, eq=False)
class LookAhead:
    """A branch for every possible answer to one trial."""

    revision: int
    trial_id: str
    branches: Mapping[Outcome, Branch]


@dataclass(frozen=True, slots=True, eq=False)
class LookAheadRequest:
    """Posterior and next pair for every possible answer to the trial on screen.

    Attributes
    ----------
    state
        The study with the trial on screen.
    posterior
        The incremental posterior of `state`.
    exact
        The exact one, once it is known: then the branches are made exact too.
    """

    lane: ClassVar[Lane] = Lane.LOOK_AHEAD

    model: ResolvedModel
    state: StudyState
    trial: TrialShown
    outcomes: tuple[Outcome, ...]
    posterior: Posterior
    exact: Posterior | None = None

    @property
    def revision(self) -> int:
        """The belief's revision before the answer."""
        return self.state.belief_revision

    def compute(self, control: Control) -> LookAhead:
        """Answer in every possible way, in thought."""
        trunk = self.posterior.folded_when_due()  # once, not once a branch
        branches = {outcome: self._branch(outcome, trunk, control) for outcome in self.outcomes}
        return LookAhead(self.revision, self.trial.trial_id, MappingProxyType(branches))

    def _branch(self, outcome: Outcome, trunk: Posterior, control: Control) -> Branch:
        body = Answered(self.trial.trial_id, self.trial.a, self.trial.b, outcome)
        after = self.state.with_event(Event("", "", body))
        briefing = briefing_of(self.model, after)
        posterior = PosteriorRequest(briefing, trunk).compute(control).posterior
        query = QueryRequest(briefing, posterior).compute(control).query
        exact = None
        if self.exact is not None:
            exact = briefing.exact_posterior(control, self.exact)
        return Branch(briefing.revision, posterior, exact, query)
