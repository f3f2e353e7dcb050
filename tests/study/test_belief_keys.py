"""A belief is at hand for the very facts and answers it was made of, and for no others."""

from __future__ import annotations

import pytest

from prefstudio.engine.control import Control
from prefstudio.study.beliefs import Belief, BeliefShelf
from prefstudio.study.briefing import briefing_of
from prefstudio.study.changes import AnswerChanged, ItemExcluded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Body, Event, Redone, TrialShown, Undone, happened
from prefstudio.study.folder import read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState


@pytest.fixture
def answers() -> list[Event]:
    return [happened(Answered(name, *name, Outcome.A)) for name in ("ab", "cd", "ef")]


@pytest.fixture
def state(answers: list[Event]) -> StudyState:
    return StudyState(read_study(sample("six-papers"))).with_events(answers)


def belief_of(state: StudyState) -> Belief:
    briefing = briefing_of(resolve(state.study), state)
    return Belief(incremental_posterior(briefing, Control()))


def after(state: StudyState, body: Body) -> StudyState:
    return state.with_event(happened(body))


def test_a_flipped_answer_is_another_belief(state: StudyState, answers: list[Event]) -> None:
    shelf, belief = BeliefShelf(), belief_of(state)
    shelf.keep(state, belief)
    flipped = after(state, AnswerChanged(answers[0].event_id, Outcome.B))
    assert shelf.at_hand(flipped) is None
    longer = after(flipped, Answered("ac", "a", "c", Outcome.A))
    assert shelf.before_last(longer) is None
    assert shelf.at_hand(state) is belief


def test_another_setting_is_another_belief(state: StudyState) -> None:
    shelf, belief = BeliefShelf(), belief_of(state)
    shelf.keep(state, belief)
    change = happened(SettingsChanged("model.noise", 1.0, 2.0))
    noisy = state.with_event(change)
    assert noisy.study.settings.model.noise == 2.0
    assert shelf.at_hand(noisy) is None
    assert shelf.before_last(after(noisy, Answered("ac", "a", "c", Outcome.A))) is None
    assert shelf.at_hand(after(noisy, Undone(change.event_id))) is belief


def test_what_does_not_touch_the_belief_keeps_it(state: StudyState, answers: list[Event]) -> None:
    shelf, belief = BeliefShelf(), belief_of(state)
    shelf.keep(state, belief)
    shown = after(state, TrialShown("ac", "a", "c"))
    assert shelf.at_hand(shown) is belief
    assert shelf.before_last(after(shown, Answered("ac", "a", "c", Outcome.A))) is belief
    undone = after(state, Undone(answers[-1].event_id))
    assert shelf.at_hand(undone) is None
    assert shelf.at_hand(after(undone, Redone(answers[-1].event_id))) is belief


def test_no_belief_before_the_first_answer() -> None:
    state = StudyState(read_study(sample("six-papers")))
    assert BeliefShelf().before_last(state) is None


def test_an_excluded_item_is_not_asked(state: StudyState) -> None:
    model = resolve(state.study)
    excluded = after(state, ItemExcluded("b"))
    place = model.position("b")
    assert briefing_of(model, state).allowed.partners(place).any()
    shelf, belief = BeliefShelf(), belief_of(state)
    shelf.keep(state, belief)
    assert shelf.at_hand(excluded) is None
    assert shelf.before_last(after(excluded, Answered("ac", "a", "c", Outcome.A))) is None
    allowed = briefing_of(model, excluded).allowed
    assert not allowed.partners(place).any()
    assert allowed.partners(model.position("a")).any()
