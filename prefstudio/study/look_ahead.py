"""What follows from each possible answer, made while the person decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.query import Query
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.settings import ResponseSettings
from prefstudio.study.state import StudyState

STRENGTHS = (1, 2, 3, -1, -2, -3)

Said: TypeAlias = tuple[Outcome, int | None]
"""What may be said to a trial: the outcome, and how strongly where that is asked."""


def sayings_of(response: ResponseSettings) -> tuple[Said, ...]:
    """All that may be said to a trial of a study."""
    if response.scale == "strength7":
        clear = [(Outcome.A if level > 0 else Outcome.B, level) for level in STRENGTHS]
        return (*clear, (Outcome.TIE, 0), (Outcome.SKIP, None))
    ties = ((Outcome.TIE, None),) if response.tie else ()
    return ((Outcome.A, None), (Outcome.B, None), *ties, (Outcome.SKIP, None))


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """The study after one of the possible answers.

    Attributes
    ----------
    revision
        The belief's revision that the answer will make; at any other the branch is void.
    belief
        What will be believed.
    query
        The pair to ask next, or None when every pair has been asked.
    """

    revision: int
    belief: Belief
    query: Query | None


@dataclass(frozen=True, slots=True, eq=False)
class LookAhead:
    """A branch for every possible answer to one trial."""

    moment: int
    trial_id: str
    branches: Mapping[Said, Branch]


@dataclass(frozen=True, slots=True, eq=False)
class LookAheadRequest:
    """Posterior and next pair for every possible answer to the trial on screen.

    Attributes
    ----------
    state
        The study with the trial on screen.
    belief
        What is believed in `state`; once its exact posterior is known, the branches are made
        exact too.
    moment
        The number of the moment it speaks of.
    """

    lane: ClassVar[Lane] = Lane.LOOK_AHEAD

    model: ResolvedModel
    state: StudyState
    trial: TrialShown
    sayings: tuple[Said, ...]
    belief: Belief
    moment: int

    def compute(self, control: Control) -> LookAhead:
        """Answer in every possible way, in thought."""
        trunk = self.belief.posterior.folded_when_due()  # once, not once a branch
        branches = {said: self._branch(said, trunk, control) for said in self.sayings}
        return LookAhead(self.moment, self.trial.trial_id, MappingProxyType(branches))

    def _branch(self, said: Said, trunk: Posterior, control: Control) -> Branch:
        outcome, strength = said
        body = Answered(self.trial.trial_id, self.trial.a, self.trial.b, outcome, strength)
        after = self.state.with_event(Event("", "", body))
        briefing = briefing_of(self.model, after)
        posterior = incremental_posterior(briefing, control, trunk)
        query = QueryRequest(briefing, posterior).compute(control).query
        exact = None
        if posterior is trunk:
            exact = self.belief.exact  # a skip teaches nothing, and a matrix more is 8 MB
        elif self.belief.exact is not None:
            exact = briefing.exact_posterior(control, self.belief.exact)
        before = trunk if posterior is not trunk else self.belief.before
        return Branch(briefing.revision, Belief(posterior, exact, before, briefing), query)
