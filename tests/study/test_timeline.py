"""Any past moment is found again, whatever was looked at before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import incremental
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study import timeline as timeline_module
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.changes import ItemExcluded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Redone, Undone, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.resources import sample
from prefstudio.study.sittings import StudyOpened
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import ANSWERS_APART, Timeline, agree
from tests.study.briefings import random_briefing

N_EVENTS = 150


@pytest.fixture(scope="module")
def study() -> Study:
    return read_study(sample("six-papers"))


def history(seed: int, n_events: int, study: Study) -> list[Event]:
    """Answers, undo, redo and excluded items at random."""
    rng, events = np.random.default_rng(seed), []
    state = StudyState(study)
    while len(events) < n_events:
        a, b = rng.choice(list("abcdef"), 2, replace=False)
        kind = rng.random()
        body: object = Answered(
            new_id(), str(a), str(b), Outcome(rng.choice([Outcome.A, Outcome.B]))
        )
        if kind < 0.2 and state.last_change is not None:
            body = Undone(state.last_change.event_id)
        elif kind < 0.3 and state.next_redo is not None:
            body = Redone(state.next_redo.event_id)
        elif kind < 0.35:
            body = ItemExcluded(str(a))
        events.append(happened(body))  # type: ignore[arg-type]
        state = state.with_event(events[-1])
    return events


def told(state: StudyState) -> tuple[object, ...]:
    said = tuple((each.event_id, each.comparison.outcome) for each in state.answers)
    redo = None if state.next_redo is None else state.next_redo.event_id
    return state.revision, said, redo, state.excluded_items, state.asked


@pytest.fixture(scope="module")
def events(study: Study) -> list[Event]:
    return history(1, N_EVENTS, study)


@pytest.mark.parametrize("seed", range(2))
def test_every_revision_is_the_fold_of_its_events(
    study: Study, events: list[Event], seed: int
) -> None:
    timeline = Timeline()
    for revision in np.random.default_rng(seed).permutation(N_EVENTS + 1).tolist():
        found = timeline.state_at(study, events, revision)
        assert told(found) == told(StudyState(study).with_events(events[:revision]))


def test_a_fork_has_a_past_of_its_own(study: Study, events: list[Event]) -> None:
    timeline = Timeline()
    forked = [*events[:70], *history(2, 80, study)]
    longer = [*events, *history(3, 40, study)]
    for past in (events, forked, events, longer, forked):
        for revision in (64, 65, 100, 128, 140, len(past)):
            found = timeline.state_at(study, past, revision)
            assert told(found) == told(StudyState(study).with_events(past[:revision]))


def test_a_fork_that_grows_has_none_of_the_states_it_left_behind(
    study: Study, events: list[Event]
) -> None:
    timeline = Timeline()
    trunk = [*events, *history(2, 60, study)]
    forked = trunk[:100]
    timeline.state_at(study, trunk, len(trunk))
    timeline.state_at(study, forked, 90)  # a part of the trunk until it goes on
    grown = [*forked, *history(3, 120, study)]
    for past in (grown, trunk):
        for revision in (90, 128, 130, 192, 200):
            found = timeline.state_at(study, past, revision)
            assert told(found) == told(StudyState(study).with_events(past[:revision]))


def test_what_was_seen_once_is_not_folded_again(
    study: Study, events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, folded = Timeline(), 0
    timeline.state_at(study, events, N_EVENTS)
    with_event = StudyState.with_event

    def count(state: StudyState, event: Event) -> StudyState:
        nonlocal folded
        folded += 1
        return with_event(state, event)

    monkeypatch.setattr(StudyState, "with_event", count)
    timeline.state_at(study, events, 130)
    assert folded <= 2


def rows_of(briefing: Briefing, n_rows: int) -> Comparisons:
    said = briefing.comparisons
    names = ("first", "second", "lower", "upper", "count")
    return Comparisons(*(getattr(said, name)[:n_rows] for name in names))


@pytest.mark.parametrize("seed", range(2))
def test_posteriors_are_those_of_one_pass(seed: int) -> None:
    briefing, timeline = random_briefing(seed, 6, 100), Timeline()
    model = briefing.model
    for n_rows in np.random.default_rng(seed).permutation(101)[:25].tolist():
        found = timeline.posterior_of(briefing, n_rows, Control())
        expected = incremental.infer(model.prior, rows_of(briefing, n_rows), model.scale)
        np.testing.assert_allclose(found.mean, expected.mean, atol=1e-10)
        np.testing.assert_allclose(found.covariance(), expected.covariance(), atol=1e-10)


def test_another_history_of_the_same_model_is_told_apart() -> None:
    briefing, timeline = random_briefing(3, 6, 80), Timeline()
    timeline.posterior_of(briefing, 80, Control())
    said = briefing.comparisons
    lower, upper = said.lower.copy(), said.upper.copy()
    lower[40], upper[40] = (0, 1) if said.lower[40] else (1, 2)
    other = Comparisons(said.first, said.second, lower, upper, said.count)
    flipped = replace(briefing, comparisons=other)
    for one in (flipped, briefing):
        found = timeline.posterior_of(one, 80, Control())
        expected = incremental.infer(one.model.prior, one.comparisons, one.model.scale)
        np.testing.assert_allclose(found.mean, expected.mean, atol=1e-10)


def test_going_back_costs_some_answers_and_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    briefing, timeline, done = random_briefing(4, 6, 100), Timeline(), 0
    timeline.posterior_of(briefing, 100, Control())
    condition = timeline_module.condition_on_row

    def count(*given: object) -> object:
        nonlocal done
        done += 1
        return condition(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(timeline_module, "condition_on_row", count)
    timeline.posterior_of(briefing, 99, Control())
    assert done == 99 % timeline_module.ANSWERS_APART


def test_facts_that_are_modelled_alike_have_one_model(study: Study) -> None:
    timeline, state = Timeline(), StudyState(study)
    model = timeline.model_of(study)
    others = [
        state.with_event(happened(SettingsChanged("model.noise", 1.0, 2.0 + each))).study
        for each in range(timeline_module.MODELS_KEPT)
    ]
    for change in (
        SettingsChanged("stop.trials", None, 30),
        SettingsChanged("title", None, "Six"),
        SettingsChanged("model.learn_while_asking", None, False),
    ):
        assert timeline.model_of(state.with_event(happened(change)).study) is model
    made = [timeline.model_of(other) for other in others]
    assert all(each is not model for each in made)
    assert timeline.model_of(others[-1]) is made[-1]
    assert timeline.model_of(replace(others[0])) is made[0]
    assert timeline.model_of(study) is not model


def test_a_stop_rule_leaves_what_was_inferred(
    study: Study, events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, state = Timeline(), StudyState(study).with_events(events)
    for each in (state, state.with_event(happened(SettingsChanged("stop.trials", None, 30)))):
        briefing = timeline.briefing_of(timeline.model_of(each.study), each, 1)
        timeline.posterior_of(briefing, ANSWERS_APART, Control())
        monkeypatch.setattr(timeline_module, "condition_on_row", None)


def test_a_tried_model_is_told_the_answers_once(study: Study, events: list[Event]) -> None:
    timeline, state = Timeline(), StudyState(study).with_events(events)
    before = timeline.briefing_of(timeline.model_of(study), state, 1)
    tried = state.with_event(Event("", "", SettingsChanged("model.noise", 1.0, 2.0)))
    model = timeline.model_of(tried.study)
    briefing, wanted = timeline.briefing_of(model, tried, 2), briefing_of(model, tried, 2)
    assert briefing.comparisons is before.comparisons
    assert briefing.model is model
    assert (briefing.moment, briefing.revision) == (2, wanted.revision)
    assert agree(briefing, wanted, len(wanted.comparisons))
    everyone = np.arange(len(model.item_ids))
    np.testing.assert_array_equal(briefing.allowed.mask(everyone), wanted.allowed.mask(everyone))


@pytest.mark.parametrize(
    "change",
    [
        ItemExcluded("a"),
        SettingsChanged("response.tie", True, False),
        SettingsChanged("model.ask_again", True, False),
    ],
)
def test_what_concerns_answers_is_told_anew(
    study: Study, events: list[Event], change: ItemExcluded | SettingsChanged
) -> None:
    timeline, state = Timeline(), StudyState(study).with_events(events[:40])
    timeline.briefing_of(timeline.model_of(study), state, 1)
    after = state.with_event(happened(change))
    model = timeline.model_of(after.study)
    briefing, wanted = timeline.briefing_of(model, after, 2), briefing_of(model, after, 2)
    assert agree(briefing, wanted, len(wanted.comparisons))
    everyone = np.arange(len(model.item_ids))
    np.testing.assert_array_equal(briefing.allowed.mask(everyone), wanted.allowed.mask(everyone))


def test_a_pair_that_was_skipped_in_the_sitting_before_may_be_asked_again(study: Study) -> None:
    timeline, model = Timeline(), Timeline().model_of(study)
    skipped = StudyState(study).with_event(happened(Answered(new_id(), "a", "b", Outcome.SKIP)))
    again = skipped.with_event(happened(StudyOpened(sits_down=True)))
    both = np.array([model.item_ids.index(each) for each in "ab"])
    for state, is_open in ((skipped, False), (again, True)):
        assert timeline.briefing_of(model, state, 1).allowed.mask(both)[0, 1] == is_open


def test_it_can_be_stopped() -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        Timeline().posterior_of(random_briefing(1), 5, control)
