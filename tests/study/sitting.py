"""A sitting without a window: pairs are asked by the study's policy and answered by rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from prefstudio.engine.control import Control
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Body, Event, TrialShown
from prefstudio.study.folder import Study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.model import resolve
from prefstudio.study.query import Query, trial_of
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.settings import StudySettings
from prefstudio.study.state import StudyState

Answers = Callable[[TrialShown], Outcome]


def first_wins(trial: TrialShown) -> Outcome:
    """Say that the item whose id comes first is better."""
    return Outcome.A if trial.a < trial.b else Outcome.B


def with_settings(study: Study, **sections: dict[str, object]) -> Study:
    """The study with some settings changed, by section."""
    settings: StudySettings = study.settings
    for section, values in sections.items():
        changed = replace(getattr(settings, section), **values)
        settings = replace(settings, **{section: changed})  # type: ignore[arg-type]
    return replace(study, settings=settings)


def next_query(state: StudyState) -> Query | None:
    """The pair that is asked in a state, computed from nothing."""
    briefing = briefing_of(resolve(state.study), state)
    posterior = incremental_posterior(briefing, Control())
    return QueryRequest(briefing, posterior).compute(Control()).query


class Sitting:
    """Records events one after the other, each with an id and a time of its own."""

    def __init__(self, study: Study) -> None:
        self.state = StudyState(study)
        self.events: list[Event] = []

    def record(self, body: Body) -> str:
        """Record that something happened; return the id of the event."""
        event_id = f"e{len(self.events) + 1}"
        self.events.append(Event(event_id, f"2026-01-01T00:00:{len(self.events):02d}Z", body))
        self.state = self.state.with_event(self.events[-1])
        return event_id

    def ask(self) -> TrialShown | None:
        """Show the next pair."""
        query = next_query(self.state)
        if query is None:
            return None
        trial = replace(trial_of(query, resolve(self.state.study)), trial_id=f"t{len(self.events)}")
        self.record(trial)
        return trial

    def answer(self, says: Answers = first_wins, rt_ms: float = 1000.0) -> TrialShown | None:
        """Ask, and answer."""
        trial = self.ask()
        if trial is not None:
            self.record(Answered(trial.trial_id, trial.a, trial.b, says(trial), rt_ms=rt_ms))
        return trial
