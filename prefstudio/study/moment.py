"""What is shown: the study as it stands, as it was, or as it would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.events import Event
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.mailbox import Lane
from prefstudio.study.standing import Standing, StandingRequest
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline
from prefstudio.study.view import View
from prefstudio.study.viewing import ViewRequest, ViewWants

MOST_RANKED = 40
"""Items up to which a ranking with its chances is drawn for every picture: some 10 ms."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Which study is shown.

    Attributes
    ----------
    number
        Rises with every moment that is shown; what speaks of an earlier one is stale.
    state
        The study as it stands.
    events
        All events up to it; only needed for looking back.
    until
        The revision that is looked back to; None is now.
    tried
        Settings that are tried and not recorded.
    is_fleeting
        Whether the next one is coming already, as while something is dragged.
    """

    number: int
    state: StudyState
    events: Sequence[Event] = ()
    until: int | None = None
    tried: tuple[SettingsChanged, ...] = ()
    is_fleeting: bool = False

    @property
    def is_past(self) -> bool:
        """Whether it is looked back."""
        return self.until is not None

    def reached(self, timeline: Timeline) -> StudyState:
        """The state of this moment."""
        state = self.state
        if self.until is not None:
            state = timeline.state_at(state.founding, self.events, self.until)
        return state.with_events(Event("", "", change) for change in self.tried)


@dataclass(frozen=True, slots=True, eq=False)
class MomentFound:
    """The study of a moment and what is believed in it; a fleeting one is drawn at once.

    Attributes
    ----------
    standing
        Of a fleeting moment of few items; of many it takes longer than a picture may.
    """

    moment: int
    state: StudyState
    belief: Belief
    view: View | None = None
    standing: Standing | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MomentRequest:
    """Go to a moment: fold its events, make its model, infer incrementally.

    A model that is tried is inferred from the sites of the one tried before where that leads
    near the exact posterior; nothing then tells what the last answer did.

    Attributes
    ----------
    wanted
        The moment that is gone to.
    start
        An incremental posterior of all answers but the last; None when none is at hand.
    wants
        What is drawn of a fleeting moment.
    exact
        The last exact posterior there was; None when none is at hand.
    """

    lane: ClassVar[Lane] = Lane.POSTERIOR

    wanted: Moment
    timeline: Timeline
    start: Posterior | None = None
    wants: ViewWants | None = None
    exact: Posterior | None = None

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.wanted.number

    def compute(self, control: Control) -> MomentFound:
        """The state, its model and its posterior."""
        state = self.wanted.reached(self.timeline)
        control.check()
        model = self.timeline.model_of(state.study)
        control.check()
        briefing = self.timeline.briefing_of(model, state, self.moment)
        belief = self._belief(briefing, control)
        if not self.wanted.is_fleeting or self.wants is None:
            return MomentFound(self.moment, state, belief)
        wants = replace(self.wants, explains=False)  # nobody reads while dragging
        view = ViewRequest(briefing, belief, state, wants).compute(control)
        view = replace(view, is_fleeting=True)
        standing = self._standing(briefing, belief, state, wants.group, control)
        return MomentFound(self.moment, state, belief, view, standing)

    def _standing(
        self, briefing: Briefing, belief: Belief, state: StudyState, group: int, control: Control
    ) -> Standing | None:
        model, trial = briefing.model, state.asked
        if len(model.item_ids) > MOST_RANKED:
            return None
        pair = None if trial is None else (model.position(trial.a), model.position(trial.b))
        goal = state.study.settings.stop.top_k_probability
        return StandingRequest(briefing, belief.best, pair, group, goal).compute(control)

    def _belief(self, briefing: Briefing, control: Control) -> Belief:
        n_rows = len(briefing.comparisons.first)
        if n_rows == 0:
            prior = self.timeline.posterior_of(briefing, 0, control)
            return Belief(prior, None, None, briefing)
        if self.wanted.tried:
            near = self.timeline.nearly_exact(briefing, self.exact, control)
            if near is not None:
                return Belief(near, None, None, briefing)
        if self.start is not None:
            before = self.start
        else:
            before = self.timeline.posterior_of(briefing, n_rows - 1, control)
        after = incremental_posterior(briefing, control, before)
        return Belief(after, None, before, briefing)
