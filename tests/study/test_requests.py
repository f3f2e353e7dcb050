"""Work orders: the same numbers whatever way they are come by, frozen, and easily stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.posterior import Posterior
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Policy, TrialShown, happened, new_id
from prefstudio.study.folder import read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.look_ahead import LookAheadRequest, sayings_of
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.moment import Moment, MomentRequest
from prefstudio.study.polish_request import PolishRequest
from prefstudio.study.query import Query, trial_of
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline
from prefstudio.study.view import MatrixKind
from prefstudio.study.viewing import MATRICES, ViewRequest, ViewWants

SOME_ANSWERS = [("b", "e", Outcome.A), ("c", "f", Outcome.B), ("a", "d", Outcome.B)]


@pytest.fixture(scope="module")
def state() -> StudyState:
    return StudyState(read_study(sample("six-papers")))


@pytest.fixture(scope="module")
def model(state: StudyState) -> ResolvedModel:
    return resolve(state.study)


def after(state: StudyState, answers: list[tuple[str, str, Outcome]]) -> StudyState:
    for a, b, outcome in answers:
        state = state.with_event(happened(Answered(new_id(), a, b, outcome)))
    return state


def asked(state: StudyState) -> list[tuple[str, str, Outcome]]:
    said = (answer.comparison for answer in state.answers)
    return [(each.a, each.b, each.outcome) for each in said]


def posterior_of(
    model: ResolvedModel, state: StudyState, start: Posterior | None = None
) -> Posterior:
    return incremental_posterior(briefing_of(model, state), Control(), start)


def query_of_state(model: ResolvedModel, state: StudyState) -> Query | None:
    request = QueryRequest(briefing_of(model, state), posterior_of(model, state))
    return request.compute(Control()).query


def test_each_request_has_its_lane(model: ResolvedModel, state: StudyState) -> None:
    briefing = briefing_of(model, state)
    belief = posterior_of(model, state)
    trial = TrialShown("t", "a", "b")
    requests = [
        MomentRequest(Moment(0, state), Timeline()),
        QueryRequest(briefing, belief),
        ViewRequest(briefing, Belief(belief), state, ViewWants()),
        LookAheadRequest(model, state, trial, (), Belief(belief), 0),
        PolishRequest(briefing),
    ]
    assert [request.lane for request in requests] == list(Lane)[:5]
    assert {request.moment for request in requests} == {0}


def test_a_request_is_frozen(model: ResolvedModel, state: StudyState) -> None:
    request = PolishRequest(briefing_of(model, state))
    with pytest.raises(FrozenInstanceError):
        request.start = None  # type: ignore[misc]


def test_going_on_from_any_earlier_posterior_equals_one_pass(
    model: ResolvedModel, state: StudyState
) -> None:
    whole = posterior_of(model, after(state, SOME_ANSWERS))
    for known in range(len(SOME_ANSWERS) + 1):
        start = posterior_of(model, after(state, SOME_ANSWERS[:known]))
        again = posterior_of(model, after(state, SOME_ANSWERS), start)
        np.testing.assert_array_equal(again.mean, whole.mean)
        np.testing.assert_array_equal(again.covariance(), whole.covariance())
        assert again.n_answers == len(SOME_ANSWERS)


def test_polish_is_the_same_from_any_start(model: ResolvedModel, state: StudyState) -> None:
    briefing = briefing_of(model, after(state, SOME_ANSWERS))
    cold = PolishRequest(briefing).compute(Control()).posterior
    for known in range(len(SOME_ANSWERS)):
        earlier = briefing_of(model, after(state, SOME_ANSWERS[:known]))
        start = PolishRequest(earlier).compute(Control()).posterior
        warm = PolishRequest(briefing, start).compute(Control()).posterior
        np.testing.assert_allclose(warm.mean, cold.mean, rtol=0, atol=1e-10)
        np.testing.assert_allclose(warm.covariance(), cold.covariance(), rtol=0, atol=1e-10)
    assert cold.inference == "ep"


def test_a_skip_teaches_nothing(model: ResolvedModel, state: StudyState) -> None:
    skipped = after(state, [("b", "e", Outcome.SKIP)])
    assert posterior_of(model, skipped).n_answers == 0


def test_the_same_events_give_the_same_next_pair(model: ResolvedModel, state: StudyState) -> None:
    # b–c and b–f tie after this answer, so that lots fall.
    answered = after(state, [("b", "e", Outcome.A)])
    first, again = query_of_state(model, answered), query_of_state(model, answered)
    assert first == again


def test_lots_fall_differently_at_another_revision(model: ResolvedModel, state: StudyState) -> None:
    answered = after(state, [("b", "e", Outcome.A)])
    drawn = set()
    for _ in range(20):
        query = query_of_state(model, answered)
        assert query is not None
        drawn.add((query.first, query.second))
        # An answer taken back for another one moves the revision on, and nothing else.
        answered = after(answered, [("a", "d", Outcome.SKIP)])
    assert drawn == {(1, 2), (1, 5)}


def test_the_query_says_what_is_expected(model: ResolvedModel, state: StudyState) -> None:
    answered = after(state, [("b", "e", Outcome.A)])
    belief, query = posterior_of(model, answered), query_of_state(model, answered)
    assert query is not None
    assert query.p_a == pytest.approx(belief.probability_preferred(query.first, query.second))
    assert (query.mean_a, query.sd_a) == (belief.mean[query.first], belief.sd[query.first])
    assert (query.mean_b, query.sd_b) == (belief.mean[query.second], belief.sd[query.second])
    assert (query.policy, query.criterion) == (Policy.CRITERION, "expected_loss")
    trial = trial_of(query, model)
    assert (trial.a, trial.b) == (model.item_ids[query.first], model.item_ids[query.second])
    assert (trial.p_a, trial.value, trial.seed) == (query.p_a, query.value, model.seed)


def test_a_pair_by_hand_is_asked_as_given(model: ResolvedModel, state: StudyState) -> None:
    request = QueryRequest(briefing_of(model, state), posterior_of(model, state), (1, 4))
    query = request.compute(Control()).query
    assert query is not None
    assert (query.first, query.second) == (1, 4)
    assert (query.policy, query.criterion, query.value) == (Policy.BY_HAND, "", None)


def test_no_pair_is_asked_twice_and_none_is_left_at_the_end(
    model: ResolvedModel, state: StudyState
) -> None:
    asked = set()
    while (query := query_of_state(model, state)) is not None:
        pair = (model.item_ids[query.first], model.item_ids[query.second])
        assert pair not in asked
        asked.add(pair)
        state = after(state, [(*pair, Outcome.A)])
    assert len(asked) == 15


def test_matrices_are_those_of_the_posterior_and_cannot_be_written(
    model: ResolvedModel, state: StudyState
) -> None:
    answered = after(state, SOME_ANSWERS)
    belief = posterior_of(model, answered)
    wants = ViewWants(frozenset(MATRICES))
    request = ViewRequest(briefing_of(model, answered), Belief(belief), answered, wants)
    made = request.compute(Control())
    assert made.posterior is belief
    assert made.askable is not None
    covariance = made.matrices[MatrixKind.COVARIANCE]
    np.testing.assert_array_equal(covariance, belief.covariance())
    loss = made.matrices[MatrixKind.EXPECTED_LOSS]
    assert np.isnan(np.diagonal(loss)).all()
    np.testing.assert_array_equal(loss, loss.T)
    for array in (covariance, loss, made.askable):
        assert not array.flags.writeable
    closed = [(model.position(a), model.position(b)) for a, b, _ in SOME_ANSWERS]
    assert not any(made.askable[pair] or made.askable[pair[::-1]] for pair in closed)
    assert made.askable.sum() == 30 - 2 * len(closed)


def test_a_view_tells_what_was_answered_and_what_must_wait_where_pairs_come_again() -> None:
    state = StudyState(read_study(sample("cars")))
    model = resolve(state.study)
    ids, wants = np.array(model.item_ids), ViewWants(frozenset({MatrixKind.EXPECTED_LOSS}))
    for said in range(4):
        briefing, belief = briefing_of(model, state), posterior_of(model, state)
        view = ViewRequest(briefing, Belief(belief), state, wants).compute(Control())
        assert view.askable is not None and view.answered is not None and view.resting is not None
        answered = {frozenset(ids[pair]) for pair in np.argwhere(view.answered)}
        assert answered == {frozenset((each.a, each.b)) for each in state.comparisons}
        np.testing.assert_array_equal(view.askable, ~np.eye(len(ids), dtype=bool))
        lately = {each for a, b, _ in asked(state)[-said:] for each in (a, b)} if said else set()
        assert set(ids[view.resting]) == lately
        query = query_of_state(model, state)
        assert query is not None
        loss = np.where(view.resting[:, None] | view.resting, 0.0, view.matrices["expected_loss"])
        assert np.nanmax(loss) == pytest.approx(loss[query.first, query.second], rel=1e-9)
        state = after(state, [(ids[query.first], ids[query.second], Outcome.A)])


def test_a_skipped_pair_is_closed_but_not_answered(model: ResolvedModel, state: StudyState) -> None:
    skipped = after(state, [*SOME_ANSWERS, ("a", "b", Outcome.SKIP)])
    belief, wants = posterior_of(model, skipped), ViewWants(frozenset({MatrixKind.EXPECTED_LOSS}))
    request = ViewRequest(briefing_of(model, skipped), Belief(belief), skipped, wants)
    view = request.compute(Control())
    assert view.askable is not None and view.answered is not None and view.resting is not None
    pair = model.position("a"), model.position("b")
    assert not view.askable[pair] and not view.answered[pair]
    assert not view.resting.any()
    for array in (view.answered, view.resting):
        assert not array.flags.writeable


def test_only_the_wanted_matrices_are_made(model: ResolvedModel, state: StudyState) -> None:
    belief = posterior_of(model, state)
    kinds = frozenset({MatrixKind.COVARIANCE})
    request = ViewRequest(briefing_of(model, state), Belief(belief), state, ViewWants(kinds))
    made = request.compute(Control())
    assert set(made.matrices) == kinds


@pytest.mark.parametrize("outcome", [Outcome.A, Outcome.B, Outcome.SKIP])
@pytest.mark.parametrize("is_polished", [False, True])
def test_looking_ahead_equals_answering(
    model: ResolvedModel, state: StudyState, outcome: Outcome, is_polished: bool
) -> None:
    trial = TrialShown(new_id(), "a", "f")
    shown = after(state, SOME_ANSWERS).with_event(happened(trial))
    exact = None
    if is_polished:
        exact = PolishRequest(briefing_of(model, shown)).compute(Control()).posterior
    belief = Belief(posterior_of(model, shown), exact)
    sayings = sayings_of(shown.study.settings.response)
    ahead = LookAheadRequest(model, shown, trial, sayings, belief, 7).compute(Control())
    branch = ahead.branches[outcome, None]
    answered = shown.with_event(happened(Answered(trial.trial_id, "a", "f", outcome)))
    assert ahead.trial_id == trial.trial_id
    assert branch.revision == answered.belief_revision
    np.testing.assert_array_equal(branch.belief.posterior.mean, posterior_of(model, answered).mean)
    assert branch.query == query_of_state(model, answered)
    if branch.belief.exact is None:
        assert not is_polished
        return
    cold = PolishRequest(briefing_of(model, answered)).compute(Control()).posterior
    np.testing.assert_allclose(branch.belief.exact.mean, cold.mean, rtol=0, atol=1e-10)


def _all_requests(model: ResolvedModel, state: StudyState) -> list[Callable[[Control], object]]:
    briefing = briefing_of(model, after(state, SOME_ANSWERS))
    belief = posterior_of(model, after(state, SOME_ANSWERS[:-1]))
    trial = TrialShown("t", "a", "f")
    return [
        partial(incremental_posterior, briefing),
        partial(incremental_posterior, briefing, start=belief),
        QueryRequest(briefing, belief).compute,
        ViewRequest(briefing, Belief(belief), state, ViewWants(frozenset(MATRICES))).compute,
        LookAheadRequest(model, state, trial, ((Outcome.A, None),), Belief(belief), 0).compute,
        PolishRequest(briefing).compute,
    ]


@pytest.mark.parametrize("which", range(6))
def test_every_request_can_be_stopped(model: ResolvedModel, state: StudyState, which: int) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        _all_requests(model, state)[which](control)
